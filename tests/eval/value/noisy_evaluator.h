// An imperfect evaluator for tests: the exact values of a small game, changed by a fixed error for
// each position.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>

#include "engine/outcome.h"
#include "eval/solve/exact_table.h"
#include "eval/value/evaluator.h"

namespace gioul {

/// An evaluator whose winning probabilities have errors.
class NoisyEvaluator : public PositionEvaluator {
 public:
  /// `noise` is the largest error of a winning probability; 0 for exact values.
  NoisyEvaluator(std::shared_ptr<const ExactTable> table, double noise)
      : exact_(table_evaluator_factory(std::move(table))()), noise_(noise) {}

  Value evaluate(const Position& position) override {
    Value value = exact_->evaluate(position);
    const auto hash = static_cast<double>(PositionHash{}(position) % 2001) / 1000.0 - 1.0;
    // Probabilities of 0 can be slightly negative by rounding.
    const double moved =
        std::clamp(noise_ * hash, -std::max(value[3], 0.0), std::max(value[1], 0.0));
    value[3] += moved;
    value[1] -= moved;
    return value;
  }

 private:
  std::unique_ptr<Evaluator> exact_;
  double noise_;
};

}  // namespace gioul
