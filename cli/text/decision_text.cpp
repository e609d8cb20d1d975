#include "cli/text/decision_text.h"

#include "base/error.h"
#include "engine/games/game.h"
#include "engine/text/notation.h"
#include "nn/net/shipped_net.h"

namespace gioul {

std::string net_option(const CommandLine& line, Game game) {
  return line.given("net") ? line.text("net") : shipped_net(game).string();
}

Position position_option(const CommandLine& line, Game game) {
  if (!line.given("position")) return start_position(game, line.checkers());
  try {
    return parse_position(game, line.text("position"));
  } catch (const InputError& error) {
    throw InputError("--position: " + std::string(error.what()));
  }
}

bool on_off(const CommandLine& line, const std::string& option) {
  const std::string value = line.text(option);
  if (value == "on" || value == "off") return value == "on";
  throw InputError("--" + option + " '" + value + "': expected on or off");
}

Dice dice_of(std::string_view text) {
  try {
    return parse_dice(text);
  } catch (const InputError& error) {
    throw InputError("dice: " + std::string(error.what()));
  }
}

std::optional<Dice> OptionFields::dice() const {
  if (!line_.given("dice")) return std::nullopt;
  return dice_of(line_.text("dice"));
}

}  // namespace gioul
