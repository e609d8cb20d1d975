// The SQLite table of finished work units. Not thread-safe.
#pragma once

#include <SQLiteCpp/Database.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "eval/store/work_spec.h"

namespace gioul {

/// The database's application ID: "giow", shown by the program `file`.
inline constexpr std::int64_t kApplicationId = 0x67696F77;

/// A finished work unit: its number and its encoded result.
struct WorkUnit {
  std::int64_t number = 0;
  std::string bytes;
};

/// The work units of one work spec, in an SQLite file.
class WorkUnitTable {
 public:
  /// Opens an existing file, which may be empty; errors call it `name`. Throws as ResultStore does.
  WorkUnitTable(const std::filesystem::path& file, std::string name, const WorkSpec& spec);

  /// Returns the number of stored work units.
  std::int64_t count();

  /// Calls each(number, bytes) for the work units in [begin, end), in order. Throws InputError for
  /// damaged ones. each() may throw an InputError about the bytes that does not name the file.
  void read(std::int64_t begin, std::int64_t end,
            const std::function<void(std::int64_t, std::string_view)>& each);

  /// Stores all units and returns nullopt or, if one is already stored, stores none and returns the
  /// number of the first such unit.
  std::optional<std::int64_t> write(std::span<const WorkUnit> units);

  /// Moves the contents of the write-ahead log into the file.
  void checkpoint();

 private:
  std::string name_;
  SQLite::Database database_;
  std::int64_t units_;
};

/// Returns the work spec of a result store; nullopt if `file` does not exist or is something else.
std::optional<WorkSpec> find_work_spec(const std::filesystem::path& file);

/// Returns the work spec of a result store, which errors call `name`. Throws InputError if it is
/// something else.
WorkSpec load_work_spec(const std::filesystem::path& file, const std::string& name);

}  // namespace gioul
