// One step of a game: a decision and the value of its position. A game is a list of steps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/game_state.h"
#include "engine/outcome.h"
#include "engine/rng.h"

namespace gioul {

/// One step of a game: a decision (position and dice), and the value of its position.
struct GameStep {
  Decision decision;
  /// The net's outcome probabilities of the position, for the player to move; unset in the first
  /// step.
  Distribution outcome_probabilities{};
  bool mover_acts_next = false;  // the player to move also makes the next decision
};

/// Returns a hash of all positions of a game. Equal hashes mean that two games are equal.
inline std::uint64_t game_hash(std::span<const GameStep> steps) {
  std::uint64_t hash = 0;
  for (std::size_t i = steps.size(); i-- > 0;) {
    hash = mix64(hash ^ PositionHash{}(steps[i].decision.position));
  }
  return hash;
}

}  // namespace gioul
