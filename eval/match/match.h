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
  /// If set, the player maximizes the probability of winning the match, which is computed with this
  /// table; otherwise, points in each game.
  std::shared_ptr<const MatchEquity> equity = nullptr;
};

/// The matches to play.
struct MatchOptions {
  int target = 5;                      // points that win a match
  std::vector<Game> games = {Game()};  // the cycle of games, which are played in turn
  int checkers = 15;
  std::uint64_t seed = 1;
  std::int64_t pairs = 500;  // mirrored pairs of matches
  int threads = 1;
};

/// The result of a match. Arrays are indexed by player: 0 is the player, 1 the opponent.
struct PlayedMatch {
  std::array<int, 2> points{};  // final score, which can exceed the target
  std::int64_t games = 0;
  std::int64_t gammons = 0;
  std::int64_t ties = 0;
  std::array<std::map<std::string, std::int64_t>, 2> failures{};  // games lost, by failure message

  bool won() const { return points[0] > points[1]; }
};

/// Totals of all matches between two players, for the first of them.
struct MatchResult {
  std::int64_t games = 0;
  std::int64_t gammons = 0;
  std::int64_t ties = 0;
  IntegerSample pair_wins;  // one observation per pair: matches won, 0..2
  RatioEstimator points;    // points won minus lost per game; one observation per pair
  std::array<std::map<std::string, std::int64_t>, 2> failures{};

  std::int64_t matches() const { return 2 * pair_wins.count(); }
  /// Returns the fraction of matches won. As for points_per_game(), the standard error is based on
  /// whole pairs, since the two matches of a pair are not independent.
  Estimate match_share() const { return pair_wins.estimate(0.5); }
  Estimate points_per_game() const { return points.estimate(); }

  void add(const PlayedMatch& first, const PlayedMatch& second);
};

/// Plays matches between two players. Not thread-safe; each thread has its own.
class MatchRunner {
 public:
  /// Throws InputError for a game that cannot be played with `options.checkers` checkers.
  MatchRunner(const MatchOptions& options, const MatchPlayer& player, const MatchPlayer& opponent);

  /// Plays both matches of pair number `pair`. The player has the first seat in the first match,
  /// the opponent in the second.
  std::array<PlayedMatch, 2> play(std::int64_t pair);

 private:
  struct Contestant {
    std::vector<std::unique_ptr<Player>> players;
    std::shared_ptr<const MatchEquity> equity;
  };
  static Contestant make_contestant(const MatchPlayer& player);
  // `first` is the index of the player in the first seat.
  PlayedMatch play_match(std::size_t first, std::int64_t pair);

  int target_;
  std::uint64_t seed_;
  std::vector<GameRunner> game_runners_;
  std::array<Contestant, 2> contestants_;
};

/// The pairs that were played before, and their results.
struct ResumedMatches {
  MatchResult result;
  std::vector<bool> pairs;  // by pair number: whether it was played; empty if none was
};

/// Plays all pairs except those in `found`, which were played before. The result includes them and
/// depends only on the seed and the players. After every pair, passes its number and its matches to
/// `keep`, then calls `progress`, from one thread at a time.
MatchResult play_matches(
    const MatchOptions& options, const MatchPlayer& player, const MatchPlayer& opponent,
    const std::function<void(const MatchResult&)>& progress = {}, const ResumedMatches& found = {},
    const std::function<void(std::int64_t, const std::array<PlayedMatch, 2>&)>& keep = {});

}  // namespace gioul
