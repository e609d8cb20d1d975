// The program's signature and its speeds: one number that changes exactly when behaviour does, and
// how fast the parts of self-play run on this machine.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "selfplay/bench/measurement.h"

namespace gioul {

/// A hash over perft counts, random games and self-play games of every variant with the built-in
/// net (random weights from a fixed seed). Equal on every machine, kernel and number of threads.
std::uint64_t bench_signature();

/// Rates per second. Perft and evaluations run on one thread, the rest on options.threads.
struct BenchSpeeds {
  double perft_leaves = 0.0;    // from the start, deep enough to take a while
  double random_games = 0.0;    // every afterstate generated, one chosen uniformly
  double evals = 0.0;           // afterstates of real decisions: encoder, kernel and softmax
  double selfplay_games = 0.0;  // 0-ply by the built-in net, targets included
  std::vector<double> learner;  // examples, for each of kLearnedNets; empty without LibTorch
};

BenchSpeeds measure_speeds(const BenchOptions& options, const MeasureLearner& measure_learner);

struct BenchReport {
  std::uint64_t signature = 0;
  BenchOptions options;
  BenchSpeeds speeds;
};

std::string bench_json(const BenchReport& report);

}  // namespace gioul
