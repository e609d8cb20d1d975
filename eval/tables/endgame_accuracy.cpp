#include "eval/tables/endgame_accuracy.h"

#include <cmath>

namespace gioul {

EndgameAccuracy compare_one_sided(const EndgameTables& tables) {
  const OneSidedTable& one_sided = *tables.parts().one_sided;
  const TwoSidedTable& two_sided = *tables.parts().two_sided;
  // One more a side is off, so that no gammon can happen.
  const SideIndex sides(two_sided.checkers(), 1, kHomePoints);
  EndgameAccuracy result;
  double squares = 0.0;
  for (std::size_t own = 1; own < sides.count(); ++own) {
    for (std::size_t opp = 1; opp < sides.count(); ++opp) {
      Position position{};
      position.own = sides.side(own);
      position.opp = sides.side(opp);
      const double exact = 2.0 * two_sided.win(own, opp) - 1.0;
      const double difference = std::abs(equity(one_sided.value(position)) - exact);
      ++result.positions;
      result.mean_difference += difference;
      squares += difference * difference;
      if (difference <= result.max_difference) continue;
      result.max_difference = difference;
      result.worst = position;
    }
  }
  const auto count = static_cast<double>(result.positions);
  result.mean_difference /= count;
  result.rms_difference = std::sqrt(squares / count);
  return result;
}

}  // namespace gioul
