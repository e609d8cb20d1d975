// Progress that is counted, with its pace and the time that is left.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>

#include "cli/shell/progress.h"
#include "eval/parts/work_progress.h"

namespace gioul {

/// "17 of 200 decisions  3.20 decisions/s  NOTE  1 min 05 s left": work that began `seconds` ago.
/// The pace is in the first word of `what`.
std::string pace_text(const WorkProgress& at, const std::string& what, double seconds,
                      const std::string& note = {});

/// Such a line from now on.
class CountedProgress {
 public:
  /// For count(), which is called from any thread, `most` is all there is to do.
  explicit CountedProgress(std::string what, std::int64_t most = 0)
      : what_(std::move(what)), most_(most) {}

  void count();
  /// Shows it, if it is time to show something again.
  void show(const WorkProgress& at, const std::string& note = {});
  void finish() { line_.finish(); }

 private:
  std::string what_;
  std::int64_t most_;
  std::atomic<std::int64_t> done_ = 0;
  std::mutex mutex_;
  ProgressLine line_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace gioul
