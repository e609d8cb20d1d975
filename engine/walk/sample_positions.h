// Varied positions of a game, drawn from random games: what exports and measurements are shown on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/games/game.h"
#include "engine/position.h"
#include "engine/turn.h"

namespace gioul {

/// `count` (or fewer, if the game has no more) distinct positions of random games from the start
/// with `checkers` a side. Every kind that the game has comes up as often as it can: to roll, owed,
/// forfeited, bearing off, on the bar, pinned, early turns. A function of the arguments alone.
std::vector<Position> sample_positions(Game game, int checkers, std::uint64_t seed,
                                       std::size_t count);

/// Decisions of one kind; a decision belongs to the first kind that fits it.
struct DecisionSamples {
  std::string_view kind;
  std::vector<Decision> decisions;  // as many as wanted, or all that were found
};

/// Up to `wanted` decisions of each kind, from the first `games` games of `seed`.
std::vector<DecisionSamples> sample_decisions(Game game, std::size_t wanted, int games,
                                              std::uint64_t seed);

}  // namespace gioul
