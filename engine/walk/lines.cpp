#include "engine/walk/lines.h"

#include <algorithm>
#include <cassert>

#include "engine/text/notation.h"

namespace gioul {

std::string afterstate_text(const Axes& axes, const AfterstateList& list, std::size_t line) {
  const Ending ending = list.ending(line);
  if (ending != Ending::kNone) return std::string(format_ending(ending));
  return format_position(axes, list.positions()[line]);
}

std::vector<Play> one_play_a_line(Game game, const Position& position, Dice dice,
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

std::vector<DecisionLine> sorted_lines(Game game, const Position& position, Dice dice,
                                       const AfterstateList& list) {
  const std::vector<Play> plays = one_play_a_line(game, position, dice, list);
  std::vector<DecisionLine> lines;
  lines.reserve(plays.size());
  for (std::size_t line = 0; line < plays.size(); ++line) {
    lines.push_back({format_play(plays[line]), afterstate_text(game, list, line), line});
  }
  std::ranges::sort(lines, {}, &DecisionLine::afterstate);
  return lines;
}

}  // namespace gioul
