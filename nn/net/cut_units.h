// Hidden units that never act (nn/infer/unit_watch.h), cut out. Training by large steps leaves
// many: they cost time and say nothing.
#pragma once

#include <vector>

#include "nn/net/net.h"

namespace gioul {

/// Whether a unit acts, that is, gives more than 0, by hidden layer and unit.
using UnitSet = std::vector<std::vector<bool>>;

/// Both sets must be of one net.
void merge(UnitSet& into, const UnitSet& other);

/// Cuts out the units that are not in `kept`, in each layer all but one at most. Where those give 0
/// the net gives what it gave.
void cut_units(Net& net, const UnitSet& kept);

/// How many units of each hidden layer are not in `kept`.
std::vector<int> count_cut(const UnitSet& kept);

}  // namespace gioul
