// --part: which part of its work a command does, as one of many.
#pragma once

#include <string>
#include <string_view>

#include "base/part.h"
#include "cli/shell/command.h"
#include "cli/shell/outputs.h"

namespace gioul {

inline constexpr const char* kPartHelp =
    "compute part I of N, to be merged with `gioul merge`; auto: taken from the job array or "
    "launcher "
    "(docs/parts.md)";

/// All of it if the option is not given.
Part part_option(const CommandLine& line);

/// What a part has to say is in its `database`; all else is for the whole `work` ("tournament"),
/// and so is what is `asked` for by these options ("--json and --out"). Throws InputError.
void check_part(const std::string& database, std::string_view work, bool asked,
                std::string_view options);

/// --db and --part, for a command whose work is kept in a WorkFile.
void add_work_options(CommandLine& line);

/// What is done is kept in the `database`, so that Ctrl-C says how the command is gone on with.
/// Nothing if it is empty.
void add_database(Outputs& outputs, const std::string& database);

/// "part 2/3  80 games in part2.db": all that a part prints.
std::string part_line(const Part& part, std::int64_t count, std::string_view unit,
                      const std::string& database);

}  // namespace gioul
