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

/// Formats a position as a FIBS board for the player to move. Without dice, the player is to roll.
/// The score is 0-0 in a match to 2 points, for which portes_match_equity_table()
/// (eval/engines/gnubg_files.h) makes a gammon worth as much as in Portes.
std::string format_fibs_board(const Position& position, std::optional<Dice> dice);

/// Finds the afterstates that checker moves lead to, in any order. `list` has the afterstates of
/// the decision at `before`; returns indices into it, none if the moves are illegal. If both dice
/// are written as one move, a hit on the way may be missing: then all afterstates with the same
/// checkers of the mover are returned.
std::vector<std::size_t> find_afterstates_of_moves(const Position& before,
                                                   const AfterstateList& list,
                                                   std::span<const CheckerMove> moves);

/// Finds the afterstate that a play in gnubg's notation, such as "8/5* 6/5 ", leads to. `list` has
/// the afterstates of the decision at `before`; returns an index into it. The text is empty if no
/// checker can be moved; the order of its moves does not matter. Throws PlayerFailure for an
/// illegal play.
std::size_t find_gnubg_play(Game game, const Position& before, const AfterstateList& list,
                            std::string_view moves);

}  // namespace gioul
