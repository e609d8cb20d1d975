#include "selfplay/bench/bench.h"

#include <memory>

#include "base/parallel.h"
#include "engine/games/variants.h"
#include "engine/perft.h"
#include "engine/rng.h"
#include "engine/text/notation.h"
#include "eval/play/game.h"
#include "eval/players/players.h"
#include "nn/encode/encoder.h"
#include "nn/infer/compiled_net.h"
#include "nn/net/net.h"
#include "selfplay/bench/measurement.h"
#include "selfplay/loop/generation.h"

namespace gioul {

namespace {

constexpr int kSignatureHidden = 32;
constexpr std::uint64_t kSignatureRandomGames = 100;
constexpr std::uint64_t kSignatureNetGames = 20;

template <Rules R>
std::uint64_t random_game(const Position& start, std::uint64_t number, Player& player,
                          AfterstateList& list) {
  const GameRandom random(kBenchSeed, number);
  const GameResult result = play_game<R>(start, {&player, &player}, random, list);
  return static_cast<std::uint64_t>(result.total_decisions()) * 8 +
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
  const Net net = built_in_net(encoder, R::kAxes, {kSignatureHidden});
  for (const Precision precision : {Precision::kFloat, Precision::kInt16}) {
    const Generation generation = play_generation(
        {.variant = std::string(R::kAxes.name), .seed = kBenchSeed, .games = kSignatureNetGames},
        CompiledNet(net, encoder, precision));
    add(generation.hash);
  }
  return hash;
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
    const Net built_in = built_in_net(encoder, R::kAxes, options.hidden);
    const CompiledNet net(built_in, encoder, selfplay_precision(built_in));
    const auto decisions = real_decisions<R>(options.checkers, net);
    speeds.kernel = best_kernel().name;
    speeds.perft_leaves = measure_perft<R>(options);
    speeds.random_games = measure_random_games<R>(options);
    speeds.evals = measure_evals(decisions, net, options.seconds);
    speeds.float_evals = measure_evals(decisions, CompiledNet(built_in, encoder), options.seconds);
    speeds.selfplay_games = measure_selfplay(
        {.variant = options.variant, .checkers = options.checkers, .threads = options.threads}, net,
        options.seconds);
  });
  return speeds;
}

}  // namespace gioul
