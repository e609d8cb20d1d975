#include "cli/text/decision_text.h"

#include "base/error.h"
#include "engine/games/game.h"
#include "engine/text/notation.h"
#include "nn/net/shipped_net.h"

namespace gioul {

void add_net(CommandLine& line) {
  line.add("net", "FILE",
           "a net of `gioul train`, or a table of `gioul solve` (default: the one that comes with "
           "gioul)");
}

void add_position(CommandLine& line) {
  line.add("position", "P", "the position (docs/notation.md); default: the start of the game");
}

void add_tables(CommandLine& line, const std::string& meaning) {
  line.add("tables", "on|off",
           meaning +
               "; those that are missing are built, in a second or two, and kept in the cache "
               "folder (gioul tables)",
           "on");
}

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
