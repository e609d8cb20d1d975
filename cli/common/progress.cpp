#include "cli/common/progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/format_number.h"

namespace gioul {

bool ProgressLine::is_stderr_terminal() { return ::isatty(STDERR_FILENO) == 1; }

bool ProgressLine::is_due() const {
  const auto pause = std::chrono::milliseconds(stderr_is_terminal_ ? 200 : 10000);
  return Clock::now() - last_redraw_ >= pause;
}

void ProgressLine::show_lines(const std::vector<std::string>& lines) {
  last_redraw_ = Clock::now();
  if (!stderr_is_terminal_) {
    std::fprintf(stderr, "%s\n", lines.back().c_str());
    return;
  }
  clear();
  // A wrapped line would take two rows, and too many lines would scroll.
  winsize window{};
  const bool known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &window) == 0;
  const std::size_t width = known && window.ws_col > 0 ? window.ws_col : 80;
  const std::size_t height = known && window.ws_row > 0 ? window.ws_row : 24;
  const std::size_t skipped = lines.size() > height ? lines.size() - height : 0;
  std::string text;
  for (std::size_t i = skipped; i < lines.size(); ++i) {
    text += (i == skipped ? "" : "\n") + lines[i].substr(0, width - 1);
  }
  std::fputs(text.c_str(), stderr);
  drawn_line_count_ = lines.size() - skipped;
}

void ProgressLine::clear() {
  // ESC [ n A moves up n lines, ESC [ J clears from there on.
  if (drawn_line_count_ > 1) std::fprintf(stderr, "\033[%zuA", drawn_line_count_ - 1);
  if (drawn_line_count_ > 0) std::fputs("\r\033[J", stderr);
  drawn_line_count_ = 0;
}

std::string format_duration(double seconds) {
  const long long whole = std::llround(seconds);
  if (whole >= 3600) return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
  if (whole >= 60) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} s", whole);
}

std::string format_progress(const WorkProgress& at, const std::string& what, double seconds,
                            const std::string& note) {
  const double rate =
      static_cast<double>(at.units_done - at.units_resumed) / std::max(seconds, 1e-9);
  const double left = static_cast<double>(at.units_total - at.units_done) / std::max(rate, 1e-9);
  return fmt::format("{} of {} {}  {} {}/s  {}{}{} left", at.units_done, at.units_total, what,
                     format_grouped(rate, rate < 10 ? 2 : 0), what.substr(0, what.find(' ')), note,
                     note.empty() ? "" : "  ", format_duration(left));
}

void ProgressCounter::count_item() {
  const std::int64_t done = ++done_item_count_;
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (lock) show({.units_done = done, .units_resumed = 0, .units_total = total_item_count_});
}

void ProgressCounter::show(const WorkProgress& at, const std::string& note) {
  if (!progress_line_.is_due()) return;
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start_time_;
  progress_line_.show(format_progress(at, item_name_, passed.count(), note));
}

}  // namespace gioul
