// The options --db and --part: a command stores its results in a database, and may do only part I
// of N of its work, which `gioul merge` then combines.
#pragma once

#include <string>
#include <string_view>

#include "base/work_part.h"
#include "cli/common/command.h"
#include "cli/common/output_files.h"

namespace gioul {

inline constexpr const char* kPartHelp =
    "compute part I of N, to be merged with `gioul merge`; auto: taken from the job array or "
    "launcher "
    "(docs/parts.md)";

/// Returns the part that --part selects. Without the option it is the whole job.
WorkPart part_option(const CommandLine& line);

/// Checks the use of --part. Throws InputError if there is no `database`, or if `asked` is true,
/// which means that outputs are requested that need all parts. The message calls these outputs
/// `options` ("--json and --out") and the whole job `work` ("tournament").
void check_part(const std::string& database, std::string_view work, bool asked,
                std::string_view options);

/// Adds --db and --part, for a command that uses a ResultStore.
void add_resume_options(CommandLine& line);

/// Adds `database` to the outputs and makes Ctrl-C print how to resume. Does nothing if the name is
/// empty.
void add_database(OutputFiles& outputs, const std::string& database);

/// Formats the only output of a part: "part 2/3  80 games in part2.db".
std::string format_part_summary(const WorkPart& part, std::int64_t count, std::string_view unit,
                                const std::string& database);

}  // namespace gioul
