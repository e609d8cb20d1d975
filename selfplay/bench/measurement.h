// What the benchmarks are made of: the clock, the built-in net, and the decisions of its games.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/games/game.h"
#include "engine/rng.h"
#include "engine/text/notation.h"
#include "engine/turn.h"
#include "nn/encode/encoder.h"
#include "nn/infer/compiled_net.h"
#include "nn/kernel/kernel.h"
#include "nn/net/net.h"
#include "selfplay/loop/generation.h"

namespace gioul {

/// What the benchmarks of this machine are told.
struct BenchOptions {
  Game game = {};
  int checkers = 15;
  std::vector<int> hidden = {128};  // widths of the built-in net's hidden layers
  int threads = 1;                  // for random games, self-play and the learner
  double seconds = 1.0;             // for each measurement
  Kernel kernel = best_kernel();
};

/// The nets whose learning is measured.
inline const std::vector<std::vector<int>> kLearnedNets = {{128}, {256, 32}, {512, 512, 256, 128}};

inline constexpr std::uint64_t kBenchSeed = 20;  // any fixed number: it is part of the signature

/// Random weights, the same on every machine.
inline Net built_in_net(const Encoder& encoder, Game game, const std::vector<int>& hidden) {
  return random_net(std::string(game.name()), encoder.inputs(), hidden, kBenchSeed);
}

/// Calls work(i) for i = 0, 1, ... in rounds until the time is up; returns what work counted, per
/// second.
template <typename Work>
double rate(double seconds, Work work) {
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

/// A decision as it comes up in self-play, with its afterstates.
struct RealDecision {
  Decision decision;
  std::unique_ptr<AfterstateList> list;
};

/// Some hundred of them, from all parts of games that `net` plays.
inline std::vector<RealDecision> real_decisions(Game game, int checkers, const CompiledNet& net) {
  constexpr std::size_t kCount = 256;
  const Generation generation =
      play_generation({.game = game, .checkers = checkers, .seed = kBenchSeed, .games = 20}, net);
  std::vector<RealDecision> decisions;
  CounterRng dice(kBenchSeed, 0, Stream::kDice);
  for (std::size_t i = 0; i < kCount; ++i) {
    const std::size_t at = i * generation.examples.size() / kCount;
    const Position& position = generation.examples[at].position;
    const Dice rolled = dice.roll();
    decisions.push_back({{position, rolled}, std::make_unique<AfterstateList>()});
    game.generate(position, rolled, *decisions.back().list);
  }
  return decisions;
}

/// Evaluations a second by the kernels, as in self-play, on one thread.
inline double measure_evals(const std::vector<RealDecision>& decisions, const CompiledNet& net,
                            double seconds) {
  EvaluationBuffer buffer;
  return rate(seconds, [&](std::uint64_t) {
    std::size_t count = 0;
    for (const RealDecision& real : decisions) {
      count += net.equities(real.decision.position, *real.list, buffer).size();
    }
    return count;
  });
}

/// Games a second of self-play by the kernels; `options` without a seed or games.
inline double measure_selfplay(GenerationOptions options, const CompiledNet& net, double seconds) {
  options.seed = kBenchSeed;
  options.games = 8;  // more at once where that isn't too long already
  return rate(seconds, [&](std::uint64_t) {
    const std::uint64_t played = play_generation(options, net).games;
    options.first_game += options.games;
    options.games = std::min<std::uint64_t>(2 * options.games, 200);
    return played;
  });
}

/// A net as self-play and tournaments evaluate it, with decisions of its games: what the speeds of
/// evaluation are measured on.
class BenchNet {
 public:
  BenchNet(const BenchOptions& options, const Encoder& encoder, const Net& net)
      : options_(options),
        compiled_(net, encoder, options.kernel),
        decisions_(real_decisions(options.game, options.checkers, compiled_)) {}

  /// Each takes about so many seconds.
  double evals(double seconds) const { return measure_evals(decisions_, compiled_, seconds); }
  double selfplay_games(double seconds) const {
    return measure_selfplay(
        {.game = options_.game, .checkers = options_.checkers, .threads = options_.threads},
        compiled_, seconds);
  }

 private:
  BenchOptions options_;
  CompiledNet compiled_;
  std::vector<RealDecision> decisions_;
};

}  // namespace gioul
