// Removes hidden units that are never active (nn/infer/active_unit_tracker.h). Training with large
// steps leaves many such dead units, which cost time and contribute nothing.
#pragma once

#include <vector>

#include "nn/net/net.h"

namespace gioul {

/// Tells for each unit, by hidden layer and index, whether it is ever active, that is, above 0.
using UnitMask = std::vector<std::vector<bool>>;

/// Adds the active units of `other` to `into`; both must be for the same net.
void merge(UnitMask& into, const UnitMask& other);

/// Removes the units that are not in `kept`, but leaves at least one per layer. The net's output is
/// unchanged in positions where the removed units are 0.
void remove_dead_units(Net& net, const UnitMask& kept);

/// Returns how many units of each hidden layer are not in `kept`, less those that must stay.
std::vector<int> count_dead_units(const UnitMask& kept);

}  // namespace gioul
