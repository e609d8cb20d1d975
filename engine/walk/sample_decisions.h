// Decisions of every kind, from games at random: what an engine or a player is tried on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/games/game.h"
#include "engine/turn.h"

namespace gioul {

/// Decisions of one kind; a decision belongs to the first kind that fits it.
struct DecisionSamples {
  std::string_view kind;
  std::vector<Decision> decisions;  // as many as wanted, or all that were found
};

/// Up to `wanted` decisions of each kind, from the first `games` games of `seed`.
std::vector<DecisionSamples> sample_decisions(Game game, std::size_t wanted, int games,
                                              std::uint64_t seed);

}  // namespace gioul
