// Shared by the benchmarks: the timing loop, a random test net and decisions sampled from games.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/game_state.h"
#include "engine/games/game.h"
#include "engine/rng.h"
#include "engine/text/notation.h"
#include "nn/encode/encoder.h"
#include "nn/infer/quantized_net.h"
#include "nn/kernel/kernel.h"
#include "nn/net/net.h"
#include "selfplay/loop/generation.h"

namespace gioul {

/// Options of all benchmarks.
struct BenchOptions {
  Game game = {};
  int checkers = 15;                       // per side
  std::vector<int> hidden_widths = {128};  // widths of the bench net's hidden layers
  int threads = 1;                         // threads of random games, self-play and training
  double seconds_per_measurement = 1.0;    // duration of each measurement
  /// The vector instruction set that evaluates nets.
  Kernel kernel = best_kernel();
};

/// Hidden layer widths of the random nets whose training speed is measured, one list per net.
inline const std::vector<std::vector<int>> kBenchNetWidths = {
    {128}, {256, 32}, {512, 512, 256, 128}};

/// Seed of all benchmarks. The signature depends on it.
inline constexpr std::uint64_t kBenchSeed = 20;

/// Returns the net of the benchmarks. Its weights are random, but the same on every machine.
/// `hidden` has the widths of its hidden layers.
inline Net make_bench_net(const Encoder& encoder, Game game, const std::vector<int>& hidden) {
  return make_random_net(std::string(game.name()), encoder.input_count(), hidden, kBenchSeed);
}

/// Calls work(0), work(1), ... until `seconds` have passed. Each call returns how much it has done,
/// such as a number of games. Returns the sum of these numbers per second.
template <typename Work>
double measure_rate(double seconds, Work work) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  double count = 0.0;
  double elapsed = 0.0;
  for (std::uint64_t round = 0; elapsed < seconds; ++round) {
    count += static_cast<double>(work(round));
    elapsed = std::chrono::duration<double>(Clock::now() - begin).count();
  }
  return count / elapsed;
}

/// A decision sampled from a self-play game, with the positions after its legal plays.
struct SampledDecision {
  Decision decision;
  std::unique_ptr<AfterstateList> afterstates;  // the positions after its legal plays
};

/// Returns 256 decisions. Their positions are taken at equal intervals from games that `net` plays
/// against itself; the dice of each are rolled anew.
inline std::vector<SampledDecision> sample_decisions(Game game, int checkers,
                                                     const QuantizedNet& net) {
  constexpr std::size_t kCount = 256;
  const Generation generation =
      play_generation({.game = game, .checkers = checkers, .seed = kBenchSeed, .games = 20}, net);
  std::vector<SampledDecision> decisions;
  CounterRng dice(kBenchSeed, 0, RngStream::kDice);
  for (std::size_t i = 0; i < kCount; ++i) {
    const std::size_t at = i * generation.examples.size() / kCount;
    const Position& position = generation.examples[at].position;
    const Dice rolled = dice.roll_dice();
    decisions.push_back({{position, rolled}, std::make_unique<AfterstateList>()});
    game.generate_afterstates(position, rolled, *decisions.back().afterstates);
  }
  return decisions;
}

/// Returns the number of positions that `net` evaluates per second on one thread. As in self-play,
/// the positions after all plays of a decision are one batch.
inline double measure_evaluation_rate(const std::vector<SampledDecision>& decisions,
                                      const QuantizedNet& net, double seconds) {
  EvaluationBuffer buffer;
  return measure_rate(seconds, [&](std::uint64_t) {
    std::size_t count = 0;
    for (const SampledDecision& real : decisions) {
      count += net.equities(real.decision.position, *real.afterstates, buffer).size();
    }
    return count;
  });
}

/// Returns the number of self-play games per second, measured for about `seconds`. Ignores the seed
/// and the number of games in `options`.
inline double measure_selfplay_rate(GenerationOptions options, const QuantizedNet& net,
                                    double seconds) {
  options.seed = kBenchSeed;
  options.games = 8;  // doubled each round
  return measure_rate(seconds, [&](std::uint64_t) {
    const std::uint64_t played = play_generation(options, net).games;
    options.first_game += options.games;
    options.games = std::min<std::uint64_t>(2 * options.games, 200);
    return played;
  });
}

/// Measures the speed of one net, quantized as in self-play and tournaments. It evaluates decisions
/// of games that it has played against itself.
class NetBenchmark {
 public:
  NetBenchmark(const BenchOptions& options, const Encoder& encoder, const Net& net)
      : options_(options),
        quantized_net_(net, encoder, options.kernel),
        decisions_(sample_decisions(options.game, options.checkers, quantized_net_)) {}

  /// Measures for about `seconds` how many positions per second one thread evaluates.
  double evaluations_per_second(double seconds) const {
    return measure_evaluation_rate(decisions_, quantized_net_, seconds);
  }
  /// Measures for about `seconds` how many self-play games per second all threads play.
  double selfplay_games_per_second(double seconds) const {
    return measure_selfplay_rate(
        {.game = options_.game, .checkers = options_.checkers, .threads = options_.threads},
        quantized_net_, seconds);
  }

 private:
  BenchOptions options_;
  QuantizedNet quantized_net_;              // the net, quantized
  std::vector<SampledDecision> decisions_;  // decisions from games of the net against itself
};

}  // namespace gioul
