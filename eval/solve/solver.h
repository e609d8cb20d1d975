// Solves small games exactly: computes the value of every position under best play.
//
// Except in Portes, checkers only move forward. So one sweep in order of increasing total pips
// solves each position from positions solved before. In games with hits, which add pips, sweeps are
// repeated until no value changes.
//
// A turn leaves the board unchanged only if the player cannot move. Then the opponent rolls at the
// same board, and the two values depend on each other linearly: V = A + p V', V' = A' + p' V. These
// equations are solved exactly. Decisions are not affected: a player who can move must do so, and
// reaches a board with fewer pips.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "engine/games/game.h"
#include "eval/solve/exact_table.h"

namespace gioul {

/// The algorithm of a solver. kGeneral lists afterstates and supports every game; kFastest uses a
/// graph of checker moves where possible. Both give the same values.
enum class SolveMethod : unsigned char { kFastest, kGeneral };

/// The small game to solve, and the resources to use.
struct SolveOptions {
  Game game = {};
  int checkers = 2;  // number of checkers per side in play
  /// Additional checkers per side that are off from the start. If there are any, gammons are
  /// impossible.
  int already_off = 0;
  int threads = 1;
  double max_memory_bytes = 16e9;  // maximum memory; a game that needs more is refused
  SolveMethod method = SolveMethod::kFastest;
};

/// Returns 90 % of the memory of this machine, in bytes, as a value for
/// SolveOptions::max_memory_bytes.
double default_memory_limit();

/// Solves a small game and returns the values of all its positions. `progress` gets the fraction
/// done (0..1), from one thread at a time. The result does not depend on the number of threads.
/// Throws InputError for a game that cannot be solved or is too large.
std::shared_ptr<const ExactTable> solve(const SolveOptions& options,
                                        const std::function<void(double)>& progress = {});

}  // namespace gioul
