// gioul benchmark: how much players lose on a set of decisions, and how such sets are made.
#include "cli/commands/benchmark.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <iostream>
#include <string_view>
#include <utility>

#include "base/data_file.h"
#include "base/error.h"
#include "cli/shell/command.h"

namespace gioul {

namespace {

using Word = std::pair<std::string_view, int (*)(int, char**)>;

constexpr std::array kWords = {Word{"score", &benchmark_score}, Word{"make", &benchmark_make},
                               Word{"join", &benchmark_join}, Word{"beam", &benchmark_beam}};

}  // namespace

DecisionSet decision_set_option(const CommandLine& line) {
  if (line.given("set")) return load_decision_set(line.text("set"));
  return load_decision_set(data_file("gioul.decisions", "name a set: --set FILE"));
}

void CountedProgress::count() {
  const std::int64_t done = ++done_;
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock || !line_.is_due()) return;
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin_;
  const double rate = static_cast<double>(done) / passed.count();
  line_.show(fmt::format("{} of {} {}  {:.1f}/s  {} left", done, most_, what_, rate,
                         duration_text(static_cast<double>(most_ - done) / rate)));
}

int benchmark_command(int argc, char** argv) {
  const std::string_view word = argc > 1 ? argv[1] : "";
  const auto* const found = std::ranges::find(kWords, word, &Word::first);
  if (found != kWords.end()) return found->second(argc - 1, argv + 1);
  CommandLine line("benchmark", "score | make | join | beam ...   (each has its own --help)",
                   {"gioul benchmark score net:net.safetensors blocker random",
                    "gioul benchmark make --net net.safetensors --out my.decisions"});
  line.allow_positional();
  if (!line.parse(argc, argv)) return 0;
  throw InputError(
      (word.empty() ? "nothing is asked" : "unknown word '" + std::string(word) + "'") +
      std::string(" (expected: gioul benchmark score, make, join or beam)"));
}

}  // namespace gioul
