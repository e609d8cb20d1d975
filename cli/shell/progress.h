// Progress on stderr: in a terminal one line that is redrawn, elsewhere a plain line now and then,
// so that a log stays readable.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

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

}  // namespace gioul
