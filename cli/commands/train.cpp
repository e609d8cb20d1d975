// gioul train: executes gioul-train.
#include "cli/common/command.h"
#include "cli/common/exec_trainer.h"

namespace gioul {

int train_command(int argc, char** argv) { exec_gioul_train({argv + 1, argv + argc}); }

}  // namespace gioul
