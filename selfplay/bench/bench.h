// The program's signature and its speeds: one number that changes exactly when behaviour does, and
// how fast the parts of self-play run on this machine.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "nn/encode/encoder.h"
#include "nn/net/net.h"
#include "selfplay/bench/measurement.h"

namespace gioul {

/// A hash over perft counts, random games and self-play games of every variant with the built-in
/// net (random weights from a fixed seed). Equal on every machine, kernel and number of threads.
std::uint64_t bench_signature();

/// Examples a second that a trainer takes in batches of 512.
struct LearnerSpeed {
  std::string net;  // "512-256-128, random"
  double examples = 0.0;
};

/// Rates per second. Perft and evaluations run on one thread, the rest on options.threads.
struct BenchSpeeds {
  double perft_leaves = 0.0;    // from the start, deep enough to take a while
  double random_games = 0.0;    // every afterstate generated, one chosen uniformly
  double evals = 0.0;           // afterstates of real decisions: encoder, kernel and softmax
  double selfplay_games = 0.0;  // 0-ply by the built-in net, targets included
  std::vector<LearnerSpeed> learner;
  std::vector<double> decisions;  // of the game's bundled net at 1 and 2 plies, on one thread
  std::string decisions_net;
};

BenchSpeeds measure_speeds(const BenchOptions& options);

struct BenchReport {
  std::uint64_t signature = 0;
  BenchOptions options;
  BenchSpeeds speeds;
};

std::string bench_json(const BenchReport& report);

struct KernelTable {
  struct Line {
    std::string name;           // "evaluations 128"
    std::vector<double> rates;  // a second, for each kernel
  };
  std::vector<std::string> kernels;  // in the order of available_kernels()
  std::vector<Line> lines;
};

/// Measures the kernels of a line in turn, five times, and keeps the best of each: a machine that
/// is busy now and then says nothing about a kernel. `options.kernel` and `hidden` don't matter.
KernelTable measure_kernels(const BenchOptions& options);

/// Where a kernel is slower than half of one with narrower vectors, as a phrase such as
/// "learner 128: avx2 makes 300 a second, sse2 700"; empty if nowhere.
std::string find_cliff(const KernelTable& table);

std::string kernel_table_json(const KernelTable& table);

/// `net` with other biases: in each hidden layer so large a share of units is on, taken over all
/// units and positions of random games. `net` must fit `encoder`.
Net with_units_on(Net net, const Encoder& encoder, double share);

}  // namespace gioul
