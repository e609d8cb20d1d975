// Runs round-robin and gauntlet tournaments of mirrored pairs. With a database they can be stopped
// and resumed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "eval/tournament/game_pairs.h"
#include "eval/tournament/tournament_spec.h"

namespace gioul {

/// Totals of all games between two players of a tournament.
struct PairingResult : PairResult {
  std::size_t player = 0;  // indices into the options' players; the totals are for this player
  std::size_t opponent = 0;
};

struct TournamentResult {
  std::vector<PairingResult> pairings;
  std::int64_t found = 0;  // games that were already in the database
  double seconds = 0.0;    // duration, without those games

  std::int64_t games() const;
};

struct TournamentProgress {
  const TournamentResult& result;  // so far
  std::int64_t games = 0;          // planned number of games
};

/// Plays the tournament. Except for the times, the result depends only on the options and the
/// players. Calls `progress` a few times per second, from one thread at a time. Throws InputError
/// for invalid options or an unusable player or database.
TournamentResult run_tournament(
    const TournamentOptions& options,
    const std::function<void(const TournamentProgress&)>& progress = {});

}  // namespace gioul
