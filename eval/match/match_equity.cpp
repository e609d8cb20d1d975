#include "eval/match/match_equity.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <string>

#include "base/error.h"

namespace gioul {

namespace {

constexpr auto kTieIndex = static_cast<std::size_t>(Outcome::kTie);

void check(int target, const std::vector<StarterProbabilities>& all) {
  if (target < 1 || target > kMaxTargetPoints) {
    throw InputError("a match to " + std::to_string(target) + " points: expected 1 to " +
                     std::to_string(kMaxTargetPoints));
  }
  assert(!all.empty());
  bool ends = false;
  for (const StarterProbabilities& shares : all) {
    double sum = 0.0;
    for (const double share : shares) {
      if (!(share >= 0.0 && share <= 1.0)) {
        throw InputError("probability " + std::to_string(share) + ": expected 0 to 1");
      }
      sum += share;
    }
    if (std::abs(sum - 1.0) > 1e-6) {
      throw InputError("probabilities sum to " + std::to_string(sum) + ", expected 1");
    }
    ends = ends || shares[kTieIndex] < 1.0;
  }
  if (!ends) throw InputError("every game is a tie: the match has no end");
}

}  // namespace

MatchScore score_after(MatchScore score, Outcome outcome, std::size_t games) {
  const int won = points(outcome);
  if (won > 0) score.away -= won;
  if (won < 0) score.opponent_away += won;
  if (won != 0) score.starts_game = won > 0;
  score.game_index = (score.game_index + 1) % games;
  return score;
}

MatchEquityTable::MatchEquityTable(int target, const std::vector<StarterProbabilities>& shares)
    : target_points_(target), cycle_length_(shares.size()) {
  check(target, shares);
  win_probabilities_.resize(cycle_length_ * static_cast<std::size_t>(target) *
                            static_cast<std::size_t>(target));
  std::vector<double> decided(cycle_length_);
  for (int both = 2; both <= 2 * target; ++both) {
    for (int own = std::max(1, both - target); own <= std::min(target, both - 1); ++own) {
      const int other = both - own;
      // chance[g] = decided[g] + tie[g] * chance[g + 1] is a cycle of equations. Substituting once
      // around it gives chance[0] = sum + factor * chance[0].
      double sum = 0.0;
      double factor = 1.0;
      for (std::size_t g = 0; g < cycle_length_; ++g) {
        decided[g] = decisive_win_probability(g, own, other, shares[g]);
        sum += factor * decided[g];
        factor *= shares[g][kTieIndex];
      }
      double next = sum / (1.0 - factor);
      for (std::size_t g = cycle_length_; g-- > 0;) {
        next = std::min(1.0, decided[g] + shares[g][kTieIndex] * next);  // shares are rounded
        win_probabilities_[score_index(g, own, other)] = next;
      }
    }
  }
}

double MatchEquityTable::decisive_win_probability(std::size_t game, int own, int other,
                                                  const StarterProbabilities& shares) const {
  double sum = 0.0;
  for (const Outcome outcome : {Outcome::kLose2, Outcome::kLose1, Outcome::kWin1, Outcome::kWin2}) {
    sum += shares[static_cast<std::size_t>(outcome)] *
           win_probability_after({own, other, true, game}, outcome);
  }
  return sum;
}

double MatchEquityTable::win_probability(const MatchScore& score) const {
  assert(score.away >= 1 && score.opponent_away >= 1);
  assert(score.away <= target_points_ && score.opponent_away <= target_points_ &&
         score.game_index < cycle_length_);
  return score.starts_game
             ? win_probabilities_[score_index(score.game_index, score.away, score.opponent_away)]
             : 1.0 - win_probabilities_[score_index(score.game_index, score.opponent_away,
                                                    score.away)];
}

double MatchEquityTable::win_probability_after(const MatchScore& score, Outcome outcome) const {
  const MatchScore next = score_after(score, outcome, cycle_length_);
  if (next.away <= 0) return 1.0;
  if (next.opponent_away <= 0) return 0.0;
  return win_probability(next);
}

Utility MatchEquityTable::utility(const MatchScore& score) const {
  Utility::OutcomeUtilities values{};
  for (std::size_t o = 0; o < kOutcomeCount; ++o) {
    values[o] = win_probability_after(score, static_cast<Outcome>(o));
  }
  return Utility(values);
}

}  // namespace gioul
