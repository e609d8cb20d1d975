#include "cli/progress.h"

#include <unistd.h>

#include <cmath>
#include <cstdio>

namespace gioul {

bool ProgressLine::is_terminal() { return ::isatty(STDERR_FILENO) == 1; }

bool ProgressLine::is_due() const {
  const auto pause = std::chrono::milliseconds(terminal_ ? 200 : 10000);
  return Clock::now() - last_ >= pause;
}

void ProgressLine::show(const std::string& line) {
  last_ = Clock::now();
  // ESC [ K wipes what a longer line before has left over.
  std::fprintf(stderr, terminal_ ? "\r%s\033[K" : "%s\n", line.c_str());
  open_ = terminal_;
}

void ProgressLine::finish() {
  if (open_) std::fputs("\r\033[K", stderr);
  open_ = false;
}

std::string duration_text(double seconds) {
  const long long whole = std::llround(seconds);
  char text[64];
  if (whole >= 3600) {
    std::snprintf(text, sizeof(text), "%lld h %02lld min", whole / 3600, whole / 60 % 60);
  } else if (whole >= 60) {
    std::snprintf(text, sizeof(text), "%lld min %02lld s", whole / 60, whole % 60);
  } else {
    std::snprintf(text, sizeof(text), "%lld s", whole);
  }
  return text;
}

}  // namespace gioul
