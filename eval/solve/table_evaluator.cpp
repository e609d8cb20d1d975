#include <string>
#include <vector>

#include "base/error.h"
#include "engine/outcome.h"
#include "eval/solve/exact_table.h"
#include "eval/solve/pending_value.h"

namespace gioul {

namespace {

class TableEvaluator : public Evaluator {
 public:
  explicit TableEvaluator(std::shared_ptr<const ExactTable> table)
      : checkers_(table->checkers() + table->already_off()),
        pending_(table->game()),
        table_(std::move(table)) {}

  Value evaluate(const Position& position) override {
    check(position);
    return value(position);
  }

  std::span<const float> equities(const Position& before, const AfterstateList& list) override {
    check(before);
    equities_.clear();
    values_.clear();
    for (const Position& next : list.positions()) {
      values_.push_back(value(next));
      const double won = equity(values_.back());
      equities_.push_back(static_cast<float>(list.mover_acts_next() ? won : -won));
    }
    return equities_;
  }

  Value value_of(std::size_t i) const override { return values_[i]; }

  bool is_exact(const Position& position) const override {
    return position.own.total() == checkers_;
  }

 private:
  Value value(const Position& position) {
    return pending_.value(position, [&](const Position& p) { return table_->value(p); });
  }

  void check(const Position& position) const {
    if (position.own.total() == checkers_) return;
    throw InputError("the table is for " + std::to_string(checkers_) + " checkers a side, not " +
                     std::to_string(position.own.total()));
  }

  int checkers_;
  PendingValues pending_;
  std::shared_ptr<const ExactTable> table_;
  std::vector<float> equities_;
  std::vector<Value> values_;
};

}  // namespace

EvaluatorFactory table_evaluator_factory(std::shared_ptr<const ExactTable> table) {
  return [table = std::move(table)] { return std::make_unique<TableEvaluator>(table); };
}

}  // namespace gioul
