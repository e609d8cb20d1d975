// Tournaments: every player meets every other over pairs of games with the same dice and exchanged
// seats, so that luck cancels as far as it can.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "eval/pairs.h"

namespace gioul {

struct TournamentOptions {
  std::string variant = "gioul";
  int checkers = 15;
  std::vector<std::string> players;  // at least two, by name (eval/player.h)
  std::int64_t pairs = 1000;         // of games, for each two players
  std::uint64_t seed = 1;
  int threads = 1;
};

struct PairingResult : PairResult {
  std::size_t player = 0;  // index into the options' players: the result is his
  std::size_t opponent = 0;
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
