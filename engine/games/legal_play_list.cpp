#include "engine/games/legal_play_list.h"

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

std::size_t ListedDecision::place_of(std::size_t line) const {
  return static_cast<std::size_t>(std::ranges::find(lines, line, &DecisionLine::line) -
                                  lines.begin());
}

void ListedDecision::restore(AfterstateList& list) const {
  list.clear(dice);
  list.set_end(std::copy(positions.begin(), positions.end(), list.end()));
  for (const Ending ending : endings) list.add_ending(ending);
  list.set_mover_acts_next(mover_acts_next);
}

ListedDecision list_decision(Game game, const Position& position, Dice dice, AfterstateList& list) {
  game.generate(position, dice, list);
  const auto positions = list.positions();
  ListedDecision listed{.game = game,
                        .before = position,
                        .dice = dice,
                        .positions = {positions.begin(), positions.end()},
                        .mover_acts_next = list.mover_acts_next(),
                        .lines = sorted_lines(game, position, dice, list)};
  for (std::size_t line = positions.size(); line < list.lines(); ++line) {
    listed.endings.push_back(list.ending(line));
  }
  return listed;
}

}  // namespace gioul
