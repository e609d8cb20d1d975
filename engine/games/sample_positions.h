// Varied positions from random games, for exports, benchmarks and tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/game_state.h"
#include "engine/games/game.h"
#include "engine/position.h"

namespace gioul {

/// Returns `count` distinct positions (fewer if fewer are found) from random games with `checkers`
/// per side. All kinds that the game has are represented as evenly as possible: to roll, owed,
/// forfeited, bearing off, on the bar, pinned, early rolls. The result depends on the arguments
/// alone.
std::vector<Position> sample_positions(Game game, int checkers, std::uint64_t seed,
                                       std::size_t count);

/// Decisions of one kind, such as bearing off. A decision belongs to the first kind that fits it.
struct DecisionSamples {
  std::string_view kind;            // name of the kind
  std::vector<Decision> decisions;  // as many as wanted, or all found
};

/// Returns up to `wanted` decisions of each kind from `games` random games with this seed.
std::vector<DecisionSamples> sample_decisions(Game game, std::size_t wanted, int games,
                                              std::uint64_t seed);

}  // namespace gioul
