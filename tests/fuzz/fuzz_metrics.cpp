// A run's metrics: damaged lines are skipped, and what is parsed gives sums that can be plotted.
//
// Reads: selfplay/report/run_history.cpp base/json_object.cpp
#include <cmath>
#include <sstream>

#include "selfplay/report/run_history.h"
#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace gioul;
  constexpr std::size_t kStretches = 4;  // small, so that spans are merged
  RunHistory history;
  std::istringstream in{std::string(text_of(data, size))};
  read_metrics(in, "fuzz", history, kStretches);
  FUZZ_CHECK(history.spans.size() <= kStretches);
  std::int64_t generations = 0;
  for (const GenerationSpan& span : history.spans) {
    generations += span.generation_count;
    for (const Ratio& ratio : span.metric_ratios) {
      FUZZ_CHECK(std::isfinite(ratio.numerator) && ratio.denominator >= 0.0 &&
                 std::isfinite(ratio.denominator));
    }
  }
  FUZZ_CHECK(generations == history.generation_count && history.training_seconds >= 0.0);
  return 0;
}
