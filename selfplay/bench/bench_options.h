// What the benchmarks of this machine are told.
#pragma once

#include <functional>
#include <vector>

#include "engine/games/game.h"
#include "nn/kernel/kernel.h"

namespace gioul {

struct BenchOptions {
  Game game = {};
  int checkers = 15;
  std::vector<int> hidden = {128};  // widths of the built-in net's hidden layers
  int threads = 1;                  // for random games, self-play and the learner
  double seconds = 1.0;             // for each measurement
  Kernel kernel = best_kernel();
};

/// Examples a second that a learner of a net with these hidden layers takes; empty in programs
/// without LibTorch (selfplay/bench/learner_bench.h).
using MeasureLearner = std::function<double(const BenchOptions&, const std::vector<int>& hidden)>;

/// The nets whose learning is measured.
inline const std::vector<std::vector<int>> kLearnedNets = {{128}, {256, 32}, {512, 512, 256, 128}};

}  // namespace gioul
