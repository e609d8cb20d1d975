// The comparison loss of training, which penalizes errors in the equity differences between plays
// of the same decision.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/outcome.h"

namespace gioul {

/// Returns the gradient of a batch's comparison loss with respect to the logits of each example.
/// The loss is the mean of (e - m)^2, where e is the error of an example's equity in points and m
/// is the mean of e in its group. `group_sizes` holds the size of each group of consecutive
/// examples; `probabilities` are the outputs of the net, [batch][kOutcomeCount].
std::vector<Distribution> comparison_loss_gradient(std::span<const Distribution> targets,
                                                   std::span<const std::uint32_t> group_sizes,
                                                   const float* probabilities);

}  // namespace gioul
