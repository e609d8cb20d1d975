// Runs round-robin and gauntlet tournaments of mirrored pairs of games. With a database they can be
// stopped and resumed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "eval/tournament/game_pairs.h"
#include "eval/tournament/tournament_spec.h"

namespace gioul {

/// The results of a tournament, or of the part of it that was played.
struct TournamentResult {
  std::vector<TournamentPlayer> players;  // in the order of TournamentOptions::player_names
  std::vector<PairingTotals> pairings;    // totals of the games of each pairing
  std::int64_t pairs_per_pairing = 0;     // planned number of pairs per pairing
  std::int64_t resumed_games = 0;         // games that were already in the database
  double played_seconds = 0.0;            // duration of this run, without resumed games

  /// Returns the number of games, including resumed ones.
  std::int64_t game_count() const;
};

/// Progress of a tournament, passed to its callback.
struct TournamentProgress {
  const TournamentResult& result;  // the result so far
  std::int64_t planned_games = 0;  // planned number of games
};

/// Plays the tournament. Except for the times, the result depends only on the options and the
/// players. If a stop is requested, returns the result so far. Calls `progress` a few times per
/// second, from one thread at a time. Throws InputError for invalid options or an unusable player
/// or database.
TournamentResult run_tournament(
    const TournamentOptions& options,
    const std::function<void(const TournamentProgress&)>& progress = {});

}  // namespace gioul
