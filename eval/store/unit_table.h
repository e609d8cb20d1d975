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

/// The SQLite application ID of result stores, "giow". It identifies the files; the Unix command
/// `file` shows it, too.
inline constexpr std::int64_t kResultStoreApplicationId = 0x67696F77;

/// A finished work unit: its number and its encoded result.
struct WorkUnit {
  std::int64_t number = 0;  // index of the unit in its computation, from 0
  std::string bytes;        // the encoded result
};

/// The table of finished work units of one computation (WorkSpec), in an SQLite file. Not
/// thread-safe.
class FinishedUnitTable {
 public:
  /// Opens an existing file, which may be empty. If `growth` is given, the file may also have the
  /// smaller spec growth->smaller_spec; it then gets `spec`, and its units get new numbers, in one
  /// transaction. Throws InputError if the file is damaged or has any other spec. `name` is the
  /// name of the file in messages.
  FinishedUnitTable(const std::filesystem::path& file, std::string name, const WorkSpec& spec,
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
  void checkpoint_wal();

 private:
  // Replaces the spec of the file by `spec` and renumbers its units, in one transaction.
  void grow(const WorkSpec& spec, const WorkGrowth& growth);

  std::string name_;
  SQLite::Database database_;
  std::int64_t planned_unit_count_;  // number of units of the whole computation, by its spec
};

/// Returns the work spec (the description of the computation) of a result store; nullopt if `file`
/// does not exist or is not a result store.
std::optional<WorkSpec> find_work_spec(const std::filesystem::path& file);

/// Returns the work spec (the description of the computation) of a result store. Throws InputError
/// if `file` is not a result store. `name` is the name of the file in the message.
WorkSpec load_work_spec(const std::filesystem::path& file, const std::string& name);

}  // namespace gioul
