// The lines of a decision as text: what each afterstate is called and one play that leads there.
// What every program that shows plays or takes them from others is made of.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/games/game.h"

namespace gioul {

/// The second column of `gioul moves` (notation, section 3): what line `line` of `list` leads to.
std::string afterstate_text(const Axes& axes, const AfterstateList& list, std::size_t line);

/// For each line of `list` one lawful play that leads there.
std::vector<Play> one_play_a_line(Game game, const Position& position, Dice dice,
                                  const AfterstateList& list);

/// One line of `gioul moves`.
struct DecisionLine {
  std::string play;
  std::string afterstate;
  std::size_t line = 0;  // of the list
};

/// All lines of `list` in the order of `gioul moves`: bytewise by afterstate.
std::vector<DecisionLine> sorted_lines(Game game, const Position& position, Dice dice,
                                       const AfterstateList& list);

}  // namespace gioul
