// Exact solution of small games. In every game but Portes checkers only move forward, so one sweep
// in order of total pips solves each position from positions already solved. Where a hit leads to
// more pips, sweeps are repeated: that value is the last sweep's, until no value changes any more.
//
// Only a player without a move leaves the board as it is. Then the other one rolls at the same
// board, and the two values depend on each other linearly: V = A + p V', V' = A' + p' V, solved
// exactly. A decision never mixes with that: whoever can move must, and moves on to fewer pips.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "engine/games/game.h"
#include "eval/solve/exact_table.h"

namespace gioul {

/// kGeneral lists afterstates and knows every game; kFastest walks a graph of steps where it can.
/// Both give the same values.
enum class SolveMethod : unsigned char { kFastest, kGeneral };

struct SolveOptions {
  Game game = {};
  int checkers = 2;
  int already_off = 0;  // so many more a side, borne off at the start: a gammon can't happen then
  int threads = 1;
  double memory_bytes = 16e9;  // refuse what would need more
  SolveMethod method = SolveMethod::kFastest;
};

/// For SolveOptions: what the machine has, less a tenth for everything else.
double memory_allowed();

/// Bytes that solving takes: the table, and in games with chains the values of pending decisions.
double solve_bytes(Game game, int checkers, int already_off = 0);

/// Solves the game. `progress` is told the share done, 0..1, from one thread at a time. The result
/// does not depend on the number of threads. Throws InputError for a game that can't be solved or
/// does not fit.
std::shared_ptr<const ExactTable> solve(const SolveOptions& options,
                                        const std::function<void(double)>& progress = {});

}  // namespace gioul
