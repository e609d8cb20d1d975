// The words of `gioul benchmark`, one function each, and what they share.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>

#include "cli/shell/progress.h"
#include "eval/study/decision_set.h"

namespace gioul {

int benchmark_make(int argc, char** argv);
int benchmark_join(int argc, char** argv);
int benchmark_score(int argc, char** argv);
int benchmark_beam(int argc, char** argv);

/// The set that --set names, or the one that comes with the program.
DecisionSet decision_set_option(const class CommandLine& line);

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
