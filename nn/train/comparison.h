// The comparison loss of training, which penalizes errors in the equity differences between plays
// of the same decision.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/outcome.h"

namespace gioul {

/// Returns the gradient of the comparison loss of a batch by the logits. The loss is the mean
/// squared error of the equities in points, after the mean error of its group is subtracted from
/// each. `group_sizes` holds the size of each group of consecutive examples; `probabilities` are
/// the outputs of the net, [batch][kOutcomeCount].
std::vector<Distribution> comparison_loss_gradient(std::span<const Distribution> targets,
                                                   std::span<const std::uint32_t> group_sizes,
                                                   const float* probabilities);

}  // namespace gioul
