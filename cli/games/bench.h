// The options of `gioul bench`, which is two programs: gioul, and gioul-train for --torch.
#pragma once

#include <string>
#include <vector>

#include "cli/shell/command.h"

namespace gioul {

/// The widths of hidden layers in `text`, "128" or "256-64". Throws InputError that begins with
/// `option`.
std::vector<int> parse_hidden(const std::string& option, const std::string& text);

class BenchLine : public CommandLine {
 public:
  BenchLine();
};

/// `gioul bench --torch`, in gioul-train. Arguments and exit code are those of a command.
int torch_bench_command(int argc, char** argv);

}  // namespace gioul
