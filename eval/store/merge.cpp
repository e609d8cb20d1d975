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
constexpr std::size_t kPiecesTogether = 4096;

const fs::path& checked(const fs::path& name) {
  if (fs::exists(fs::symlink_status(name))) {
    throw InputError(name.string() + " already exists");
  }
  check_folder_of(name);
  return name;
}

// A database that gets its final name when it is complete. Until then it is in a temporary folder,
// and is removed if it never becomes complete.
class NewDatabaseFile {
 public:
  // Throws InputError if `name` exists, and std::runtime_error if another process is creating it.
  // Leftovers of killed processes are removed.
  explicit NewDatabaseFile(fs::path name)
      : name_(std::move(name)), nobody_makes_it_(checked(name_)), scratch_(name_.parent_path()) {}

  // Returns the temporary path.
  fs::path path() const { return scratch_.path() / "whole.db"; }

  // Returns the temporary folder, which is removed by the destructor.
  const fs::path& folder() const { return scratch_.path(); }

  // Renames the file to its final name. It must not be open.
  void keep() const { fs::rename(path(), name_); }

 private:
  fs::path name_;
  PathLock nobody_makes_it_;
  StagingFolder scratch_;
};

// A part that is only read, possibly on read-only media, where SQLite cannot create its auxiliary
// files.
struct PartDatabase {
  fs::path part;    // as the user names it
  fs::path opened;  // the same path, or a copy if the folder is not writable

  std::string name() const { return part.string(); }
};

// Copies the part to `folder` if needed. Throws InputError if it does not exist.
PartDatabase part_database(const fs::path& part, const fs::path& folder, std::size_t number) {
  const InputFile there(part);  // throws with a reason if unreadable
  const fs::path beside = part.has_parent_path() ? part.parent_path() : fs::path(".");
  if (::access(part.c_str(), W_OK) == 0 && ::access(beside.c_str(), W_OK) == 0) {
    return {.part = part, .opened = part};
  }
  const fs::path copy = folder / ("part-" + std::to_string(number) + ".db");
  write_copy(part, copy);
  // If its writer was killed, the latest data is in SQLite's write-ahead log.
  const fs::path log = part.string() + "-wal";
  if (fs::exists(log)) write_copy(log, copy.string() + "-wal");
  return {.part = part, .opened = copy};
}

class PartsOfWork {
 public:
  explicit PartsOfWork(const std::vector<PartDatabase>& parts)
      : parts_(parts), plan_(stored_work_plan(parts.front().opened, parts.front().name())) {}

  const WorkPlan& plan() const { return plan_; }

  void copy_to(WorkDatabase& whole) const {
    std::vector<WorkPiece> pieces;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const auto write = [&] {
        if (const auto twice = whole.write(pieces)) report_twice(i, *twice);
        pieces.clear();
      };
      read(i, 0, plan_.pieces, [&](std::int64_t number, std::string_view bytes) {
        pieces.push_back({number, std::string(bytes)});
        if (pieces.size() == kPiecesTogether) write();
      });
      write();
    }
  }

 private:
  void read(std::size_t part, std::int64_t begin, std::int64_t end,
            const std::function<void(std::int64_t, std::string_view)>& each) const {
    const FileLock lock(parts_[part].opened);
    // throws if it has another spec
    WorkDatabase database(parts_[part].opened, parts_[part].name(), plan_);
    database.read(begin, end, each);
  }

  [[noreturn]] void report_twice(std::size_t part, std::int64_t number) const {
    std::size_t other = 0;
    for (bool found = false; other < part && !found; other += found ? 0 : 1) {
      read(other, number, number + 1, [&](std::int64_t, std::string_view) { found = true; });
    }
    throw InputError(parts_[part].name() + ": duplicate piece " + std::to_string(number) +
                     ", also in " + parts_[other].name());
  }

  const std::vector<PartDatabase>& parts_;
  WorkPlan plan_;
};

void check_whole(WorkDatabase& whole, const WorkPlan& plan) {
  const std::int64_t missing = plan.pieces - whole.count();
  if (missing == 0) return;
  std::int64_t first = 0;
  whole.read(0, plan.pieces, [&](std::int64_t number, std::string_view) {
    if (number == first) ++first;
  });
  throw InputError(std::to_string(missing) + " of " + std::to_string(plan.pieces) + " " +
                   plan.unit + " are missing (first: " + std::to_string(first) +
                   "); a part is missing or unfinished");
}

}  // namespace

JoinedWork join_work(const fs::path& out, const std::vector<fs::path>& parts) {
  NewDatabaseFile file(out);
  std::vector<PartDatabase> found;
  for (const fs::path& name : parts) {
    PartDatabase part = part_database(name, file.folder(), found.size());
    if (application_of(part.opened) == 0) {
      throw InputError(name.string() + ": is not a part of a command with --part");
    }
    (void)stored_work_plan(part.opened, part.name());
    found.push_back(std::move(part));
  }
  const PartsOfWork work(found);
  {
    const FileLock lock(file.path());
    WorkDatabase whole(file.path(), out.string(), work.plan());
    work.copy_to(whole);
    check_whole(whole, work.plan());
    whole.checkpoint();
  }
  file.keep();
  return {.pieces = work.plan().pieces, .unit = work.plan().unit};
}

}  // namespace gioul
