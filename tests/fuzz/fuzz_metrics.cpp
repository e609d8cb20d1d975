// A run's metrics: damaged lines are skipped, and what is parsed gives sums that can be plotted.
//
// Reads: selfplay/report/run_history.cpp base/json_object.cpp
#include <cmath>
#include <filesystem>
#include <sstream>
#include <string>

#include "base/error.h"
#include "selfplay/report/run_history.h"
#include "tests/cli/common/test_nets.h"
#include "tests/fuzz/fuzz.h"

namespace gioul {
namespace {

// Returns true if a run directory is read with its metrics and its net, or the problem of its net,
// and none is found in a directory without a config.
bool reads_directories() {
  const TemporaryFolder folder;
  const auto problem = [&] {
    try {
      (void)read_run_history(folder.path());
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const bool needs_config = problem().find("not a run directory") != std::string::npos;
  put_bytes(folder / "config.toml", "seed = 3\n");
  put_bytes(folder / "metrics.jsonl", "{\"event\":\"generation\",\"games\":5}\n");
  put_bytes(folder / "net.safetensors", "damaged");
  const bool shows_net_problem = !read_run_history(folder.path()).net_problem.empty();
  save_net(test_net("gioul", {1}), folder / "net.safetensors");
  const RunHistory history = read_run_history(folder.path());
  const bool reads_all = history.config.seed == 3 && history.games_learned == 5 &&
                         history.net_problem.empty() && !history.net_checksum.empty();
  std::filesystem::remove(folder / "metrics.jsonl");
  std::filesystem::create_directory(folder / "metrics.jsonl");
  return needs_config && shows_net_problem && reads_all &&
         problem().find("is a directory") != std::string::npos;
}

}  // namespace
}  // namespace gioul

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace gioul;
  static const bool directories_are_read = reads_directories();
  FUZZ_CHECK(directories_are_read);
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
