// Shared by the benchmarks: the timing loop, a random test net and decisions sampled from games.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/game_state.h"
#include "engine/games/game.h"
#include "engine/rng.h"
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

}  // namespace gioul
