#include "eval/tables/evaluator_source.h"

#include "eval/tables/endgame_files.h"
#include "eval/tables/load_evaluator.h"

namespace gioul {

EvaluatorFactory EvaluatorSource::evaluator(const std::filesystem::path& file, Game game,
                                            Numbers numbers) {
  return numbers == Numbers::kFast ? load_fast_evaluator(file, game) : load_evaluator(file, game);
}

std::shared_ptr<const EndgameTables> EvaluatorSource::tables(Game game) {
  return usual_endgame_tables(game);
}

}  // namespace gioul
