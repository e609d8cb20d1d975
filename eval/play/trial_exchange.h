// Several engines without common memory that play one rollout together: all do the same, each plays
// its part of the mirrored pairs, and what the others have played is exchanged after each block. So
// all of them have the same results, and stop at the same trial.
#pragma once

#include <span>

#include "base/part.h"
#include "engine/outcome.h"

namespace gioul {

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
