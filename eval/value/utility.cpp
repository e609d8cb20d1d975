#include "eval/value/utility.h"

#include <algorithm>
#include <limits>

namespace gioul {

Utility::Utility(const Values& values) {
  constexpr double kTiny = 1e-12;  // rounding; of chances that differ nothing is so small
  const auto [least, most] = std::ranges::minmax(values);
  double low = values[static_cast<std::size_t>(Outcome::kLose1)];
  double high = values[static_cast<std::size_t>(Outcome::kWin1)];
  if (high - low <= kTiny) {
    low = least;
    high = most;
  }
  if (high - low <= kTiny) return;
  const double middle = 0.5 * (low + high);
  const double half = 0.5 * (high - low);
  for (std::size_t o = 0; o < kOutcomes; ++o) values_[o] = (values[o] - middle) / half;
}

Utility Utility::flipped() const {
  Utility other;
  for (std::size_t o = 0; o < kOutcomes; ++o) other.values_[o] = 0.0 - values_[kOutcomes - 1 - o];
  return other;
}

float worth_to_mover(const Utility& utility, bool mover_acts, const Value& value) {
  // What the next player loses the mover wins, so the value need not be turned around.
  return static_cast<float>(mover_acts ? utility.of(value) : -utility.flipped().of(value));
}

void fill_utilities(const Evaluator& evaluator, const AfterstateList& list, const Utility& utility,
                    std::vector<float>& utilities) {
  utilities.clear();
  for (std::size_t i = 0; i < list.positions().size(); ++i) {
    utilities.push_back(worth_to_mover(utility, list.mover_acts_next(), evaluator.value_of(i)));
  }
}

std::size_t best_line(const AfterstateList& list, std::span<const float> utilities,
                      const Utility& utility) {
  std::size_t choice = 0;
  double best = -std::numeric_limits<double>::infinity();
  for (std::size_t line = 0; line < list.lines(); ++line) {
    const double worth = line < utilities.size() ? static_cast<double>(utilities[line])
                                                 : utility.of(outcome_of(list.ending(line)));
    if (worth > best) {
      best = worth;
      choice = line;
    }
  }
  return choice;
}

}  // namespace gioul
