// Visits the boards of a small game in the order in which they are solved: boards with fewer pips
// first, each together with the board in which the two sides are swapped.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <vector>

#include "base/parallel.h"
#include "eval/solve/side_index.h"

namespace gioul {

/// Visits all boards of a small game so that boards with fewer pips are solved first. Calls
/// solve_boards(own, opp) once for each unordered pair of ranks of sides that both have checkers
/// left. It must solve the board for both players: (own, opp) and (opp, own). Pairs with the same
/// total of pips run in parallel, after all pairs with a smaller total. `progress` gets the
/// fraction done (0..1).
template <typename SolveBoards>
void sweep_by_pips(const SideIndex& sides, int threads, const std::function<void(double)>& progress,
                   const SolveBoards& solve_boards) {
  constexpr std::size_t kBlock = 8;  // rows of this many sides fit into the CPU cache
  const int max_pips = sides.max_pips();
  std::vector<std::vector<std::size_t>> by_pips(static_cast<std::size_t>(max_pips) + 1);
  for (std::size_t rank = 0; rank < sides.count(); ++rank) {
    by_pips[static_cast<std::size_t>(sides.pip_count(rank))].push_back(rank);
  }
  // The pairs whose first side is one of a block of sides with the same number of pips.
  struct Task {
    int own_pips;       // pips of the first side
    std::size_t begin;  // index in by_pips[own_pips] of the first side of the block
  };
  for (int total = 2; total <= 2 * max_pips; ++total) {
    std::vector<Task> tasks;
    for (int own = std::max(1, total - max_pips); 2 * own <= total; ++own) {
      for (std::size_t i = 0; i < by_pips[static_cast<std::size_t>(own)].size(); i += kBlock) {
        tasks.push_back({own, i});
      }
    }
    parallel_for(threads, tasks.size(), [&](std::size_t t) {
      const Task& task = tasks[t];
      const auto& owns = by_pips[static_cast<std::size_t>(task.own_pips)];
      const std::size_t end = std::min(owns.size(), task.begin + kBlock);
      for (const std::size_t opp : by_pips[static_cast<std::size_t>(total - task.own_pips)]) {
        for (std::size_t i = task.begin; i < end; ++i) {
          if (2 * task.own_pips < total || owns[i] <= opp) solve_boards(owns[i], opp);
        }
      }
    });
    if (progress) progress(static_cast<double>(total) / (2.0 * max_pips));
  }
}

}  // namespace gioul
