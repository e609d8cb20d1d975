// A game as its decisions, in the order in which they were made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/outcome.h"
#include "engine/rng.h"
#include "engine/turn.h"

namespace gioul {

/// A position of a game as it was played, and what was decided about there.
struct Visit {
  Decision decision;
  Distribution value{};  // by the net that chose it, seen by its player to act; none for the first
  bool acts_again = false;  // the player to act also makes the next decision
};

/// A hash of a game: equal hashes, equal games.
inline std::uint64_t hash_of(std::span<const Visit> visits) {
  std::uint64_t hash = 0;
  for (std::size_t i = visits.size(); i-- > 0;) {
    hash = mix64(hash ^ PositionHash{}(visits[i].decision.position));
  }
  return hash;
}

}  // namespace gioul
