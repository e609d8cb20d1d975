#include "cli/shell/part_option.h"

#include <cstdlib>

namespace gioul {

Part part_option(const CommandLine& line) {
  if (!line.given("part")) return {};
  return parse_part(line.text("part"), [](const char* name) { return std::getenv(name); });
}

}  // namespace gioul
