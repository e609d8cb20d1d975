// `gioul bench`, which is two programs: gioul, and gioul-train for what needs LibTorch.
#pragma once

#include <string>
#include <vector>

#include "cli/shell/command.h"
#include "selfplay/bench/bench.h"

namespace gioul {

/// The widths of hidden layers in `text`, "128" or "256-64". Throws InputError that begins with
/// `option`.
std::vector<int> parse_hidden(const std::string& option, const std::string& text);

class BenchLine : public CommandLine {
 public:
  BenchLine();
};

/// Measures speeds and prints them, or the table of --kernels. Returns the exit code. Without
/// `measure_learner` nothing is said of learning.
int bench_speeds(const BenchLine& line, const MeasureLearner& measure_learner);

/// `gioul bench` in gioul-train. Arguments and exit code are those of a command.
int train_bench_command(int argc, char** argv);

}  // namespace gioul
