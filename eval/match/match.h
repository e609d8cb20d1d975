// Plays matches to a number of points in mirrored pairs: the same dice twice, with swapped sides.
// All games of a match can be of one kind, or take turns in a cycle, as in Tavli (rules, section
// 8).
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/statistics.h"
#include "engine/games/game.h"
#include "engine/outcome.h"
#include "eval/match/match_equity.h"
#include "eval/play/luck_evaluator.h"
#include "eval/play/play_game.h"
#include "eval/play/player.h"
#include "eval/tournament/adjusted_sample.h"

namespace gioul {

/// One of the two players of a match.
struct MatchPlayer {
  std::vector<PlayerFactory> player_factories;  // one for each game of the cycle
  /// If set, the player maximizes the probability of winning the match, which this table gives. If
  /// null, it maximizes the points in each game.
  std::shared_ptr<const MatchEquityTable> equity_table = nullptr;
};

/// The matches to play.
struct MatchOptions {
  int target_points = 5;  // points that win a match
  /// The cycle of games: they are played in turn until the match is won.
  std::vector<Game> game_cycle = {Game()};
  int checkers = 15;              // number of checkers per side
  std::uint64_t seed = 1;         // seed of the dice and of random players
  std::int64_t pair_count = 500;  // number of mirrored pairs of matches
  int threads = 1;
  /// For each game of the cycle, measures the luck of the rolls, to subtract it from results;
  /// empty: luck is not measured.
  std::vector<LuckEvaluatorFactory> luck_evaluator_factories = {};
  /// Converts luck to the probability of winning the match; not null if luck is measured.
  std::shared_ptr<const MatchEquityTable> luck_equity_table = nullptr;
};

/// The result of one match between two players. Arrays are indexed by player: 0 is the player that
/// the results are about, 1 the opponent.
struct PlayedMatch {
  std::array<int, 2> points{};    // final score, which can exceed the target
  std::int64_t game_count = 0;    // number of games in the match
  std::int64_t gammon_count = 0;  // number of games won as a gammon by either player
  std::int64_t tie_count = 0;     // number of tied games
  /// failures_by_reason[p] counts the games that player p lost by failing, by error message.
  std::array<std::map<std::string, std::int64_t>, 2> failures_by_reason{};
  /// Luck of all rolls for player 0: the probability of winning the match that they added, in units
  /// of 1 / kLuckUnitsPerPoint; nullopt if it was not measured.
  std::optional<std::int64_t> luck_units = {};

  /// Returns true if player 0 won the match.
  bool player_won() const { return points[0] > points[1]; }
};

/// Totals of all matches between two players, for the first of them ("the player").
struct MatchTotals {
  std::int64_t game_count = 0;    // number of games in all matches
  std::int64_t gammon_count = 0;  // number of games won as a gammon by either player
  std::int64_t tie_count = 0;     // number of tied games
  /// One observation per pair: matches that the player won, 0..2, and the luck of all rolls.
  LuckAdjustedSample pair_wins{0.0, 1.0};
  /// The player's points won minus lost, per game. One observation per pair.
  RatioEstimator points_per_game_estimator;
  /// For the player and the opponent: number of games lost by failing (PlayerFailure), by error
  /// message.
  std::array<std::map<std::string, std::int64_t>, 2> failures_by_reason{};

  /// Returns the number of matches played, two per pair.
  std::int64_t match_count() const { return 2 * pair_wins.pair_count(); }
  /// Returns the fraction of matches that the player won. The luck of the rolls is subtracted if it
  /// was measured. The standard error is based on whole pairs, since the two matches of a pair
  /// share their dice.
  Estimate match_win_share() const { return pair_wins.estimate(); }
  /// Returns the player's points won minus lost per game. The standard error is based on whole
  /// pairs; if these are all equal, it is that of one pair that differs by 2 points.
  Estimate points_per_game() const { return points_per_game_estimator.estimate(2.0); }

  /// Adds the two matches of a mirrored pair.
  void add(const PlayedMatch& first, const PlayedMatch& second);
};

/// Plays matches between two players. Not thread-safe; each thread has its own.
class MatchRunner {
 public:
  /// Throws InputError for a game that cannot be played with `options.checkers` checkers.
  MatchRunner(const MatchOptions& options, const MatchPlayer& player, const MatchPlayer& opponent);

  /// Plays both matches of pair number `pair`, which determines the dice. The player has the first
  /// seat in the first match, the opponent in the second.
  std::array<PlayedMatch, 2> play_pair(std::int64_t pair);

 private:
  // Plays one match of pair number `pair`. `first` is the index of the player in the first seat.
  PlayedMatch play_match(std::size_t first, std::int64_t pair);
  // Converts the luck of a game for the player with this score to match equity: returns the
  // probability of winning the match that the rolls added. `luck_by_outcome` is the luck as a
  // change of the outcome probabilities.
  double luck_in_match_equity(const MatchScore& score, const Value& luck_by_outcome) const;

  int target_points_;
  std::uint64_t seed_;
  std::vector<GameRunner> game_runners_;
  // One per game of the cycle; null: luck is not measured.
  std::vector<std::unique_ptr<LuckEvaluator>> luck_evaluators_;
  // Converts luck to the probability of winning the match; null: luck is not measured.
  std::shared_ptr<const MatchEquityTable> luck_equity_table_;
  // The players, each with one object for each game of the cycle.
  std::array<std::vector<std::unique_ptr<Player>>, 2> players_;
  // The tables that give the players' utilities; null for a player that maximizes points.
  std::array<std::shared_ptr<const MatchEquityTable>, 2> equity_tables_;
};

/// The pairs of matches that an earlier run played, and their results.
struct ResumedMatches {
  MatchTotals result;                // totals of these pairs
  std::vector<bool> is_pair_played;  // by pair number: true if it was played; empty if none was
};

/// Plays all pairs of matches except those in `resumed`, which an earlier run played. Returns the
/// totals of all pairs, including the resumed ones. They depend only on the seed and the players.
/// If interrupted, returns the totals so far; throws Interrupted if there are none. After every
/// pair, passes its number and its two matches to `store_pair`, then calls `progress`; calls both
/// from one thread at a time.
MatchTotals play_matches(
    const MatchOptions& options, const MatchPlayer& player, const MatchPlayer& opponent,
    const std::function<void(const MatchTotals&)>& progress = {},
    const ResumedMatches& resumed = {},
    const std::function<void(std::int64_t, const std::array<PlayedMatch, 2>&)>& store_pair = {});

}  // namespace gioul
