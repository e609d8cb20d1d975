// Exact values of all positions of a solved game, pending ones included, from its table of
// positions to roll.
#pragma once

#include <memory>

#include "eval/exact_table.h"

namespace gioul {

/// Used by one thread at a time; the table is shared.
class ExactEvaluator {
 public:
  virtual ~ExactEvaluator() = default;

  /// The value for the player to act. The position must have the table's number of checkers.
  virtual ExactValue value(const Position& position) = 0;
};

std::unique_ptr<ExactEvaluator> make_exact_evaluator(std::shared_ptr<const ExactTable> table);

}  // namespace gioul
