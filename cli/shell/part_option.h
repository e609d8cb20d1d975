// --part: which part of its work a command does, as one of many.
#pragma once

#include "base/part.h"
#include "cli/shell/command.h"

namespace gioul {

inline constexpr const char* kPartHelp =
    "do part I of N, for `gioul join`; auto: by a job array or a launcher (docs/hosts.md)";

/// All of it if the option is not given.
Part part_option(const CommandLine& line);

}  // namespace gioul
