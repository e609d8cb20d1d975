#include "eval/value/evaluator.h"

#include <limits>

#include "engine/outcome.h"

namespace gioul {

void Evaluator::begin_asking() {
  if (!answered_) return;
  replies_.clear();
  values_.clear();
  starts_.assign(1, 0);
  answered_ = false;
}

void Evaluator::ask(const Position& position) {
  begin_asking();
  values_.push_back(evaluate(position));
  replies_.push_back({0, static_cast<float>(equity(values_.back()))});
  starts_.push_back(replies_.size());
}

void Evaluator::ask(const Position& before, const AfterstateList& list, std::size_t /*most*/) {
  begin_asking();
  const std::span<const float> found = equities(before, list);
  for (std::size_t i = 0; i < found.size(); ++i) {
    replies_.push_back({i, found[i]});
    values_.push_back(value_of(i));
  }
  starts_.push_back(replies_.size());
}

std::span<const Reply> Evaluator::replies(std::size_t decision) {
  return std::span(replies_).subspan(starts_[decision], starts_[decision + 1] - starts_[decision]);
}

Value Evaluator::value_of_reply(std::size_t decision, std::size_t i) const {
  return values_[starts_[decision] + i];
}

std::size_t best_line(const AfterstateList& list, std::span<const float> equities) {
  std::size_t choice = 0;
  float best = -std::numeric_limits<float>::infinity();
  for (std::size_t line = 0; line < equities.size(); ++line) {
    if (equities[line] > best) {
      best = equities[line];
      choice = line;
    }
  }
  const std::size_t positions = list.positions().size();
  for (std::size_t line = positions; line < list.lines(); ++line) {
    const auto won = static_cast<float>(points(outcome_of(list.ending(line))));
    if (won > best) {
      best = won;
      choice = equities.size() + line - positions;
    }
  }
  return choice;
}

}  // namespace gioul
