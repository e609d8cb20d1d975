#include "selfplay/bench.h"

#include <chrono>
#include <memory>
#include <vector>

#include "engine/notation.h"
#include "engine/perft.h"
#include "engine/rng.h"
#include "engine/variants.h"
#include "eval/game.h"
#include "eval/parallel.h"
#include "eval/player.h"
#include "nn/encoder.h"
#include "nn/evaluator.h"
#include "nn/net.h"
#include "selfplay/generation.h"

namespace gioul {

namespace {

constexpr std::uint64_t kSeed = 20;  // any fixed number: it is part of the signature
constexpr int kSignatureHidden = 32;
constexpr std::uint64_t kSignatureRandomGames = 100;
constexpr std::uint64_t kSignatureNetGames = 20;

Net built_in_net(const Axes& axes, const Encoder& encoder, const std::vector<int>& hidden) {
  Net net = random_net(std::string(axes.name), encoder.inputs(), hidden, kSeed);
  net.encoder_version = Encoder::kVersion;
  return net;
}

template <Rules R>
std::uint64_t random_game(const Position& start, std::uint64_t number, Player& player,
                          AfterstateList& list) {
  const GameRandom random(kSeed, number);
  const GameResult result = play_game<R>(start, {&player, &player}, random, list);
  return static_cast<std::uint64_t>(result.decisions) * 8 +
         static_cast<std::uint64_t>(points(result.outcome) + 2);
}

template <Rules R>
std::uint64_t signature_of(std::uint64_t hash) {
  const auto add = [&](std::uint64_t value) { hash = mix64(hash ^ value); };
  const Position start = start_position(R::kAxes);
  add(Perft<R>(2)(start));

  const auto player = make_player_factory("random", R::kAxes)();
  const auto list = std::make_unique<AfterstateList>();
  for (std::uint64_t game = 0; game < kSignatureRandomGames; ++game) {
    add(random_game<R>(start, game, *player, *list));
  }

  const Encoder encoder(R::kAxes);
  const Net net = built_in_net(R::kAxes, encoder, {kSignatureHidden});
  for (const Precision precision : {Precision::kFloat, Precision::kInt16}) {
    const Generation generation = play_generation(
        {.variant = std::string(R::kAxes.name), .seed = kSeed, .games = kSignatureNetGames},
        NetEvaluator(net, encoder, precision));
    add(generation.hash);
  }
  return hash;
}

// Calls work(i) for i = 0, 1, ... in rounds until the time is up; returns what work counted, per
// second.
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

template <Rules R>
double measure_perft(const BenchOptions& options) {
  // The deepest count that stays below a few seconds: what is reported is a rate.
  constexpr int kDepth = R::kAxes.contact == Contact::kHit ? 2 : 3;
  const Position start = start_position(R::kAxes, options.checkers);
  Perft<R> perft(kDepth);
  return rate(options.seconds, [&](std::uint64_t) { return perft(start); });
}

template <Rules R>
double measure_random_games(const BenchOptions& options) {
  const Position start = start_position(R::kAxes, options.checkers);
  const auto factory = make_player_factory("random", R::kAxes);
  constexpr std::uint64_t kRound = 2000;
  return rate(options.seconds, [&](std::uint64_t round) {
    parallel_for(options.threads, kRound / 100, [&](std::uint64_t part) {
      const auto player = factory();
      const auto list = std::make_unique<AfterstateList>();
      for (std::uint64_t game = 0; game < 100; ++game) {
        random_game<R>(start, round * kRound + part * 100 + game, *player, *list);
      }
    });
    return kRound;
  });
}

// A decision as it comes up in self-play.
struct Decision {
  Position position;
  std::unique_ptr<AfterstateList> list;
};

template <Rules R>
std::vector<Decision> real_decisions(const BenchOptions& options, const NetEvaluator& net,
                                     std::size_t count) {
  const Generation generation = play_generation({.variant = std::string(R::kAxes.name),
                                                 .checkers = options.checkers,
                                                 .seed = kSeed,
                                                 .games = 20},
                                                net);
  std::vector<Decision> decisions;
  CounterRng dice(kSeed, 0, Stream::kDice);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t at = i * generation.examples.size() / count;
    const Position& position = generation.examples[at].position;
    decisions.push_back({position, std::make_unique<AfterstateList>()});
    generate_afterstates<R>(position, dice.roll(), *decisions.back().list);
  }
  return decisions;
}

template <Rules R>
double measure_evals(const BenchOptions& options, const NetEvaluator& net) {
  const auto decisions = real_decisions<R>(options, net, 256);
  EvaluationBuffer buffer;
  return rate(options.seconds, [&](std::uint64_t) {
    std::size_t count = 0;
    for (const Decision& decision : decisions) {
      count += net.equities(decision.position, *decision.list, buffer).size();
    }
    return count;
  });
}

double measure_selfplay(const BenchOptions& options, const NetEvaluator& net) {
  constexpr std::uint64_t kRound = 200;
  return rate(options.seconds, [&](std::uint64_t round) {
    return play_generation({.variant = options.variant,
                            .checkers = options.checkers,
                            .seed = kSeed,
                            .first_game = round * kRound,
                            .games = kRound,
                            .threads = options.threads},
                           net)
        .games;
  });
}

}  // namespace

std::uint64_t bench_signature() {
  std::uint64_t hash = 0;
  for (const std::string_view name : game_names()) {
    visit_variant(name, [&]<Rules R>(std::type_identity<R>) { hash = signature_of<R>(hash); });
  }
  return hash;
}

BenchSpeeds measure_speeds(const BenchOptions& options) {
  BenchSpeeds speeds;
  visit_variant(options.variant, [&]<Rules R>(std::type_identity<R>) {
    const Encoder encoder(R::kAxes);
    const Net built_in = built_in_net(R::kAxes, encoder, options.hidden);
    const NetEvaluator net(built_in, encoder, selfplay_precision(built_in));
    speeds.kernel = best_kernel().name;
    speeds.perft_leaves = measure_perft<R>(options);
    speeds.random_games = measure_random_games<R>(options);
    speeds.evals = measure_evals<R>(options, net);
    speeds.float_evals = measure_evals<R>(options, NetEvaluator(built_in, encoder));
    speeds.selfplay_games = measure_selfplay(options, net);
  });
  return speeds;
}

}  // namespace gioul
