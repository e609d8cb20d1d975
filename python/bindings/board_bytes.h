// Boards as bytes, one a place, from bit-planes and back.
#pragma once

#include <cstdint>

#include "engine/position.h"

namespace gioul::python {

/// bytes[p] = side.count(p), for all kPlaces of them.
void write_counts(const Side& side, std::int8_t* bytes);

/// The side with these counts. Throws InputError for counts that no side has: below 0, or more than
/// kMaxCheckers in all.
Side side_of_counts(const std::int8_t* bytes);

}  // namespace gioul::python
