// The option --debug of commands that run external engines.
#pragma once

#include "cli/common/command.h"
#include "cli/common/output_files.h"

namespace gioul {

/// Adds the option --debug FILE, which logs the traffic with external engines.
void add_debug_option(CommandLine& line);

/// If --debug is given, adds its file to `outputs` and starts to log the traffic with engines there
/// (eval/engines/engine_log.h). Must be called before players are made.
void start_debug_log(const CommandLine& line, OutputFiles& outputs);

}  // namespace gioul
