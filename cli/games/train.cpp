// gioul train: executes gioul-train.
#include "cli/shell/command.h"
#include "cli/shell/sibling.h"

namespace gioul {

int train_command(int argc, char** argv) { become_gioul_train({argv + 1, argv + argc}); }

}  // namespace gioul
