// An evaluator that takes its values from endgame tables where they know a position.
#pragma once

#include <memory>

#include "eval/endgame.h"
#include "eval/evaluator.h"

namespace gioul {

/// `base` with the values of `tables` where there are any. Where there can be none it costs a test
/// a decision. Without tables (null) it is `base` itself.
EvaluatorFactory with_endgame_tables(EvaluatorFactory base,
                                     std::shared_ptr<const EndgameTables> tables);

}  // namespace gioul
