// The table of a solved game as an evaluator: exact values of all positions, pending ones included.
#pragma once

#include <memory>

#include "eval/solve/exact_table.h"
#include "eval/value/evaluator.h"

namespace gioul {

/// Its evaluators throw InputError for positions with another number of checkers than the table's.
EvaluatorFactory table_evaluator_factory(std::shared_ptr<const ExactTable> table);

}  // namespace gioul
