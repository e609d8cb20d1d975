// Records which hidden units of a net are ever active in the positions it observes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "engine/position.h"
#include "nn/infer/float_net.h"
#include "nn/net/dead_units.h"
#include "nn/net/net.h"

namespace gioul {

/// Records which hidden units of a net are ever active (above 0) in the positions it observes, to
/// find dead units. Not thread-safe: one thread at a time may use it.
class ActiveUnitTracker {
 public:
  /// Starts with no active units. `floats` must have been made from `net`.
  ActiveUnitTracker(const Net& net, std::shared_ptr<const FloatNet> floats)
      : float_net_(std::move(floats)) {
    for (const int width : hidden_widths(net)) {
      active_units_.emplace_back(static_cast<std::size_t>(width), false);
    }
  }

  /// Evaluates a position and records its active units.
  void observe(const Position& position) {
    ++position_count_;
    float_net_->visit_hidden_layers(position, buffer_,
                                    [&](std::size_t layer, std::span<const float> units) {
                                      std::vector<bool>& active = active_units_[layer];
                                      for (std::size_t unit = 0; unit < active.size(); ++unit) {
                                        if (units[unit] > 0.0f) active[unit] = true;
                                      }
                                    });
  }

  /// The units that were active in at least one observed position, by layer and unit.
  const UnitMask& active_units() const { return active_units_; }
  /// Number of observed positions.
  std::uint64_t position_count() const { return position_count_; }

 private:
  std::shared_ptr<const FloatNet> float_net_;  // evaluates the positions
  FloatNetScratch buffer_;                     // working memory of float_net_
  UnitMask active_units_;                      // the units that have been active so far
  std::uint64_t position_count_ = 0;           // number of observed positions
};

}  // namespace gioul
