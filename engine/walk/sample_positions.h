// Varied positions of a game, drawn from random games: what exports and measurements are shown on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/games/game.h"
#include "engine/position.h"

namespace gioul {

/// `count` (or fewer, if the game has no more) distinct positions of random games from the start
/// with `checkers` a side. Every kind that the game has comes up as often as it can: to roll, owed,
/// forfeited, bearing off, on the bar, pinned, early turns. A function of the arguments alone.
std::vector<Position> sample_positions(Game game, int checkers, std::uint64_t seed,
                                       std::size_t count);

}  // namespace gioul
