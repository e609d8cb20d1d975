#include "selfplay/bench/bench.h"

#include <memory>

#include "base/parallel.h"
#include "engine/games/visit.h"
#include "engine/perft.h"
#include "engine/rng.h"
#include "eval/play/play_game.h"
#include "eval/players/players.h"
#include "nn/encode/encoder.h"
#include "nn/infer/compiled_net.h"
#include "nn/net/net.h"
#include "selfplay/bench/measurement.h"
#include "selfplay/loop/generation.h"

namespace gioul {

namespace {

const std::vector<int> kSignatureNets[] = {{32}, {40, 24, 16}};
constexpr std::uint64_t kSignatureRandomGames = 100;
constexpr std::uint64_t kSignatureNetGames = 20;

std::uint64_t random_game(Game game, const Position& start, std::uint64_t number, Player& player,
                          AfterstateList& list) {
  const GameRandom random(kBenchSeed, number);
  const GameResult result = play_game(game, start, {&player, &player}, random, list);
  return static_cast<std::uint64_t>(result.total_decisions()) * 8 +
         static_cast<std::uint64_t>(points(result.outcome) + 2);
}

std::uint64_t signature_of(Game game, std::uint64_t hash) {
  const auto add = [&](std::uint64_t value) { hash = mix64(hash ^ value); };
  const Position start = game.start();
  add(game.perft(start, 2));

  const auto player = make_player_factory("random", game)();
  const auto list = std::make_unique<AfterstateList>();
  for (std::uint64_t number = 0; number < kSignatureRandomGames; ++number) {
    add(random_game(game, start, number, *player, *list));
  }

  const Encoder encoder(game);
  for (const std::vector<int>& hidden : kSignatureNets) {
    const Net net = built_in_net(encoder, game, hidden);
    const Generation generation = play_generation(
        {.game = game, .seed = kBenchSeed, .games = kSignatureNetGames}, CompiledNet(net, encoder));
    add(generation.hash);
  }
  return hash;
}

double measure_perft(const BenchOptions& options) {
  // The deepest count that stays below a few seconds: what is reported is a rate.
  const int depth = options.game.axes().contact == Contact::kHit ? 2 : 3;
  const Position start = options.game.start(options.checkers);
  double leaves = 0.0;
  // The counter is kept: to make its lists anew would cost as much as a small count.
  visit_game(options.game, [&]<Rules R>(std::type_identity<R>) {
    Perft<R> perft(depth);
    leaves = rate(options.seconds, [&](std::uint64_t) { return perft(start); });
  });
  return leaves;
}

double measure_random_games(const BenchOptions& options) {
  const Position start = options.game.start(options.checkers);
  const auto factory = make_player_factory("random", options.game);
  constexpr std::uint64_t kRound = 2000;
  return rate(options.seconds, [&](std::uint64_t round) {
    parallel_for(options.threads, kRound / 100, [&](std::uint64_t part) {
      const auto player = factory();
      const auto list = std::make_unique<AfterstateList>();
      for (std::uint64_t game = 0; game < 100; ++game) {
        random_game(options.game, start, round * kRound + part * 100 + game, *player, *list);
      }
    });
    return kRound;
  });
}

}  // namespace

std::uint64_t bench_signature() {
  std::uint64_t hash = 0;
  for (const Game game : all_games()) {
    hash = signature_of(game, hash);
  }
  return hash;
}

BenchSpeeds measure_speeds(const BenchOptions& options, const MeasureLearner& measure_learner) {
  BenchSpeeds speeds;
  const Encoder encoder(options.game);
  const BenchNet net(options, encoder, built_in_net(encoder, options.game, options.hidden));
  speeds.perft_leaves = measure_perft(options);
  speeds.random_games = measure_random_games(options);
  speeds.evals = net.evals(options.seconds);
  speeds.selfplay_games = net.selfplay_games(options.seconds);
  if (measure_learner) {
    for (const auto& hidden : kLearnedNets) {
      speeds.learner.push_back(measure_learner(options, hidden));
    }
  }
  return speeds;
}

}  // namespace gioul
