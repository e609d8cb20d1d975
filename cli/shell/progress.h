// Progress on stderr: in a terminal one line that is redrawn, elsewhere a plain line now and then,
// so that a log stays readable.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "eval/parts/statistics_work.h"

namespace gioul {

class ProgressLine {
 public:
  ProgressLine() = default;
  /// Finishes, so that an error that ends the command has a line of its own.
  ~ProgressLine() { finish(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// Whether it is time to show something again; asking is cheap.
  bool is_due() const;
  void show(const std::string& line) { show_block({line}); }
  /// Several lines, as many of them as fit; of them only the last where there is no terminal.
  void show_block(const std::vector<std::string>& lines);
  /// Wipes a line that is being redrawn, before something else is printed.
  void finish();

  static bool is_terminal();

 private:
  using Clock = std::chrono::steady_clock;
  bool terminal_ = is_terminal();
  std::size_t drawn_ = 0;  // lines that a terminal shows and that are still being redrawn
  Clock::time_point last_ = Clock::now();
};

/// "12 s", "3 min 05 s", "2 h 07 min".
std::string duration_text(double seconds);

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
