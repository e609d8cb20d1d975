// Where a GPU would win: self-play by our kernels and by LibTorch in lockstep, net by net, and how
// fast this machine's processor could feed a GPU. Only gioul-train links the implementation.
#pragma once

#include <string>
#include <vector>

#include "engine/games/game.h"
#include "selfplay/bench/measurement.h"

namespace gioul {

struct BatchBenchOptions {
  Game game = {};
  int checkers = 15;
  std::string device = "cpu";  // as usable_device() gives it
  int threads = 1;             // of self-play; LibTorch has one
  double seconds = 1.0;        // for each measurement, about
};

/// What no net changes, positions a second on one thread: bounds on what a GPU can be given.
struct HostSpeeds {
  double packing = 0.0;  // from afterstates to row numbers in one batch
  double feeding = 0.0;  // all that lockstep self-play does but evaluate
};

HostSpeeds measure_host(const BatchBenchOptions& options);

/// What LibTorch is given at once: one position, about one decision, many games' decisions; a GPU
/// also what fills it.
std::vector<std::size_t> batch_sizes(const std::string& device);

struct ShapeSpeeds {
  double kernel = 0.0;        // evaluations/s as in self-play, one thread
  std::vector<double> batch;  // evaluations/s by LibTorch, for each of batch_sizes()
  double kernel_games = 0.0;  // self-play games/s
  double lockstep_games = 0.0;
};

/// The same for the built-in net with these hidden layers.
ShapeSpeeds measure_shape(const BatchBenchOptions& options, const std::vector<int>& hidden);

struct BatchReport {
  struct Shape {
    std::vector<int> hidden;
    ShapeSpeeds speeds;
  };
  BatchBenchOptions options;
  std::string kernel;              // that LibTorch is compared with
  std::vector<std::size_t> sizes;  // batch_sizes()
  HostSpeeds host;
  std::vector<Shape> shapes;
};

std::string batch_bench_json(const BatchReport& report);

/// Examples of the built-in net's games a second, in batches as a config without keys has them:
/// inputs, forward, backward and the optimizer's step.
double measure_learner(const BenchOptions& options, const std::vector<int>& hidden);

}  // namespace gioul
