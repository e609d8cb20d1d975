// Finished pieces of work as rows of a database, read and written by one thread at a time.
#pragma once

#include <SQLiteCpp/Database.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "eval/work/work_plan.h"

namespace gioul {

/// What such a database calls itself: "giow", which `file` shows.
inline constexpr std::int64_t kWorkApplication = 0x67696F77;

struct WorkPiece {
  std::int64_t number = 0;
  std::string bytes;
};

class WorkDatabase {
 public:
  /// Opens the file, which exists, maybe empty, and which errors call `name`. Throws as WorkFile
  /// does.
  WorkDatabase(const std::filesystem::path& file, std::string name, const WorkPlan& plan);

  /// How many pieces it has.
  std::int64_t count();

  /// Calls each(number, bytes) for those from `begin` up to `end`, in order. InputError for a
  /// damaged one; each() may throw one for what the bytes say, without the file's name.
  void read(std::int64_t begin, std::int64_t end,
            const std::function<void(std::int64_t, std::string_view)>& each);

  /// Adds all pieces and returns nothing; or adds none and returns the number of the first that it
  /// has already.
  std::optional<std::int64_t> write(std::span<const WorkPiece> pieces);

  /// Moves what the write-ahead log has into the file itself.
  void checkpoint();

 private:
  std::string name_;
  SQLite::Database database_;
  std::int64_t pieces_;
};

/// The plan whose pieces the file holds; nothing if it is no such file, or none is there.
std::optional<WorkPlan> found_work_plan(const std::filesystem::path& file);

/// The plan whose pieces the file holds, which errors call `name`. Throws InputError if it holds
/// none.
WorkPlan stored_work_plan(const std::filesystem::path& file, const std::string& name);

}  // namespace gioul
