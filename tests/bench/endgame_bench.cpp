// Speed of endgame tables: looking a position up in each kind, and what they cost a decision that
// they know nothing of.
//
//   build/release/tests/gioul_benchmarks --benchmark_filter=endgame
#include <benchmark/benchmark.h>

#include <vector>

#include "engine/games/dispatch.h"
#include "engine/games/gioul.h"
#include "engine/games/variants.h"
#include "engine/movegen.h"
#include "engine/outcome.h"
#include "engine/rng.h"
#include "engine/text/notation.h"
#include "eval/players/evaluator_loader.h"
#include "eval/value/evaluator.h"
#include "tests/eval/endgame/endgame_tables.h"

namespace gioul {
namespace {

const std::shared_ptr<const EndgameTables>& tables() {
  static const auto built = build_tables(game_with_rules<Gioul>(),
                                         {.one_sided = true, .two_sided = 6, .few_checkers = 2});
  return built;
}

// Random positions with `checkers` a side on the points up to `highest`.
std::vector<Position> random_positions(int checkers, int highest, int owed) {
  CounterRng rng(1, 0, RngStream::kDice);
  std::vector<Position> positions;
  while (positions.size() < 4096) {
    Position position{};
    for (Side* side : {&position.own, &position.opp}) {
      side->set_count(kOff, kMaxCheckers - checkers);
      for (int i = 0; i < checkers; ++i) {
        side->add(place_bit(
            1 + static_cast<int>(rng.uniform_below(static_cast<std::uint64_t>(highest)))));
      }
    }
    position.owed_moves = static_cast<std::uint8_t>(owed);
    if ((position.own.occupied() &
         to_opponent_numbering(Gioul::kVariant.movement, position.opp.occupied())) == 0) {
      positions.push_back(position);
    }
  }
  return positions;
}

void look_up(benchmark::State& state, int checkers, int highest, int owed) {
  const auto positions = random_positions(checkers, highest, owed);
  tables();  // built before anything is timed
  for (auto _ : state) {
    for (const Position& position : positions) {
      benchmark::DoNotOptimize(tables()->find_value(position));
    }
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(positions.size()));
}

// An evaluator that costs nothing, so that the rest shows.
class Idle : public PositionEvaluator {
 public:
  Value evaluate(const Position&) override { return {}; }
};

void decide(benchmark::State& state, bool with_tables) {
  const EvaluatorFactory idle = [] { return std::make_unique<Idle>(); };
  const auto evaluator = with_endgame_tables(idle, with_tables ? tables() : nullptr)();
  const auto list = std::make_unique<AfterstateList>();
  const auto positions = random_positions(15, 24, 0);
  for (auto _ : state) {
    for (const Position& position : positions) {
      benchmark::DoNotOptimize(evaluator->evaluate(position, *list).size());
    }
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(positions.size()));
}

[[maybe_unused]] const bool registered = [] {
  const auto add = [](const char* name, int checkers, int highest, int owed) {
    benchmark::RegisterBenchmark(
        name, [=](benchmark::State& state) { look_up(state, checkers, highest, owed); });
  };
  add("endgame/one_sided", 15, 6, 0);
  add("endgame/one_sided/owed=8", 15, 6, 8);
  add("endgame/two_sided", 6, 6, 0);
  add("endgame/two_sided/owed=4", 6, 6, 4);
  add("endgame/few_checkers", 2, 24, 0);
  add("endgame/few_checkers/owed=8", 2, 24, 8);
  add("endgame/unknown", 15, 24, 0);
  benchmark::RegisterBenchmark("endgame/decision_without_tables",
                               [](benchmark::State& state) { decide(state, false); });
  benchmark::RegisterBenchmark("endgame/decision_with_tables",
                               [](benchmark::State& state) { decide(state, true); });
  return true;
}();

}  // namespace
}  // namespace gioul
