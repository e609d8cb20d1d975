// The options --db and --part: a command stores its results in a database, and may do only part I
// of N of its work, which `gioul merge` then combines.
#pragma once

#include <string>
#include <string_view>

#include "base/work_part.h"
#include "cli/common/command.h"
#include "cli/common/output_files.h"

namespace gioul {

/// Returns the part I of N of the work that --part selects; without the option, all of it.
WorkPart selected_work_part(const CommandLine& line);

/// Checks the use of --part; call it if --part is given. Throws InputError if `database`, the file
/// of --db, is empty, or if `asked` is true: the user also requests outputs that need all parts.
/// For the message, `options` are the options of these outputs, such as "--json and --out", and
/// `work` is the name of the whole work, such as "tournament".
void check_part_option(const std::string& database, std::string_view work, bool asked,
                       std::string_view options);

/// Adds the options --db and --part, for a command that stores its results in a database
/// (ResultStore).
void add_db_and_part_options(CommandLine& line);

/// Adds `database`, the file of --db, to the outputs and makes Ctrl-C print how to resume the run.
/// If the name is empty, only makes Ctrl-C print that a run with --db can be resumed.
void add_database_output(OutputFiles& outputs, const std::string& database);

/// Formats the line that a command prints after computing only a part of its work, such as
/// "part 2/3  80 games in part2.db": `count` is 80, `unit` is "games".
std::string format_part_summary(const WorkPart& part, std::int64_t count, std::string_view unit,
                                const std::string& database);

}  // namespace gioul
