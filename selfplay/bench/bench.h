// Benchmarks: a signature (hash) of the program's behavior, which changes only if the behavior
// changes, and the speed of the parts of self-play on this machine.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "nn/encode/encoder.h"
#include "nn/net/net.h"
#include "selfplay/bench/bench_common.h"

namespace gioul {

/// Returns a hash over perft counts, random games and self-play games of every variant. The
/// self-play games are played by a net with random weights from a fixed seed. The hash is the same
/// on every machine, with every kernel and any number of threads.
std::uint64_t bench_signature();

/// Training speed of one net, in batches of 512 examples.
struct LearnerSpeed {
  std::string net_name;              // layer widths and origin, such as "512-256-128, random"
  double examples_per_second = 0.0;  // positions learned from per second
};

/// Measured rates, per second. Perft and evaluations run on one thread, the rest on
/// BenchOptions::threads.
struct BenchSpeeds {
  double perft_leaves_per_second = 0.0;      // leaves of the move tree from the start position
  double random_games_per_second = 0.0;      // games with random plays; generates all legal plays
  double evaluations_per_second = 0.0;       // positions evaluated, from encoding to probabilities
  double selfplay_games_per_second = 0.0;    // 0-ply games of a random net, with training targets
  std::vector<LearnerSpeed> learner_speeds;  // training speed of several nets
  /// Decisions per second of a player that searches: [0] at 1 ply, [1] at 2 plies.
  std::vector<double> search_decisions_per_second;
  /// The name of the net with which that player searches (the bundled net).
  std::string search_net_name;
};

/// Measures the speeds of perft, random games, evaluation, self-play, training and search.
BenchSpeeds measure_speeds(const BenchOptions& options);

/// Formats everything that `gioul bench` prints as JSON. `signature` is from bench_signature().
std::string bench_json(std::uint64_t signature, const BenchOptions& options,
                       const BenchSpeeds& speeds);

/// The speed of each CPU kernel (vector instruction set) at each kind of work.
struct KernelSpeedTable {
  /// One row of the table: the speed of every kernel at one kind of work.
  struct Row {
    std::string name;                      // name of the work, such as "evaluations 128"
    std::vector<double> rates_per_second;  // work per second, by index in `kernel_names`
  };
  std::vector<std::string> kernel_names;  // names of the kernels (available_kernels())
  std::vector<Row> rows;                  // one row per kind of work
};

/// Measures the speed of each kernel at each kind of work. Takes the best of five measurements, so
/// that other load on the machine has little effect. Ignores `options.kernel` and
/// `options.hidden_widths`.
KernelSpeedTable measure_kernel_speeds(const BenchOptions& options);

/// Finds a kernel that is less than half as fast as one with narrower vectors. Returns a message
/// such as "learner 128: avx2 makes 300 a second, sse2 700", or "" if there is none.
std::string slow_kernel_warning(const KernelSpeedTable& table);

/// Formats a table of kernel speeds as JSON.
std::string kernel_speed_table_json(const KernelSpeedTable& table);

/// Makes a net for benchmarks whose activations are as sparse or dense as required. Returns a copy
/// of `net` with new biases, chosen so that the fraction `share` of each hidden layer's activations
/// is above 0. The fraction is an average over the layer's units and the positions of random games.
/// `net` must fit `encoder`.
Net adjust_biases_to_active_fraction(Net net, const Encoder& encoder, double share);

}  // namespace gioul
