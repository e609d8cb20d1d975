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
    generations += span.generations;
    for (const Ratio& ratio : span.ratios) {
      FUZZ_CHECK(std::isfinite(ratio.sum) && ratio.weight >= 0.0 && std::isfinite(ratio.weight));
    }
  }
  FUZZ_CHECK(generations == history.generations && history.seconds >= 0.0);
  return 0;
}
