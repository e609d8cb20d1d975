#include "cli/shell/part_option.h"

#include <cstdlib>

#include "base/error.h"
#include "base/text.h"
#include "cli/shell/ctrl_c.h"

namespace gioul {

Part part_option(const CommandLine& line) {
  if (!line.given("part")) return {};
  return parse_part(line.text("part"), [](const char* name) { return std::getenv(name); });
}

void check_part(const std::string& database, std::string_view work, bool asked,
                std::string_view options) {
  if (database.empty()) {
    throw InputError("--part: needs --db FILE, which `gioul join` puts together with the others");
  }
  if (asked) {
    throw InputError("--part: results are those of the whole " + std::string(work) + ": leave " +
                     std::string(options) + " to the command that has all parts");
  }
}

void add_work_options(CommandLine& line) {
  line.add("db", "FILE", "keep what is done in this SQLite file, and go on with what it has");
  line.add("part", "I/N", kPartHelp);
}

void add_database(Outputs& outputs, const std::string& database) {
  if (database.empty()) return;
  outputs.add("--db", database);
  say_how_to_go_on();
}

std::string part_line(const Part& part, std::int64_t count, std::string_view unit,
                      const std::string& database) {
  return "part " + part_text(part) + "  " + std::to_string(count) + " " + std::string(unit) +
         " in " + one_line(database) + "\n";
}

}  // namespace gioul
