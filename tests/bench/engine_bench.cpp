// Speed of the engine: perft and random games of every variant, one thread.
//
//   build/release/tests/gioul_benchmarks --benchmark_filter=perft
#include <benchmark/benchmark.h>

#include <memory>
#include <string>

#include "engine/games/dispatch.h"
#include "engine/games/game.h"
#include "engine/games/variants.h"
#include "engine/perft.h"
#include "engine/text/notation.h"
#include "eval/play/play_game.h"
#include "eval/players/players.h"

namespace gioul {
namespace {

template <GameRules R>
void perft(benchmark::State& state) {
  const auto depth = static_cast<int>(state.range(0));
  const Position start = start_position(game_with_rules<R>());
  Perft<R> count(depth);
  std::uint64_t leaves = 0;
  for (auto _ : state) benchmark::DoNotOptimize(leaves += count(start));
  state.counters["leaves/s"] =
      benchmark::Counter(static_cast<double>(leaves), benchmark::Counter::kIsRate);
}

// Every afterstate generated, one line chosen uniformly.
template <GameRules R>
void random_games(benchmark::State& state) {
  const Position start = start_position(game_with_rules<R>());
  const auto player = make_player_factory("random", game_with_rules<R>())();
  const auto list = std::make_unique<AfterstateList>();
  std::uint64_t game = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(play_game(game_with_rules<R>(), start, {player.get(), player.get()},
                                       GameRng(1, game++), *list));
  }
  state.counters["games/s"] =
      benchmark::Counter(static_cast<double>(game), benchmark::Counter::kIsRate);
}

// Registers both for every game of the list.
[[maybe_unused]] const bool registered = [] {
  for (const std::string_view name : game_names()) {
    dispatch_game(find_game(name), [&]<GameRules R>(std::type_identity<R>) {
      const int depth = R::kVariant.contact == ContactRule::kHit ? 2 : 3;
      benchmark::RegisterBenchmark(("perft/" + std::string(name)).c_str(), perft<R>)->Arg(depth);
      benchmark::RegisterBenchmark(("random_games/" + std::string(name)).c_str(), random_games<R>);
    });
  }
  return true;
}();

}  // namespace
}  // namespace gioul
