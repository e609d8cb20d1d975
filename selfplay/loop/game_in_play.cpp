#include "selfplay/loop/game_in_play.h"

#include <cmath>

#include "engine/outcome.h"

namespace gioul {

std::size_t GameInPlay::pick(const AfterstateList& list, std::span<const float> equities,
                             std::size_t best) {
  if (visits_.size() < static_cast<std::size_t>(variety_.random_plays)) {
    return lots_.below(list.lines());
  }
  if (variety_.temperature <= 0.0) return best;
  const auto points_of = [&](std::size_t line) {
    return line < equities.size() ? static_cast<double>(equities[line])
                                  : static_cast<double>(points(outcome_of(list.ending(line))));
  };
  std::vector<double> weights(list.lines());
  double total = 0.0;
  for (std::size_t line = 0; line < weights.size(); ++line) {
    total += weights[line] = std::exp((points_of(line) - points_of(best)) / variety_.temperature);
  }
  double lot = lots_.uniform() * total;
  for (std::size_t line = 0; line < weights.size(); ++line) {
    lot -= weights[line];
    if (lot < 0.0) return line;
  }
  return best;
}

}  // namespace gioul
