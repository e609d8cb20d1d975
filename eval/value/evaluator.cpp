#include "eval/value/evaluator.h"

namespace gioul {

void Evaluator::ask(const Position& before, const AfterstateList& list, std::size_t /*most*/) {
  if (answered_) {
    replies_.clear();
    values_.clear();
    starts_.assign(1, 0);
    answered_ = false;
  }
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

}  // namespace gioul
