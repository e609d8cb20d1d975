// What the five outcomes of a game are worth to a player who wants something else than points: in a
// match, the chance to win it. Equity generalised, and linear in the distribution as that is.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "engine/afterstates.h"
#include "engine/outcome.h"
#include "eval/value/evaluator.h"

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
  double of(const Value& value) const {
    double sum = 0.0;
    for (std::size_t o = 0; o < kOutcomes; ++o) sum += values_[o] * value[o];
    return sum;
  }

  /// The same for the other player, who loses what this one wins.
  Utility flipped() const;

  bool is_points() const { return *this == Utility(); }
  bool operator==(const Utility&) const = default;

 private:
  Values values_ = {-2.0, -1.0, 0.0, 1.0, 2.0};
};

/// What a position that a decision leads to is worth to the player who decides and has this
/// utility; `value` is that of its player to act, who is the same or the other.
float worth_to_mover(const Utility& utility, bool mover_acts, const Value& value);

/// After evaluator.equities(before, list): the utility of each position of `list` for the player
/// who decides, in `utilities`.
void fill_utilities(const Evaluator& evaluator, const AfterstateList& list, const Utility& utility,
                    std::vector<float>& utilities);

/// The line with the highest utility for the mover, the first of equals: `utilities` belong to the
/// positions of `list` and are his.
std::size_t best_line(const AfterstateList& list, std::span<const float> utilities,
                      const Utility& utility);

}  // namespace gioul
