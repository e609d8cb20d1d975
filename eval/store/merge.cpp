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

const fs::path& require_absent(const fs::path& name) {
  if (fs::exists(fs::symlink_status(name))) {
    throw InputError(name.string() + " already exists");
  }
  require_database_path(name);
  return name;
}

// A database that gets its final name when it is complete. Until then it is in a temporary folder,
// and is removed if it never becomes complete.
class NewDatabaseFile {
 public:
  // Throws InputError if `name` exists, and std::runtime_error if another process is creating it.
  // Leftovers of killed processes are removed.
  explicit NewDatabaseFile(fs::path name)
      : name_(std::move(name)), lock_(require_absent(name_)), staging_(name_.parent_path()) {}

  // Returns the temporary path.
  fs::path path() const { return staging_.path() / "whole.db"; }

  // Returns the temporary folder, which is removed by the destructor.
  const fs::path& folder() const { return staging_.path(); }

  // Renames the file to its final name. It must not be open.
  void commit() const { fs::rename(path(), name_); }

 private:
  fs::path name_;
  PathLock lock_;
  StagingFolder staging_;
};

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

class PartMerger {
 public:
  explicit PartMerger(const std::vector<PartFile>& parts)
      : parts_(parts), spec_(load_work_spec(parts.front().opened, parts.front().name())) {}

  const WorkSpec& spec() const { return spec_; }

  void copy_to(FinishedUnitTable& whole) const {
    std::vector<WorkUnit> units;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const auto write = [&] {
        if (const auto twice = whole.write(units)) report_duplicate(i, *twice);
        units.clear();
      };
      read(i, 0, spec_.unit_count, [&](std::int64_t number, std::string_view bytes) {
        units.push_back({number, std::string(bytes)});
        if (units.size() == kUnitsPerBatch) write();
      });
      write();
    }
  }

 private:
  void read(std::size_t part, std::int64_t begin, std::int64_t end,
            const std::function<void(std::int64_t, std::string_view)>& each) const {
    const FileLock lock(parts_[part].opened);
    // throws if it has another spec
    FinishedUnitTable database(parts_[part].opened, parts_[part].name(), spec_);
    database.for_each_unit(begin, end, each);
  }

  [[noreturn]] void report_duplicate(std::size_t part, std::int64_t number) const {
    std::size_t other = 0;
    for (bool found = false; other < part && !found; other += found ? 0 : 1) {
      read(other, number, number + 1, [&](std::int64_t, std::string_view) { found = true; });
    }
    throw InputError(parts_[part].name() + ": duplicate piece " + std::to_string(number) +
                     ", also in " + parts_[other].name());
  }

  const std::vector<PartFile>& parts_;
  WorkSpec spec_;
};

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

MergeSummary merge_stores(const fs::path& out, const std::vector<fs::path>& parts) {
  NewDatabaseFile file(out);
  std::vector<PartFile> found;
  for (const fs::path& name : parts) {
    PartFile part = make_part_file(name, file.folder(), found.size());
    if (read_application_id(part.opened) == 0) {
      throw InputError(name.string() + ": is not a part of a command with --part");
    }
    (void)load_work_spec(part.opened, part.name());
    found.push_back(std::move(part));
  }
  const PartMerger work(found);
  {
    const FileLock lock(file.path());
    FinishedUnitTable whole(file.path(), out.string(), work.spec());
    work.copy_to(whole);
    check_complete(whole, work.spec());
    whole.checkpoint_wal();
  }
  file.commit();
  return {.unit_count = work.spec().unit_count, .unit_name = work.spec().unit_name};
}

}  // namespace gioul
