// Starts of an engine that failed, one after the other: each loses a game, until there are so many
// that whoever runs the games should know before all of them are lost.
#pragma once

#include <stdexcept>
#include <string>

#include "eval/play/player.h"

namespace gioul {

class FailedStarts {
 public:
  static constexpr int kMost = 10;
  static constexpr const char* kAtTheStart = "at the start: ";

  /// The engine has started.
  void forget() { count_ = 0; }

  /// It has not: throws PlayerFailure with the reason, or std::runtime_error if `engine`, which has
  /// been started before, is no opponent any more.
  [[noreturn]] void add(const std::string& engine, const PlayerFailure& failure) {
    const std::string reason = std::string(kAtTheStart) + failure.what();
    if (++count_ < kMost) throw PlayerFailure(reason);
    throw std::runtime_error("engine '" + engine + "' failed " + std::to_string(count_) +
                             " times in a row " + reason);
  }

 private:
  int count_ = 0;  // in a row
};

}  // namespace gioul
