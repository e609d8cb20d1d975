// Plays matches to a number of points, of one game or of a cycle of games (rules, section 8), in
// mirrored pairs: the same dice twice, with swapped sides.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/statistics.h"
#include "engine/games/game.h"
#include "eval/match/match_equity.h"
#include "eval/play/play_game.h"
#include "eval/play/player.h"

namespace gioul {

/// One of the two players of a match.
struct MatchPlayer {
  std::vector<PlayerFactory> players;  // one for each game of the cycle
  /// If set, the player maximizes the probability of winning the match, by this table; else points.
  std::shared_ptr<const MatchEquity> equity = nullptr;
};

struct MatchOptions {
  int target = 5;
  std::vector<Game> games = {Game()};  // the cycle of games
  int checkers = 15;
  std::uint64_t seed = 1;
  std::int64_t pairs = 500;  // of matches
  int threads = 1;
};

/// A played match. Arrays are indexed by player: 0 is the player, 1 the opponent.
struct PlayedMatch {
  std::array<int, 2> points{};  // including points beyond the target
  std::int64_t games = 0;
  std::int64_t gammons = 0;
  std::int64_t ties = 0;
  std::array<std::map<std::string, std::int64_t>, 2> failures{};  // games lost, by failure message

  bool won() const { return points[0] > points[1]; }
};

/// All matches between two players, counted for the first of them.
struct MatchResult {
  std::int64_t games = 0;
  std::int64_t gammons = 0;
  std::int64_t ties = 0;
  IntegerSample pair_wins;  // matches won per pair, 0..2
  RatioEstimator points;    // (won - lost) per game, by pairs
  std::array<std::map<std::string, std::int64_t>, 2> failures{};

  std::int64_t matches() const { return 2 * pair_wins.count(); }
  /// Standard errors are based on whole pairs, since the two matches of a pair are not independent.
  Estimate match_share() const { return pair_wins.estimate(0.5); }
  Estimate points_per_game() const { return points.estimate(); }

  void add(const PlayedMatch& first, const PlayedMatch& second);
};

/// Plays matches between two players. Not thread-safe; each thread has its own.
class MatchRunner {
 public:
  /// Throws InputError for an unknown game or one that is not played with so many checkers.
  MatchRunner(const MatchOptions& options, const MatchPlayer& player, const MatchPlayer& opponent);

  /// Plays both matches of a pair. The player has the first seat in the first match, the opponent
  /// in the second.
  std::array<PlayedMatch, 2> play(std::int64_t pair);

 private:
  struct Contestant {
    std::vector<std::unique_ptr<Player>> players;
    std::shared_ptr<const MatchEquity> equity;
  };
  static Contestant seated(const MatchPlayer& player);
  PlayedMatch play_match(std::size_t first, std::int64_t pair);  // `first`: who has the first seat

  int target_;
  std::uint64_t seed_;
  std::vector<GameRunner> tables_;
  std::array<Contestant, 2> contestants_;
};

/// Pairs that were played before, and their results.
struct ResumedMatches {
  MatchResult result;
  std::vector<bool> pairs;  // played, by pair number; empty if none
};

/// Plays all pairs except those that were played before. The result depends only on the seed and
/// the players. After every pair, passes its number and matches to `keep`, then calls `progress`,
/// from one thread at a time.
MatchResult play_matches(
    const MatchOptions& options, const MatchPlayer& player, const MatchPlayer& opponent,
    const std::function<void(const MatchResult&)>& progress = {}, const ResumedMatches& found = {},
    const std::function<void(std::int64_t, const std::array<PlayedMatch, 2>&)>& keep = {});

}  // namespace gioul
