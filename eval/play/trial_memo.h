// Trials of a rollout that somebody remembers, so that they are not played again: one that was
// stopped goes on, and many machines play parts of one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "engine/outcome.h"

namespace gioul {

class TrialMemo {
 public:
  using Each = std::function<void(std::size_t start, std::int64_t trial, const Value& value)>;

  virtual ~TrialMemo() = default;

  /// Calls each() for what it knows of trials [begin, end), with their values to the last bit.
  virtual void recall(std::int64_t begin, std::int64_t end, const Each& each) = 0;

  /// Is told of a trial that was played just now. From any thread.
  virtual void keep(std::size_t start, std::int64_t trial, const Value& value) = 0;
};

}  // namespace gioul
