// A crash-safe store of finished work units in one SQLite file. A work unit is the smallest piece
// of work that is stored, such as a game. A command that uses a store can be stopped, resumed and
// split over machines.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "eval/store/work_spec.h"

namespace gioul {

/// A file with the finished work units of one computation, which is described by its work spec.
class ResultStore {
 public:
  /// Opens the file, or creates it. If `growth` is given, the file may also have the smaller spec
  /// growth->smaller_spec; it then grows to `spec`. Throws InputError if the file is not a result
  /// store, is damaged, or has any other spec; the message names the differences. Every member
  /// function throws std::runtime_error if another process is writing to the file or if writing
  /// fails.
  ResultStore(const std::filesystem::path& file, const WorkSpec& spec,
              const std::optional<WorkGrowth>& growth = {});
  /// Tries to write the units that were added but are not written yet.
  ~ResultStore();
  ResultStore(const ResultStore&) = delete;
  ResultStore& operator=(const ResultStore&) = delete;

  /// Returns the number of stored work units.
  std::int64_t unit_count() const;

  /// Calls each(number, bytes) for the stored work units with numbers in [begin, end), in order.
  /// Throws InputError for a damaged unit. each() may throw InputError for invalid bytes; then the
  /// name of the file is added to the message.
  void for_each_unit(std::int64_t begin, std::int64_t end,
                     const std::function<void(std::int64_t, std::string_view)>& each) const;

  /// Stores a finished work unit, which must not be stored yet. It is written to the file within a
  /// tenth of a second. Blocks while too many units wait to be written. Throws if an earlier write
  /// failed. Thread-safe; must not be called after finish_writing().
  void add(std::int64_t number, std::string bytes);

  /// Waits until everything added has been written to the file.
  void finish_writing();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace gioul
