#include "eval/tables/evaluator_source.h"

#include <memory>
#include <string>

#include "base/error.h"
#include "base/files.h"
#include "engine/games/game.h"
#include "eval/solve/exact_table.h"
#include "eval/tables/endgame_files.h"
#include "eval/value/net_evaluator.h"
#include "nn/net/net_file.h"

namespace gioul {

namespace {

// A table begins with a line of JSON, a net with the length of its header in eight bytes.
bool is_table(const std::filesystem::path& file) { return InputFile(file).start(1) == "{"; }

EvaluatorFactory load_table(const std::filesystem::path& file, Game game) {
  const auto table = ExactTable::load(file);
  if (table->game().name() != game.name()) {
    throw InputError(file.string() + ": is a table for " + std::string(table->game().name()) +
                     ", not for " + std::string(game.name()));
  }
  return table_evaluator_factory(table);
}

template <typename Evaluated>
EvaluatorFactory load_net_evaluator(const std::filesystem::path& file, Game game) {
  return with_memory_for(file.string(), [&] {
    const Encoder encoder(game);
    const Net net = load_net(file, game, encoder);
    return net_evaluator_factory(std::make_shared<const Evaluated>(net, encoder));
  });
}

}  // namespace

EvaluatorFactory load_evaluator(const std::filesystem::path& file, Game game) {
  return is_table(file) ? load_table(file, game) : load_net_evaluator<FloatNet>(file, game);
}

EvaluatorFactory load_fast_evaluator(const std::filesystem::path& file, Game game) {
  return is_table(file) ? load_table(file, game) : load_net_evaluator<CompiledNet>(file, game);
}

EvaluatorFactory EvaluatorSource::evaluator(const std::filesystem::path& file, Game game,
                                            Numbers numbers) {
  return numbers == Numbers::kFast ? load_fast_evaluator(file, game) : load_evaluator(file, game);
}

std::shared_ptr<const EndgameTables> EvaluatorSource::tables(Game game) {
  return usual_endgame_tables(game);
}

}  // namespace gioul
