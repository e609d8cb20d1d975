#include "eval/value/evaluator.h"

#include <limits>

#include "engine/outcome.h"

namespace gioul {

std::span<const AfterstateEquity> Evaluator::results(std::size_t decision, const Utility& utility,
                                                     bool mover_acts) {
  const std::span<const AfterstateEquity> points = results(decision);
  if (utility.is_points()) return points;
  // The mover wins what the next player loses, so the values need not be flipped.
  const Utility next_utility = mover_acts ? utility : utility.flipped();
  utilities_.assign(points.begin(), points.end());
  for (std::size_t i = 0; i < utilities_.size(); ++i) {
    const double won = next_utility.evaluate(result_value(decision, i));
    utilities_[i].equity = static_cast<float>(mover_acts ? won : -won);
  }
  return utilities_;
}

std::span<const AfterstateEquity> Evaluator::evaluate(const Position& before,
                                                      const AfterstateList& list,
                                                      const Utility& utility, std::size_t limit) {
  submit(before, list, limit);
  flush();
  return results(0, utility, list.mover_acts_next());
}

void PositionEvaluator::submit(const Position& /*before*/, const AfterstateList& list,
                               std::size_t /*limit*/) {
  queue_positions(list.positions(), list.mover_acts_next());
}

void PositionEvaluator::submit(const Position& position) { queue_positions({&position, 1}, true); }

void PositionEvaluator::queue_positions(std::span<const Position> positions, bool mover_acts) {
  if (flushed_) {
    decisions_.clear();
    positions_.clear();
    flushed_ = false;
  }
  decisions_.push_back({positions_.size(), positions.size(), mover_acts});
  positions_.insert(positions_.end(), positions.begin(), positions.end());
}

void PositionEvaluator::flush() {
  if (flushed_) return;
  flushed_ = true;
  values_.resize(positions_.size());
  equities_.resize(positions_.size());
  evaluate_all(positions_, values_.data(), equities_.data());
}

void PositionEvaluator::evaluate_all(std::span<const Position> positions, Value* values,
                                     float* equities) {
  for (const Position& position : positions) {
    *values = evaluate(position);
    *equities++ = static_cast<float>(equity(*values++));
  }
}

std::span<const AfterstateEquity> PositionEvaluator::results(std::size_t decision) {
  results_.clear();
  const auto [begin, count, mover_acts] = decisions_[decision];
  for (std::size_t i = 0; i < count; ++i) {
    results_.push_back({i, mover_acts ? equities_[begin + i] : -equities_[begin + i]});
  }
  return results_;
}

namespace {

template <typename EquityOf>
std::size_t find_best(const AfterstateList& list, std::size_t count, EquityOf equity_of,
                      const Utility& utility) {
  std::size_t choice = 0;
  double best = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < count; ++i) {
    const auto equity = static_cast<double>(equity_of(i));
    if (equity > best) {
      best = equity;
      choice = i;
    }
  }
  const std::size_t positions = list.positions().size();
  for (std::size_t index = positions; index < list.size(); ++index) {
    const double won = utility.evaluate(outcome_of(list.ending(index)));
    if (won > best) {
      best = won;
      choice = count + index - positions;
    }
  }
  return choice;
}

}  // namespace

std::size_t best_afterstate_index(const AfterstateList& list, std::span<const float> equities) {
  return find_best(list, equities.size(), [&](std::size_t i) { return equities[i]; }, Utility());
}

std::size_t best_afterstate_index(const AfterstateList& list,
                                  std::span<const AfterstateEquity> results,
                                  const Utility& utility) {
  const std::size_t best =
      find_best(list, results.size(), [&](std::size_t i) { return results[i].equity; }, utility);
  if (best < results.size()) return results[best].afterstate_index;
  return list.positions().size() + best - results.size();
}

}  // namespace gioul
