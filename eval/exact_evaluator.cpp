#include "eval/exact_evaluator.h"

#include <cassert>

#include "engine/variants.h"
#include "eval/pending_value.h"

namespace gioul {

namespace {

template <Rules R>
class TableEvaluator : public ExactEvaluator {
 public:
  explicit TableEvaluator(std::shared_ptr<const ExactTable> table) : table_(std::move(table)) {}

  ExactValue value(const Position& position) override {
    assert(position.own.total() == table_->checkers() + table_->already_off());
    return pending_.value(position, [&](const Position& p) { return table_->value(p); });
  }

 private:
  std::shared_ptr<const ExactTable> table_;
  PendingValues<R> pending_;
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
