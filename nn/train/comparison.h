// Plays of one decision learn their differences too: the loss that compares them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/outcome.h"

namespace gioul {

/// The gradient of the mean squared error of a batch's equities, each less the mean of its group's,
/// by the logits. `groups`: how many examples each has; `probabilities`: [batch][kOutcomes].
std::vector<Distribution> comparison_gradient(std::span<const Distribution> targets,
                                              std::span<const std::uint32_t> groups,
                                              const float* probabilities);

}  // namespace gioul
