// The utility of the five outcomes of a game for a player. By default it is points; in a match, it
// is the probability of winning the match. Like equity, the utility of a position is linear in its
// outcome probabilities.
#pragma once

#include <array>
#include <cstddef>

#include "engine/outcome.h"

namespace gioul {

/// The utility of each outcome for a player. By default, utilities are points. All utilities are
/// scaled so that a single loss is -1 and a single win is +1, as in points. So margins that are
/// given in points, as in a search, keep their meaning.
class Utility {
 public:
  /// One number for each Outcome.
  using OutcomeUtilities = std::array<double, kOutcomeCount>;

  Utility() = default;

  /// Makes a utility from the values of the outcomes, in any unit: scale and offset do not matter.
  /// If a single win and a single loss have equal values, the difference between the best and the
  /// worst outcome is scaled to 2. If all values are equal, the utility is points.
  explicit Utility(const OutcomeUtilities& values);

  /// Returns the utility of an outcome.
  double evaluate(Outcome outcome) const { return values_[static_cast<std::size_t>(outcome)]; }
  /// Returns the expected utility of a position with these outcome probabilities. If the utility is
  /// points, it equals equity(value).
  double evaluate(const Value& value) const {
    if (is_points_) return equity(value);
    double sum = 0.0;
    for (std::size_t o = 0; o < kOutcomeCount; ++o) sum += values_[o] * value[o];
    return sum;
  }

  /// Returns the utility for the opponent: that of each outcome for the opponent is minus that of
  /// the opposite outcome for this player.
  Utility flipped() const;

  /// Returns true if utilities are points, so that the expected utility is the equity.
  bool is_points() const { return is_points_; }
  bool operator==(const Utility&) const = default;

 private:
  static constexpr OutcomeUtilities kPoints = {-2.0, -1.0, 0.0, 1.0, 2.0};
  OutcomeUtilities values_ = kPoints;  // the scaled utilities, indexed by Outcome
  bool is_points_ = true;
};

}  // namespace gioul
