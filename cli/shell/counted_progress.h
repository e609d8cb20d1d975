// Progress that is counted, with the time that is left.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>

#include "cli/shell/progress.h"

namespace gioul {

/// "17 of 200 decisions  3.2/s  1 min 05 s left", counted from any thread.
class CountedProgress {
 public:
  CountedProgress(std::string what, std::int64_t most) : what_(std::move(what)), most_(most) {}

  void count();
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
