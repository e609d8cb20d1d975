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

/// Returns `count` distinct positions, or fewer if fewer are found, from random games with
/// `checkers` per side. All kinds of positions that occur in the game are represented as evenly as
/// possible: to roll, moves owed, moves forfeited, bearing off, on the bar, pinned, early rolls.
/// The result depends only on the arguments.
std::vector<Position> sample_positions(Game game, int checkers, std::uint64_t seed,
                                       std::size_t count);

/// Sample decisions of one kind, such as bearing off. A decision that fits several kinds belongs to
/// the first of them.
struct DecisionSamples {
  std::string_view kind;            // name of the kind, such as "bearing off"
  std::vector<Decision> decisions;  // as many as were requested, or fewer if fewer were found
};

/// Returns up to `max_per_kind` decisions of each kind from `games` random games. `seed` determines
/// the games.
std::vector<DecisionSamples> sample_decisions(Game game, std::size_t max_per_kind, int games,
                                              std::uint64_t seed);

}  // namespace gioul
