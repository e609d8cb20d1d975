// The comparison loss of training, which penalizes errors in the equity differences between plays
// of the same decision.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/outcome.h"

namespace gioul {

/// Returns the gradient, by the logits, of the comparison loss of a batch: the mean squared error
/// of the equities in points, each less the mean error of its group. `groups` holds the size of
/// each group; `probabilities` are [batch][kOutcomes].
std::vector<Distribution> comparison_gradient(std::span<const Distribution> targets,
                                              std::span<const std::uint32_t> groups,
                                              const float* probabilities);

}  // namespace gioul
