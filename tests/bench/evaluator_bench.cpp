// Speed of inference: all afterstates of real decisions, each kernel, several nets, one thread.
//
//   build/release/tests/gioul_benchmarks --benchmark_filter=evaluate
#include <benchmark/benchmark.h>

#include <memory>
#include <vector>

#include "engine/game_state.h"
#include "engine/games/dispatch.h"
#include "engine/games/gioul.h"
#include "engine/games/variants.h"
#include "engine/movegen.h"
#include "engine/rng.h"
#include "engine/text/notation.h"
#include "nn/encode/encoder.h"
#include "nn/infer/quantized_net.h"

namespace gioul {
namespace {

struct Decision {
  Position position;
  std::unique_ptr<AfterstateList> list;
};

// The decisions of a few random games.
std::vector<Decision> decisions() {
  std::vector<Decision> result;
  CounterRng rng(1, 0, RngStream::kDice);
  Position position = start_position(game_with_rules<Gioul>());
  while (result.size() < 256) {
    auto list = std::make_unique<AfterstateList>();
    generate_afterstates<Gioul>(position, rng.roll_dice(), *list);
    const std::size_t line = rng.uniform_below(list->size());
    const bool over = list->ending(line) != Ending::kNone;
    const Position next = over ? start_position(game_with_rules<Gioul>()) : list->positions()[line];
    result.push_back({position, std::move(list)});
    position = next;
  }
  return result;
}

void evaluate(benchmark::State& state, const Kernel& kernel, const std::vector<int>& hidden) {
  const Encoder encoder(game_with_rules<Gioul>());
  const QuantizedNet net(make_random_net("gioul", encoder.input_count(), hidden, 1), encoder,
                         kernel);
  const auto all = decisions();
  EvaluationBuffer buffer;
  std::size_t count = 0;
  for (auto _ : state) {
    for (const Decision& decision : all) {
      count += net.equities(decision.position, *decision.list, buffer).size();
    }
  }
  state.counters["positions/s"] =
      benchmark::Counter(static_cast<double>(count), benchmark::Counter::kIsRate);
}

[[maybe_unused]] const bool registered = [] {
  for (const Kernel& kernel : available_kernels()) {
    for (const std::vector<int>& hidden :
         {std::vector{128}, {256}, {128, 32}, {256, 64}, {512, 512}, {128, 64, 32}}) {
      std::string name = "evaluate/" + std::string(kernel.name);
      for (const int width : hidden) name += "/" + std::to_string(width);
      benchmark::RegisterBenchmark(name.c_str(), [&kernel, hidden](benchmark::State& state) {
        evaluate(state, kernel, hidden);
      });
    }
  }
  return true;
}();

}  // namespace
}  // namespace gioul
