#include "cli/decision_text.h"

#include <cassert>

#include "engine/error.h"
#include "engine/notation.h"

namespace gioul {

std::string afterstate_text(const Axes& axes, const AfterstateList& list, std::size_t line) {
  const Ending ending = list.ending(line);
  if (ending != Ending::kNone) return std::string(format_ending(ending));
  return format_position(axes, list.positions()[line]);
}

std::vector<Play> one_play_a_line(const AnyGame& game, const Position& position, Dice dice,
                                  const AfterstateList& list) {
  std::vector<Play> plays(list.lines());
  std::vector<bool> known(list.lines());
  for (const PlayLine& found : game.plays(position, dice, list)) {
    if (!known[found.line]) plays[found.line] = found.play;
    known[found.line] = true;
  }
  assert(std::find(known.begin(), known.end(), false) == known.end());
  return plays;
}

Position position_option(const CommandLine& line, const Axes& axes) {
  if (!line.given("position")) return start_position(axes, line.checkers());
  try {
    return parse_position(axes, line.text("position"));
  } catch (const InputError& error) {
    throw InputError("--position: " + std::string(error.what()));
  }
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
