#include "cli/shell/counted_progress.h"

#include <fmt/format.h>

namespace gioul {

void CountedProgress::count() {
  const std::int64_t done = ++done_;
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock || !line_.is_due()) return;
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin_;
  const double rate = static_cast<double>(done) / passed.count();
  line_.show(fmt::format("{} of {} {}  {:.1f}/s  {} left", done, most_, what_, rate,
                         duration_text(static_cast<double>(most_ - done) / rate)));
}

}  // namespace gioul
