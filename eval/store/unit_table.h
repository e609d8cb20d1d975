// The SQLite table of finished work units, the smallest pieces of work that are stored, such as
// games.
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

/// The SQLite application ID of result stores, "giow". It identifies the files, also for the
/// program `file`.
inline constexpr std::int64_t kResultStoreApplicationId = 0x67696F77;

/// A finished work unit: its number and its encoded result.
struct WorkUnit {
  std::int64_t number = 0;  // index of the unit in its computation, from 0
  std::string bytes;        // the encoded result
};

/// The table of finished work units of one computation (WorkSpec), in an SQLite file. Not
/// thread-safe.
class WorkUnitTable {
 public:
  /// Opens an existing file, which may be empty. Error messages call it `name`. Throws InputError
  /// if it is damaged or belongs to another spec than `spec` or, if given, `growth->from`. A file
  /// with the spec `growth->from` then gets `spec`, and its units new numbers, in one transaction.
  WorkUnitTable(const std::filesystem::path& file, std::string name, const WorkSpec& spec,
                const std::optional<WorkGrowth>& growth = {});

  /// Returns the number of stored work units.
  std::int64_t unit_count();

  /// Calls each(number, bytes) for the stored work units with numbers in [begin, end), in order.
  /// Throws InputError for a damaged unit. each() may throw InputError for invalid bytes; then the
  /// name of the file is added to the message.
  void for_each_unit(std::int64_t begin, std::int64_t end,
                     const std::function<void(std::int64_t, std::string_view)>& each);

  /// Stores all `units` in one transaction and returns nullopt. If one of them is stored already,
  /// stores none of them and returns the number of the first such unit.
  std::optional<std::int64_t> write(std::span<const WorkUnit> units);

  /// Moves the contents of the write-ahead log into the file.
  void checkpoint();

 private:
  void grow(const WorkSpec& spec, const WorkGrowth& growth);

  std::string name_;
  SQLite::Database database_;
  std::int64_t planned_units_;  // planned number of units, by the spec
};

/// Returns the work spec (the description of the computation) of a result store; nullopt if `file`
/// does not exist or is not a result store.
std::optional<WorkSpec> find_work_spec(const std::filesystem::path& file);

/// Returns the work spec (the description of the computation) of a result store. Throws InputError,
/// which calls the file `name`, if it is not one.
WorkSpec load_work_spec(const std::filesystem::path& file, const std::string& name);

}  // namespace gioul
