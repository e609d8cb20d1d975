// A cache of rollout trials, and the exchange of trials between processes that share a rollout.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "base/work_part.h"
#include "engine/outcome.h"

namespace gioul {

/// Stores the trials of a rollout, so that it can be stopped, resumed and split over machines.
class TrialCache {
 public:
  using Each = std::function<void(std::size_t start, std::int64_t trial, const Value& value)>;

  virtual ~TrialCache() = default;

  /// Calls each() for the stored trials in [begin, end), with bit-identical values.
  virtual void find(std::int64_t begin, std::int64_t end, const Each& each) = 0;

  /// Stores a trial. Thread-safe.
  virtual void store(std::size_t start, std::int64_t trial, const Value& value) = 0;
};

/// Lets several processes without shared memory run one rollout together. All of them do the same
/// computation, but each plays only its part of the mirrored pairs; after each block they exchange
/// the values. So all have the same results and stop at the same trial.
class TrialExchange {
 public:
  virtual ~TrialExchange() = default;

  /// Returns which of the pairs this process plays.
  virtual WorkPart part() const = 0;

  /// Sends this process's trials of a block, waits for those of the others and fills them in,
  /// bit-identical. `values` has the trials in order, each with all starts; missing values are NaN,
  /// before the call and, for interrupted trials, after it. Returns false if no more blocks are
  /// wanted.
  virtual bool exchange(std::span<Value> values) = 0;
};

}  // namespace gioul
