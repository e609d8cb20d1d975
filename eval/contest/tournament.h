// Tournaments: players meet over pairs of games with the same dice and exchanged seats, so that
// luck cancels as far as it can. With a database they can be stopped at any time and go on later.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "eval/contest/pairs.h"
#include "eval/contest/tournament_plan.h"

namespace gioul {

struct PairingResult : PairResult {
  std::size_t player = 0;  // index into the options' players: the result is his
  std::size_t opponent = 0;
};

struct TournamentResult {
  std::vector<PairingResult> pairings;
  std::int64_t found = 0;  // of all games, those that the database had
  double seconds = 0.0;    // what playing the others took

  std::int64_t games() const;
};

struct TournamentProgress {
  const TournamentResult& result;  // so far
  std::int64_t games = 0;          // that it will have
};

/// Plays the tournament on `threads` threads; all but the times depends on the options alone, or
/// on the players if they do. `progress` is called a few times a second, by one thread at a time.
/// Throws InputError for options, players or a database that can't be used.
TournamentResult run_tournament(
    const TournamentOptions& options,
    const std::function<void(const TournamentProgress&)>& progress = {});

}  // namespace gioul
