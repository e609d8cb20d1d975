// The rows of the first layer that a position is the sum of, as kernels take them.
#pragma once

#include <cstdint>

#include "engine/position.h"
#include "nn/encode/sight.h"
#include "nn/infer/kernel.h"

namespace gioul {

/// Writes them to `rows`, which has room for kMostRows, as offsets into rows of `width` and in the
/// order of visit_slots(), in which sums of floats are defined; returns their end. `seen` is what
/// look() says of the position.
std::uint32_t* list_rows(const Kernel& kernel, const Seen& seen, const Position& position,
                         int width, std::uint32_t* rows);

/// The same, looking by itself.
std::uint32_t* list_rows(const Kernel& kernel, SightRules rules, const Position& position,
                         int width, std::uint32_t* rows);

}  // namespace gioul
