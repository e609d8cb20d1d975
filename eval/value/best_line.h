// What is read off a list of afterstates: its best line, and the mover's side in each.
#pragma once

#include <cstddef>
#include <span>

#include "engine/afterstates.h"

namespace gioul {

/// The line with the most points for the mover, the first of equals: `equities` belong to the
/// positions of `list` and are seen by him; endings count what they win.
std::size_t best_line(const AfterstateList& list, std::span<const float> equities);

/// The mover's side in an afterstate of `list`.
inline const Side& mover_side(const AfterstateList& list, const Position& next) {
  return list.mover_acts_next() ? next.own : next.opp;
}

}  // namespace gioul
