#include "eval/exact_evaluator.h"

#include <cassert>
#include <unordered_map>
#include <vector>

#include "engine/movegen.h"
#include "engine/variants.h"

namespace gioul {

namespace {

constexpr std::size_t kMemoLimit = 1 << 16;  // pending positions remembered, some 6 MB

// A chain's ends are found decision by decision; the boards in between are few and remembered.
template <Rules R>
class TableEvaluator : public ExactEvaluator {
 public:
  explicit TableEvaluator(std::shared_ptr<const ExactTable> table) : table_(std::move(table)) {}

  ExactValue value(const Position& position) override {
    assert(position.own.total() == table_->checkers());
    if (memo_.size() > kMemoLimit) memo_.clear();
    return value_at(position, 0);
  }

 private:
  ExactValue value_at(const Position& position, std::size_t depth) {
    if (!position.is_pending()) return table_->value(position);
    const auto known = memo_.find(position);
    if (known != memo_.end()) return known->second;
    if (lists_.size() <= depth) lists_.push_back(std::make_unique<AfterstateList>());
    AfterstateList& list = *lists_[depth];
    generate_afterstates<R>(position, Dice{1, 1}, list);
    ExactValue best{};
    double best_equity = -3.0;
    const auto consider = [&](const ExactValue& value) {
      if (equity(value) <= best_equity) return;
      best_equity = equity(value);
      best = value;
    };
    for (const Position& next : list.positions()) {
      const ExactValue value = value_at(next, depth + 1);
      consider(list.mover_acts_next() ? value : flipped(value));
    }
    for (std::size_t line = list.positions().size(); line < list.lines(); ++line) {
      consider(certainly(outcome_of(list.ending(line))));
    }
    memo_.emplace(position, best);
    return best;
  }

  std::shared_ptr<const ExactTable> table_;
  std::unordered_map<Position, ExactValue, PositionHash> memo_;
  std::vector<std::unique_ptr<AfterstateList>> lists_;  // one a depth
};

}  // namespace

std::unique_ptr<ExactEvaluator> make_exact_evaluator(std::shared_ptr<const ExactTable> table) {
  std::unique_ptr<ExactEvaluator> evaluator;
  visit_variant(table->axes().name, [&]<Rules R>(std::type_identity<R>) {
    evaluator = std::make_unique<TableEvaluator<R>>(std::move(table));
  });
  return evaluator;
}

}  // namespace gioul
