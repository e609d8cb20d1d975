// Computes the probability of winning a match from every score (match equity table), given the
// outcome probabilities of single games.
//
// The winner of a game starts the next one; after a tie the same player starts again (rules,
// section 8). So scores are stored for the player who starts the next game.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/outcome.h"
#include "eval/solve/exact_table.h"
#include "eval/value/utility.h"

namespace gioul {

/// Outcome probabilities of a game between equal players, for the player who starts it.
using StarterProbabilities = Value;

inline constexpr int kMaxTargetPoints = 1000;  // maximum number of points of a match

/// The score of a match before a game, for one of the players.
struct MatchScore {
  int away = 1;                // points the player still needs, at least 1
  int opponent_away = 1;       // points the opponent still needs, at least 1
  bool starts_game = true;     // the player starts the game
  std::size_t game_index = 0;  // index of the game in the cycle of games
};

/// A match equity table. Immutable and thread-safe.
class MatchEquityTable {
 public:
  /// Computes the table for matches to `target` points (1..kMaxTargetPoints). `shares` has the
  /// outcome probabilities of each game of the cycle (at least one). Throws InputError if they are
  /// not distributions. Also throws if every game is certainly a tie, since such a match never
  /// ends.
  MatchEquityTable(int target, const std::vector<StarterProbabilities>& shares);

  /// Returns the number of points that win a match.
  int target_points() const { return target_points_; }

  /// Returns the probability that the player wins the match from this score.
  double win_probability(const MatchScore& score) const;

  /// Returns the probability that the player wins the match if the game at `score` ends with
  /// `outcome` for the player.
  double win_probability_after(const MatchScore& score, Outcome outcome) const;

  /// Returns the player's utility in the game at `score`: the probability of winning the match
  /// after each outcome.
  Utility utility(const MatchScore& score) const;

 private:
  // Returns the index in win_probabilities_ of the score before game `game` of the cycle. Its
  // starter needs `own` points, the opponent needs `other` points.
  std::size_t score_index(std::size_t game, int own, int other) const {
    const auto width = static_cast<std::size_t>(target_points_);
    return (game * width + static_cast<std::size_t>(own - 1)) * width +
           static_cast<std::size_t>(other - 1);
  }
  // Returns the probability that game `game` of the cycle is not tied and its starter wins the
  // match. `own` and `other` are as for score_index(); `shares` has the outcome probabilities of
  // this game.
  double decisive_win_probability(std::size_t game, int own, int other,
                                  const StarterProbabilities& shares) const;

  int target_points_;
  std::size_t cycle_length_;  // number of games in the cycle
  // The probabilities that the starter of the next game wins the match, by score_index().
  std::vector<double> win_probabilities_;
};

/// Returns the score before the next game, after a game at `score` with this outcome for the
/// player. `games` is the number of games in the cycle. If the match is over, its winner needs 0
/// points or less.
MatchScore score_after(MatchScore score, Outcome outcome, std::size_t games);

}  // namespace gioul
