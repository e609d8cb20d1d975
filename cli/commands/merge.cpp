// gioul merge: merges the databases or shards of --part runs into the result of a single run.
#include "eval/store/merge.h"

#include <filesystem>
#include <iostream>
#include <system_error>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "cli/common/command.h"

namespace gioul {

namespace fs = std::filesystem;

int merge_command(int argc, char** argv) {
  CommandLine line(
      "merge",
      "OUT PART PART...\n\n"
      "  Merges the --db files of a command that was run with --part into OUT, a new file.\n"
      "  The parts are not modified (docs/parts.md).",
      {"gioul merge all.db part-*.db"});
  line.allow_positional();
  if (!line.parse(argc, argv)) return 0;
  if (line.positional_arguments().size() < 2) throw InputError("missing arguments: OUT and PART");
  for (const std::string& name : line.positional_arguments()) {
    if (name.empty()) throw InputError("OUT and PART must not be empty");
  }
  const fs::path out = line.positional_arguments().front();
  const std::vector<fs::path> parts(line.positional_arguments().begin() + 1,
                                    line.positional_arguments().end());
  for (const fs::path& part : parts) {
    std::error_code error;
    if (fs::exists(part, error)) continue;
    throw InputError(part.string() + ": " +
                     (error ? "cannot be read: " + error.message() : "no such file"));
  }
  const WorkSpec joined = merge_stores(out, parts);
  std::cout << to_printable_line(out.string()) << "  " << joined.unit_count << " "
            << joined.unit_name << " from " << parts.size()
            << (parts.size() == 1 ? " part\n" : " parts\n");
  return 0;
}

}  // namespace gioul
