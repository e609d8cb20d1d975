// gioul.Table: a small game that is solved exactly.
#pragma once

#include <memory>

#include "eval/solve/exact_table.h"

namespace gioul::python {

struct SolvedTable {
  std::shared_ptr<const ExactTable> table;
};

}  // namespace gioul::python
