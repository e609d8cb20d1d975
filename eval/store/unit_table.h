// The SQLite table of finished work units.
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

/// The application ID of result stores: "giow", which the program `file` shows.
inline constexpr std::int64_t kApplicationId = 0x67696F77;

/// A finished work unit: its number and its encoded result.
struct WorkUnit {
  std::int64_t number = 0;
  std::string bytes;  // the encoded result
};

/// The work units of one work spec, in an SQLite file. Not thread-safe.
class WorkUnitTable {
 public:
  /// Opens an existing file, which may be empty. Error messages call it `name`. Throws as the
  /// constructor of ResultStore does.
  WorkUnitTable(const std::filesystem::path& file, std::string name, const WorkSpec& spec);

  /// Returns the number of stored work units.
  std::int64_t count();

  /// Calls each(number, bytes) for the stored work units with numbers in [begin, end), in order.
  /// Throws InputError for a damaged unit. If each() throws an InputError about the bytes, the name
  /// of the file is added to it.
  void read(std::int64_t begin, std::int64_t end,
            const std::function<void(std::int64_t, std::string_view)>& each);

  /// Stores all `units` and returns nullopt. If one of them is already stored, stores none of them
  /// and returns the number of the first one that is.
  std::optional<std::int64_t> write(std::span<const WorkUnit> units);

  /// Moves the contents of the write-ahead log into the file.
  void checkpoint();

 private:
  std::string name_;
  SQLite::Database database_;
  std::int64_t units_;
};

/// Returns the work spec of a result store; nullopt if `file` does not exist or is not a result
/// store.
std::optional<WorkSpec> find_work_spec(const std::filesystem::path& file);

/// Returns the work spec of a result store. Throws InputError, calling the file `name`, if it is
/// not one.
WorkSpec load_work_spec(const std::filesystem::path& file, const std::string& name);

}  // namespace gioul
