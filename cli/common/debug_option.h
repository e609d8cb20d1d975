// The option --debug of commands that run external engines.
#pragma once

#include "cli/common/command.h"
#include "cli/common/output_files.h"

namespace gioul {

/// Adds the option --debug.
void add_debug_option(CommandLine& line);

/// If --debug is given, adds its file to the outputs and starts the log of engines
/// (eval/engines/engine_log.h). Call it before players are made.
void start_debug_log(const CommandLine& line, OutputFiles& outputs);

}  // namespace gioul
