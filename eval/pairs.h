// Pairs of games between two players: the same dice twice, with exchanged seats, so that luck
// cancels as far as it can. All comparisons of strength are made of them.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>

#include "engine/outcome.h"
#include "eval/player.h"
#include "eval/statistics.h"

namespace gioul {

struct PairOptions {
  std::string variant = "gioul";
  int checkers = 15;
  std::uint64_t seed = 1;
  std::int64_t first_pair = 0;  // pairs are numbered: a match can be played in parts
  std::int64_t pairs = 1000;
  int threads = 1;
};

/// All games between two players, counted for the first of them.
struct PairResult {
  std::array<std::int64_t, kOutcomes> outcomes{};  // games by Outcome, for the player
  std::int64_t first_mover_points = 0;             // of all games, points for whoever rolled first
  std::int64_t decisions = 0;
  IntegerSample pair_points;  // points of the player in both games of a pair together

  std::int64_t games() const { return 2 * pair_points.count(); }

  /// Points per game. Its error comes from whole pairs, whose two games are not independent.
  Estimate points_per_game() const { return pair_points.estimate(0.5); }

  void add(const PairResult& other);
};

/// Plays the pairs on `threads` threads. The result depends on seed, numbers and players alone.
/// `games_done` is called from any thread with the number of games that were just finished.
PairResult play_pairs(const PairOptions& options, const PlayerFactory& player,
                      const PlayerFactory& opponent,
                      const std::function<void(std::int64_t)>& games_done = {});

}  // namespace gioul
