// Commands that are still to be written; each leaves when its own file comes.
#include <stdexcept>

#include "cli/command.h"

namespace gioul {

int play_command(int, char**) { throw std::runtime_error("not there yet"); }

}  // namespace gioul
