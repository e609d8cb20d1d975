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

Dice dice_for(const Position& position, std::optional<std::string_view> text) {
  if (position.is_pending()) {
    if (!text) return make_dice(1, 1);
    throw InputError(std::string("dice for a position with ") +
                     (position.forfeited != 0 ? "forfeit" : "owed") +
                     " (expected none: the number to play is given by it)");
  }
  if (!text) throw InputError("the position is to roll: dice are needed (such as 3-1)");
  try {
    return parse_dice(*text);
  } catch (const InputError& error) {
    throw InputError("dice: " + std::string(error.what()));
  }
}

}  // namespace gioul
