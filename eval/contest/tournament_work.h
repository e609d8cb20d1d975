// A tournament as work that can be kept in a file: its plan, and a pair of games as a piece of it.
#pragma once

#include <string>
#include <string_view>

#include "eval/contest/pairs.h"
#include "eval/contest/tournament_plan.h"
#include "eval/work/work_plan.h"

namespace gioul {

/// The option of such a plan that says whether moves are kept.
inline constexpr const char* kMovesOption = "record of moves";

/// Pair `p` of pairing `q` is piece `q * plan.pairs + p`.
WorkPlan work_plan(const TournamentPlan& plan, KeepMoves keep);

/// JSON: of each of its two games [points of who moves first, decisions of each, rolls, forfeits,
/// nanoseconds of each, who failed (0: the first), why, moves]; null for what there isn't.
std::string piece_of_pair(const PlayedPair& pair, KeepMoves keep);

/// The pair without its number. Throws InputError, which names no file, for what is none.
PlayedPair pair_of_piece(std::string_view piece, KeepMoves moves);

}  // namespace gioul
