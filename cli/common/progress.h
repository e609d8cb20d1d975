// Shows progress on stderr: one line that is redrawn in a terminal, occasional lines elsewhere.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "eval/analysis/resumable_statistics.h"

namespace gioul {

/// One or more lines on stderr that are redrawn in place.
class ProgressLine {
 public:
  ProgressLine() = default;
  /// Calls clear(), so that an error message starts on its own line.
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// Returns true if enough time has passed since the last redraw: 0.2 seconds in a terminal, else
  /// 10 seconds. Cheap, so it may be called often.
  bool is_due() const;
  /// Shows `line` in place of the lines shown before.
  void show(const std::string& line) { show_lines({line}); }
  /// Shows the last of the lines, as many as fit in the terminal, in place of the lines shown
  /// before. If stderr is not a terminal, prints only the last line.
  void show_lines(const std::vector<std::string>& lines);
  /// Clears the lines in the terminal. Call it before something else is printed.
  void clear();

  /// Returns true if stderr is a terminal.
  static bool is_stderr_terminal();

 private:
  using Clock = std::chrono::steady_clock;
  bool stderr_is_terminal_ = is_stderr_terminal();
  std::size_t drawn_line_count_ = 0;              // number of lines in the terminal, to be cleared
  Clock::time_point last_redraw_ = Clock::now();  // when the lines were last drawn
};

/// Formats a duration as "12 s", "3 min 05 s" or "2 h 07 min".
std::string format_duration(double seconds);

/// Formats the progress `at` after `seconds` seconds, such as "17 of 200 decisions  3.20
/// decisions/s  NOTE  1 min 05 s left". `what` is the plural name of the items; its first word is
/// the unit of the rate.
std::string format_progress(const WorkProgress& at, const std::string& what, double seconds,
                            const std::string& note = {});

/// Shows on stderr the number of items that are done, their total, the rate and the time left.
/// Measures time from its construction.
class ProgressCounter {
 public:
  /// Starts at 0 items. `what` is the plural name of the items. `total` is the number of all items;
  /// it is needed only for count_item().
  explicit ProgressCounter(std::string what, std::int64_t total = 0)
      : item_name_(std::move(what)), total_item_count_(total) {}

  /// Counts one item and redraws the line if it is due. Thread-safe.
  void count_item();
  /// Redraws the line with the progress `at` if a redraw is due. Not thread-safe.
  void show(const WorkProgress& at, const std::string& note = {});
  /// Clears the line. Call it before something else is printed.
  void clear() { progress_line_.clear(); }

 private:
  std::string item_name_;                          // plural name of the items
  std::int64_t total_item_count_;                  // number of all items
  std::atomic<std::int64_t> done_item_count_ = 0;  // number of items counted by count_item()
  std::mutex mutex_;                               // guards progress_line_
  ProgressLine progress_line_;
  std::chrono::steady_clock::time_point start_time_ = std::chrono::steady_clock::now();
};

}  // namespace gioul
