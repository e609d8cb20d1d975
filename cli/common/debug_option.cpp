#include "cli/common/debug_option.h"

#include <string>

#include "eval/engines/engine_log.h"

namespace gioul {

void add_debug_option(CommandLine& line) {
  line.add("debug", "FILE", "log all lines exchanged with engines to this file");
}

void start_debug_log(const CommandLine& line, OutputFiles& outputs) {
  if (!line.is_given("debug")) return;
  const std::string file = line.string_value("debug");
  outputs.add("--debug", file);
  start_engine_log(file);
}

}  // namespace gioul
