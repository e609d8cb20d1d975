#include <string>

#include "base/error.h"
#include "engine/outcome.h"
#include "eval/solve/exact_table.h"
#include "eval/solve/pending_value.h"

namespace gioul {

namespace {

class TableEvaluator : public PositionEvaluator {
 public:
  explicit TableEvaluator(std::shared_ptr<const ExactTable> table)
      : checkers_(table->checkers() + table->already_off()),
        pending_(table->game()),
        table_(std::move(table)) {}

  Value evaluate(const Position& position) override {
    if (!is_exact(position)) {
      throw InputError("the table is for " + std::to_string(checkers_) +
                       " checkers per side, not " + std::to_string(position.own.total()));
    }
    return pending_.value(position, [&](const Position& p) { return table_->value(p); });
  }

  bool is_exact(const Position& position) const override {
    return position.own.total() == checkers_;
  }

 private:
  int checkers_;
  PendingSolver pending_;
  std::shared_ptr<const ExactTable> table_;
};

}  // namespace

EvaluatorFactory table_evaluator_factory(std::shared_ptr<const ExactTable> table) {
  return [table = std::move(table)] { return std::make_unique<TableEvaluator>(table); };
}

}  // namespace gioul
