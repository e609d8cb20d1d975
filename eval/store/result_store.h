// A crash-safe store of finished work units in one SQLite file: a command that uses it can be
// stopped, resumed and split over machines.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "eval/store/work_spec.h"

namespace gioul {

/// A result store: the finished work units of one work spec.
class ResultStore {
 public:
  /// Opens the file, or creates it. Throws InputError if it is something else, is damaged or holds
  /// units of another spec (naming the differences); std::runtime_error, like all member functions,
  /// if another process is writing to it or writing fails.
  ResultStore(const std::filesystem::path& file, const WorkSpec& spec);
  /// Tries to write what was added.
  ~ResultStore();
  ResultStore(const ResultStore&) = delete;
  ResultStore& operator=(const ResultStore&) = delete;

  /// Returns the number of stored work units.
  std::int64_t count() const;

  /// Calls each(number, bytes) for the work units in [begin, end), in order. Throws InputError for
  /// damaged ones. each() may throw an InputError about the bytes that does not name the file.
  void read(std::int64_t begin, std::int64_t end,
            const std::function<void(std::int64_t, std::string_view)>& each) const;

  /// Stores a finished work unit that is not there yet; thread-safe, not after finish(). It is
  /// written to the file within a tenth of a second; blocks while too many are waiting. Throws if
  /// an earlier write failed.
  void add(std::int64_t number, std::string bytes);

  /// Waits until everything added has been written to the file.
  void finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace gioul
