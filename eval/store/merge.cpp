#include "eval/store/merge.h"

#include <unistd.h>

#include <cstddef>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "base/files.h"
#include "base/locks.h"
#include "eval/store/sqlite.h"
#include "eval/store/unit_table.h"

namespace gioul {

namespace {

namespace fs = std::filesystem;

// Number of work units written at once.
constexpr std::size_t kUnitsPerBatch = 4096;

// A part that is only read, possibly on read-only media, where SQLite cannot create its auxiliary
// files.
struct PartFile {
  fs::path part;    // as the user names it
  fs::path opened;  // the same path, or a copy if the folder is not writable

  std::string name() const { return part.string(); }
};

// Copies the part to `folder` if needed. Throws InputError if it does not exist.
PartFile make_part_file(const fs::path& part, const fs::path& folder, std::size_t number) {
  const InputFile there(part);  // throws with a reason if unreadable
  const fs::path beside = part.has_parent_path() ? part.parent_path() : fs::path(".");
  if (::access(part.c_str(), W_OK) == 0 && ::access(beside.c_str(), W_OK) == 0) {
    return {.part = part, .opened = part};
  }
  const fs::path copy = folder / ("part-" + std::to_string(number) + ".db");
  copy_file_as_writable(part, copy);
  // If its writer was killed, the latest data is in SQLite's write-ahead log.
  const fs::path log = part.string() + "-wal";
  if (fs::exists(log)) copy_file_as_writable(log, copy.string() + "-wal");
  return {.part = part, .opened = copy};
}

// Calls each(number, bytes) for the units of the part with numbers in [begin, end). Throws
// InputError if the part has another spec.
void read_units(const PartFile& part, const WorkSpec& spec, std::int64_t begin, std::int64_t end,
                const std::function<void(std::int64_t, std::string_view)>& each) {
  const FileLock lock(part.opened);
  FinishedUnitTable(part.opened, part.name(), spec).for_each_unit(begin, end, each);
}

[[noreturn]] void throw_duplicate(const std::vector<PartFile>& parts, const WorkSpec& spec,
                                  std::size_t part, std::int64_t number) {
  std::size_t other = 0;
  for (bool found = false; other < part && !found; other += found ? 0 : 1) {
    read_units(parts[other], spec, number, number + 1,
               [&](std::int64_t, std::string_view) { found = true; });
  }
  throw InputError(parts[part].name() + ": duplicate piece " + std::to_string(number) +
                   ", also in " + parts[other].name());
}

void copy_units(const std::vector<PartFile>& parts, const WorkSpec& spec,
                FinishedUnitTable& whole) {
  std::vector<WorkUnit> units;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto write = [&] {
      if (const auto twice = whole.write(units)) throw_duplicate(parts, spec, i, *twice);
      units.clear();
    };
    read_units(parts[i], spec, 0, spec.unit_count,
               [&](std::int64_t number, std::string_view bytes) {
                 units.push_back({number, std::string(bytes)});
                 if (units.size() == kUnitsPerBatch) write();
               });
    write();
  }
}

void check_complete(FinishedUnitTable& whole, const WorkSpec& spec) {
  const std::int64_t missing = spec.unit_count - whole.unit_count();
  if (missing == 0) return;
  std::int64_t first = 0;
  whole.for_each_unit(0, spec.unit_count, [&](std::int64_t number, std::string_view) {
    if (number == first) ++first;
  });
  throw InputError(std::to_string(missing) + " of " + std::to_string(spec.unit_count) + " " +
                   spec.unit_name + " are missing (first: " + std::to_string(first) +
                   "); a part is missing or unfinished");
}

}  // namespace

WorkSpec merge_stores(const fs::path& out, const std::vector<fs::path>& parts) {
  if (fs::exists(fs::symlink_status(out))) throw InputError(out.string() + " already exists");
  require_database_path(out);
  const PathLock out_lock(out);
  // The database gets its final name when it is complete. If it never becomes complete, it is
  // removed with the folder.
  const StagingFolder staging(out.parent_path());
  const fs::path file = staging.path() / "whole.db";
  std::vector<PartFile> found;
  for (const fs::path& name : parts) {
    PartFile part = make_part_file(name, staging.path(), found.size());
    if (read_application_id(part.opened) == 0) {
      throw InputError(name.string() + ": is not a part of a command with --part");
    }
    (void)load_work_spec(part.opened, part.name());
    found.push_back(std::move(part));
  }
  WorkSpec spec = load_work_spec(found.front().opened, found.front().name());
  {
    const FileLock lock(file);
    FinishedUnitTable whole(file, out.string(), spec);
    copy_units(found, spec, whole);
    check_complete(whole, spec);
    whole.checkpoint_wal();
  }
  fs::rename(file, out);
  return spec;
}

}  // namespace gioul
