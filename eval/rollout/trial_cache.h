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
  /// Receives a stored trial: the index of its start (position or candidate play), its number, and
  /// its value.
  using TrialCallback =
      std::function<void(std::size_t start, std::int64_t trial, const Value& value)>;

  virtual ~TrialCache() = default;

  /// Calls each() for all stored trials, of any start, whose numbers are in [begin, end). The
  /// values are exactly those that were stored.
  virtual void for_each_trial(std::int64_t begin, std::int64_t end, const TrialCallback& each) = 0;

  /// Stores the value of trial number `trial` of the start with index `start`. Thread-safe.
  virtual void store(std::size_t start, std::int64_t trial, const Value& value) = 0;
};

/// Lets several processes without shared memory run one rollout together. Each plays only its part
/// of the mirrored pairs. After each block of trials they exchange the values, so that all compute
/// the same results and stop at the same trial.
class TrialExchange {
 public:
  virtual ~TrialExchange() = default;

  /// Returns the part of the mirrored pairs of trials that this process plays.
  virtual WorkPart part() const = 0;

  /// Completes the values of a block of trials. Sends the values that this process has computed,
  /// waits for those of the other processes, and writes them into `values` exactly as they were
  /// computed. `values` is ordered by trial, then by start. Values of other processes are NaN
  /// before the call; values of interrupted trials are NaN after it. Returns false if no more
  /// blocks are needed.
  virtual bool exchange(std::span<Value> values) = 0;
};

}  // namespace gioul
