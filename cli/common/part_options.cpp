#include "cli/common/part_options.h"

#include <cstdlib>

#include "base/error.h"
#include "base/text.h"
#include "cli/common/interrupt_handler.h"

namespace gioul {

WorkPart selected_work_part(const CommandLine& line) {
  if (!line.is_given("part")) return {};
  return parse_work_part(line.string_value("part"),
                         [](const char* name) { return std::getenv(name); });
}

void check_part_option(const std::string& database, std::string_view work, bool asked,
                       std::string_view options) {
  if (database.empty()) {
    throw InputError("--part needs --db FILE, to be merged with the other parts by `gioul merge`");
  }
  if (asked) {
    throw InputError(std::string(options) +
                     " cannot be used with --part, which computes only a part of the " +
                     std::string(work) + ": run the command again on the merged file");
  }
}

void add_db_and_part_options(CommandLine& line) {
  line.add("db", "FILE", "store results in this SQLite file, and resume from it");
  line.add(
      "part", "I/N",
      "compute part I of N, to be merged with `gioul merge`; auto: taken from the job array or "
      "launcher (docs/parts.md)");
}

void add_database_output(OutputFiles& outputs, const std::string& database) {
  if (database.empty()) return enable_resume_option_hint("--db FILE");
  outputs.add("--db", database);
  enable_resume_hint(database);
}

std::string format_part_summary(const WorkPart& part, std::int64_t count, std::string_view unit,
                                const std::string& database) {
  return "part " + format_work_part(part) + "  " + std::to_string(count) + " " + std::string(unit) +
         " in " + to_printable_line(database) + "\n";
}

}  // namespace gioul
