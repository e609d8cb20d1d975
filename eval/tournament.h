// Tournaments: every player meets every other over pairs of games with the same dice and exchanged
// seats, so that luck cancels as far as it can.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/outcome.h"
#include "eval/statistics.h"

namespace gioul {

struct TournamentOptions {
  std::string variant = "gioul";
  int checkers = 15;
  std::vector<std::string> players;  // at least two, by name (eval/player.h)
  std::int64_t pairs = 1000;         // of games, for each two players
  std::uint64_t seed = 1;
  int threads = 1;
};

/// All games between two players, counted for the first of them.
struct PairingResult {
  std::size_t player = 0;  // index into the options' players
  std::size_t opponent = 0;
  std::array<std::int64_t, kOutcomes> outcomes{};  // games by Outcome, for `player`
  std::int64_t first_mover_points = 0;             // of all games, points for whoever rolled first
  std::int64_t decisions = 0;
  IntegerSample pair_points;  // points of `player` in both games of a pair together

  std::int64_t games() const { return 2 * pair_points.count(); }

  /// Points per game. Its error comes from whole pairs, whose two games are not independent.
  Estimate points_per_game() const { return pair_points.estimate(0.5); }
};

struct TournamentResult {
  std::vector<PairingResult> pairings;
  double seconds = 0.0;
};

/// Plays the tournament on `threads` threads; the result depends on the options alone. `progress`
/// is called now and then, from any one thread at a time, with the games finished of all. Throws
/// InputError for options or players that can't be used.
TournamentResult run_tournament(
    const TournamentOptions& options,
    const std::function<void(std::int64_t done, std::int64_t games)>& progress = {});

}  // namespace gioul
