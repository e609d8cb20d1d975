// The finished pieces of a command's work in one SQLite file, so that it can be stopped at any time
// and gone on with, and done in parts on many machines. It holds whole pieces only, each once,
// however its writer ended.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "eval/work/work_plan.h"

namespace gioul {

class WorkFile {
 public:
  /// Opens the file, which is made if it isn't there. Throws InputError if it is something else,
  /// is damaged or holds pieces of another plan, and then says how they differ; std::runtime_error,
  /// as all of the class does, if another process is writing it or it can't be written.
  WorkFile(const std::filesystem::path& file, const WorkPlan& plan);
  /// Keeps what was added, if it can.
  ~WorkFile();
  WorkFile(const WorkFile&) = delete;
  WorkFile& operator=(const WorkFile&) = delete;

  /// How many pieces are in it.
  std::int64_t count() const;

  /// Calls each(number, bytes) for its pieces from `begin` up to `end`, in order. Throws InputError
  /// for a damaged one; each() may throw one for what the bytes say, without the file's name.
  void read(std::int64_t begin, std::int64_t end,
            const std::function<void(std::int64_t, std::string_view)>& each) const;

  /// Adds a finished piece that it hasn't, from any thread, before finish(). It is in the file a
  /// tenth of a second later at most; waits while too many are not. Throws if an earlier one could
  /// not be written.
  void add(std::int64_t number, std::string bytes);

  /// Returns when all that was added is in the file.
  void finish();

 private:
  struct Open;
  std::unique_ptr<Open> open_;
};

}  // namespace gioul
