// Removes hidden units that are never active (nn/infer/active_unit_tracker.h). Training with large
// steps leaves many such dead units, which cost time and contribute nothing.
#pragma once

#include <vector>

#include "nn/net/net.h"

namespace gioul {

/// A flag for each hidden unit of a net, mask[layer][unit]. It is true if the unit is active, which
/// means above 0, in some position.
using UnitMask = std::vector<std::vector<bool>>;

/// Sets in `into` all flags that are set in `other`; both must belong to the same net.
void merge_unit_masks(UnitMask& into, const UnitMask& other);

/// Removes the hidden units that are not marked in `active_units`, but leaves at least one per
/// layer. The output of the net stays the same in all positions in which the removed units are 0.
void remove_dead_units(Net& net, const UnitMask& active_units);

/// Returns, for each hidden layer, how many units remove_dead_units() would remove.
std::vector<int> count_dead_units(const UnitMask& active_units);

}  // namespace gioul
