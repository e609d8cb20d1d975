#include "cli/shell/counted_progress.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/numbers.h"

namespace gioul {

std::string pace_text(const WorkProgress& at, const std::string& what, double seconds,
                      const std::string& note) {
  const double pace = static_cast<double>(at.done - at.found) / std::max(seconds, 1e-9);
  const double left = static_cast<double>(at.most - at.done) / std::max(pace, 1e-9);
  return fmt::format("{} of {} {}  {} {}/s  {}{}{} left", at.done, at.most, what,
                     grouped(pace, pace < 10 ? 2 : 0), what.substr(0, what.find(' ')), note,
                     note.empty() ? "" : "  ", duration_text(left));
}

void CountedProgress::count() {
  const std::int64_t done = ++done_;
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (lock) show({.done = done, .found = 0, .most = most_});
}

void CountedProgress::show(const WorkProgress& at, const std::string& note) {
  if (!line_.is_due()) return;
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin_;
  line_.show(pace_text(at, what_, passed.count(), note));
}

}  // namespace gioul
