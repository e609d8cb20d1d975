// `gioul net`: the words that make another net of one.
#pragma once

#include <string>
#include <string_view>

#include "cli/shell/command.h"

namespace gioul {

/// The one file that `gioul net WORD FILE --out FILE` is given; throws InputError.
std::string net_to_change(const CommandLine& line, std::string_view word);

int net_prune(int argc, char** argv);
int net_small(int argc, char** argv);

}  // namespace gioul
