// Translates Portes positions and plays for GNU Backgammon: boards in the format of FIBS servers,
// plays such as "8/5 6/5" with 25 for the bar and 0 for off.
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

/// Formats a board for the player to move, at 0-0 in a match to 2 points, where a gammon is worth
/// as much as in Portes (portes_match_equity_table() in eval/engines/gnubg_files.h). Without dice,
/// the player is to roll.
std::string fibs_board(const Position& position, std::optional<Dice> dice);

/// Returns the afterstates in `list`, the decision at `before`, that these checker moves lead to,
/// in any order. If both dice are written as one move, a hit on the way may be missing: then
/// returns all afterstates in which the mover's checkers match. Empty if the moves are illegal.
std::vector<std::size_t> find_afterstates_of_moves(const Position& before,
                                                   const AfterstateList& list,
                                                   std::span<const CheckerMove> moves);

/// Returns the index in `list`, the decision at `before`, that a play such as "8/5* 6/5 " leads to;
/// moves can be in any order, and the text is empty if no checker can be moved. Throws
/// PlayerFailure for an illegal play.
std::size_t find_gnubg_play(Game game, const Position& before, const AfterstateList& list,
                            std::string_view moves);

}  // namespace gioul
