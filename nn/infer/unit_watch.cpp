#include "nn/infer/unit_watch.h"

#include <cstddef>
#include <span>
#include <utility>

namespace gioul {

UnitWatch::UnitWatch(const Net& net, std::shared_ptr<const FloatNet> floats)
    : floats_(std::move(floats)) {
  for (const int width : hidden_widths(net)) {
    acting_.emplace_back(static_cast<std::size_t>(width), false);
  }
}

void UnitWatch::see(const Position& position) {
  ++positions_;
  floats_->visit_hidden(position, buffer_, [&](std::size_t layer, std::span<const float> units) {
    std::vector<bool>& acting = acting_[layer];
    for (std::size_t unit = 0; unit < acting.size(); ++unit) {
      if (units[unit] > 0.0f) acting[unit] = true;
    }
  });
}

}  // namespace gioul
