// Which hidden units of a net act in the positions that it is shown.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/position.h"
#include "nn/infer/float_net.h"
#include "nn/net/cut_units.h"
#include "nn/net/net.h"

namespace gioul {

/// Used by one thread at a time.
class UnitWatch {
 public:
  /// `floats` is made of `net`.
  UnitWatch(const Net& net, std::shared_ptr<const FloatNet> floats);

  void see(const Position& position);

  const UnitSet& acting() const { return acting_; }
  std::uint64_t positions() const { return positions_; }

 private:
  std::shared_ptr<const FloatNet> floats_;
  FloatBuffer buffer_;
  UnitSet acting_;
  std::uint64_t positions_ = 0;
};

}  // namespace gioul
