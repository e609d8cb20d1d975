#include "eval/value/best_line.h"

#include <limits>

#include "engine/outcome.h"

namespace gioul {

std::size_t best_line(const AfterstateList& list, std::span<const float> equities) {
  std::size_t choice = 0;
  float best = -std::numeric_limits<float>::infinity();
  for (std::size_t line = 0; line < equities.size(); ++line) {
    if (equities[line] > best) {
      best = equities[line];
      choice = line;
    }
  }
  for (std::size_t line = equities.size(); line < list.lines(); ++line) {
    const auto won = static_cast<float>(points(outcome_of(list.ending(line))));
    if (won > best) {
      best = won;
      choice = line;
    }
  }
  return choice;
}

}  // namespace gioul
