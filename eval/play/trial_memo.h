// Trials of a rollout that somebody else has played, or played before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "base/part.h"
#include "engine/outcome.h"

namespace gioul {

/// Trials that somebody remembers, so that they are not played again: a rollout that was stopped
/// goes on, and many machines play parts of one.
class TrialMemo {
 public:
  using Each = std::function<void(std::size_t start, std::int64_t trial, const Value& value)>;

  virtual ~TrialMemo() = default;

  /// Calls each() for what it knows of trials [begin, end), with their values to the last bit.
  virtual void recall(std::int64_t begin, std::int64_t end, const Each& each) = 0;

  /// Is told of a trial that was played just now. From any thread.
  virtual void keep(std::size_t start, std::int64_t trial, const Value& value) = 0;
};

/// Several engines without common memory that play one rollout together: all do the same, each
/// plays its part of the mirrored pairs, and what the others have played is exchanged after each
/// block. So all of them have the same results, and stop at the same trial.
class TrialExchange {
 public:
  virtual ~TrialExchange() = default;

  /// Which of the pairs are this engine's.
  virtual Part part() const = 0;

  /// Gives the others what this engine has played of a block, puts in what they have, to the last
  /// bit, and waits for it. The values are those of its trials in order, each of all starts; what
  /// others play is no number before, nor is what was interrupted. False if that was the last time:
  /// nobody wants more.
  virtual bool exchange(std::span<Value> values) = 0;
};

}  // namespace gioul
