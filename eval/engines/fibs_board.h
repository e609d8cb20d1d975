// Converts Portes positions and plays to and from the notation of GNU Backgammon: boards in the
// format of FIBS servers, and plays such as "8/5 6/5" with 25 for the bar and 0 for off.
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

/// Formats a position as a FIBS board for the player to move. The score is 0-0 in a match to 2
/// points, where a gammon is worth as much as in Portes (portes_match_equity_table() in
/// eval/engines/gnubg_files.h). Without dice, the player is to roll.
std::string fibs_board(const Position& position, std::optional<Dice> dice);

/// Returns the indices in `list`, the decision at `before`, of the afterstates that these checker
/// moves lead to; their order does not matter. If both dice are written as one move, a hit on the
/// way may be missing: then all afterstates with the same checkers of the mover are returned. Empty
/// if the moves are illegal.
std::vector<std::size_t> find_afterstates_of_moves(const Position& before,
                                                   const AfterstateList& list,
                                                   std::span<const CheckerMove> moves);

/// Returns the index in `list`, the decision at `before`, of the afterstate that a play such as
/// "8/5* 6/5 " leads to. The order of the moves does not matter; the text is empty if no checker
/// can be moved. Throws PlayerFailure for an illegal play.
std::size_t find_gnubg_play(Game game, const Position& before, const AfterstateList& list,
                            std::string_view moves);

}  // namespace gioul
