// Positions of Portes in the words of GNU Backgammon: its line of numbers for a board, as FIBS
// servers send it, and its plays, whose bar is 25 and whose off is 0.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/afterstates.h"
#include "engine/dice.h"
#include "engine/games/game.h"
#include "engine/plays.h"
#include "engine/position.h"

namespace gioul {

/// The board as the player to act sees it, at 0-0 of a match to 2 points, which is how a gammon
/// costs what it does in Portes (match_equity_text() in eval/gnubg/gnubg_files.h). Without dice he
/// is to roll.
std::string board_line(const Position& position, std::optional<Dice> dice);

/// The line of `list`, the decision at `before`, to which checkers that move so lead, in any order.
/// Who writes two dice as one move need not say what is hit on the way: then those lines, if the
/// mover's checkers alone are as they should be. Empty for what is not lawful.
std::vector<std::size_t> lines_of_moves(const Position& before, const AfterstateList& list,
                                        std::span<const CheckerMove> moves);

/// The line of `list`, the decision at `before`, that "8/5* 6/5 " leads to, or nothing at all if no
/// checker can be moved; the order of the moves means nothing. Throws PlayerFailure for what is
/// not lawful.
std::size_t line_of_moves(Game game, const Position& before, const AfterstateList& list,
                          std::string_view moves);

}  // namespace gioul
