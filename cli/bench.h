// The options of `gioul bench`, which is two programs: gioul, and gioul-train for --torch.
#pragma once

#include "cli/command.h"

namespace gioul {

class BenchLine : public CommandLine {
 public:
  BenchLine();
};

/// `gioul bench --torch`, in gioul-train. Arguments and exit code are those of a command.
int torch_bench_command(int argc, char** argv);

}  // namespace gioul
