#include "eval/work/part_database.h"

#include <unistd.h>

#include "base/error.h"
#include "base/files.h"

namespace gioul {

namespace fs = std::filesystem;

PartDatabase PartDatabase::find(const fs::path& part, const fs::path& folder, std::size_t number) {
  const InputFile there(part);  // throws, and says why
  const fs::path beside = part.has_parent_path() ? part.parent_path() : fs::path(".");
  if (::access(part.c_str(), W_OK) == 0 && ::access(beside.c_str(), W_OK) == 0) {
    return {.part = part, .opened = part};
  }
  const fs::path copy = folder / ("part-" + std::to_string(number) + ".db");
  write_copy(part, copy);
  // What was written last is in SQLite's write-ahead log, if its writer was killed.
  const fs::path log = part.string() + "-wal";
  if (fs::exists(log)) write_copy(log, copy.string() + "-wal");
  return {.part = part, .opened = copy};
}

}  // namespace gioul
