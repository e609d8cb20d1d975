// An evaluator that takes its values from endgame tables where they know a position.
#pragma once

#include <memory>

#include "eval/tables/endgame.h"
#include "eval/value/evaluator.h"

namespace gioul {

/// `base` with the values of `tables` where there are any. Where there can be none it costs a test
/// a decision. Without tables (null) it is `base` itself.
EvaluatorFactory with_endgame_tables(EvaluatorFactory base,
                                     std::shared_ptr<const EndgameTables> tables);

/// The same with the game's tables of the usual sizes (usual_endgame_tables), which takes a second
/// or two where they are not in the cache folder yet.
EvaluatorFactory with_usual_tables(EvaluatorFactory base, Game game);

}  // namespace gioul
