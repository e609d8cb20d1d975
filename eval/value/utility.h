// What the five outcomes of a game are worth to a player who wants something else than points: in a
// match, the chance to win it. Equity generalised, and linear in the distribution as that is.
#pragma once

#include <array>
#include <cstddef>

#include "engine/outcome.h"

namespace gioul {

/// On the scale on which a single loss is worth -1 and a single win +1, so that margins which are
/// meant in points keep their meaning. Points are the default.
class Utility {
 public:
  using Values = std::array<double, kOutcomes>;

  Utility() = default;

  /// Of outcomes that are worth `values` in any unit: all scales and offsets give the same utility.
  /// Where a single win is worth a single loss the whole range counts as two; where nothing is at
  /// stake at all the player goes by points.
  explicit Utility(const Values& values);

  const Values& values() const { return values_; }
  double of(Outcome outcome) const { return values_[static_cast<std::size_t>(outcome)]; }
  /// By points it is the equity, to the last bit.
  double of(const Value& value) const {
    if (is_points_) return equity(value);
    double sum = 0.0;
    for (std::size_t o = 0; o < kOutcomes; ++o) sum += values_[o] * value[o];
    return sum;
  }

  /// The same for the other player, who loses what this one wins.
  Utility flipped() const;

  bool is_points() const { return is_points_; }
  bool operator==(const Utility&) const = default;

 private:
  static constexpr Values kPoints = {-2.0, -1.0, 0.0, 1.0, 2.0};
  Values values_ = kPoints;
  bool is_points_ = true;
};

}  // namespace gioul
