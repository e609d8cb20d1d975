// Match equity: the chance to win a match from every score, worked out from how single games end.
//
// The winner of a game starts the next, after a tie the starter stays (rules, section 8), so scores
// are kept from the view of whoever starts the game that is played next.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/outcome.h"
#include "eval/solve/exact_table.h"
#include "eval/value/utility.h"

namespace gioul {

/// How games between equal players end for the one who starts.
using StarterShares = Value;

inline constexpr int kMaxTarget = 1000;

/// Where a match stands before a game, seen by one of the players.
struct MatchScore {
  int needs = 1;           // points that he still needs, at least 1
  int opponent_needs = 1;  // at least 1
  bool starts = true;      // he starts the game
  std::size_t game = 0;    // which of the match's games in turn it is
};

/// Immutable, and shared by threads.
class MatchEquity {
 public:
  /// Of matches to `target` points (1..kMaxTarget) in which the games of `shares` (at least one)
  /// are played in turn. Throws InputError for shares that are no distributions, and if every game
  /// is tied: such a match has no end.
  MatchEquity(int target, const std::vector<StarterShares>& shares);

  int target() const { return target_; }
  std::size_t games() const { return games_; }

  /// The chance that the player wins the match.
  double chance(const MatchScore& score) const;

  /// The same after the game at `score` has ended with `outcome` for him.
  double chance_after(const MatchScore& score, Outcome outcome) const;

  /// What the outcomes of the game at `score` are worth to him: his chances after them.
  Utility utility(const MatchScore& score) const;

 private:
  // For the starter, who needs `own` points while the other needs `other`.
  std::size_t index(std::size_t game, int own, int other) const {
    const auto width = static_cast<std::size_t>(target_);
    return (game * width + static_cast<std::size_t>(own - 1)) * width +
           static_cast<std::size_t>(other - 1);
  }
  double decided_part(std::size_t game, int own, int other, const StarterShares& shares) const;

  int target_;
  std::size_t games_;
  std::vector<double> chances_;
};

/// The score of the next game, or with 0 or less needed by who has won the match.
MatchScore score_after(MatchScore score, Outcome outcome, std::size_t games);

}  // namespace gioul
