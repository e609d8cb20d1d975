// Loads evaluators from files. A subclass of EvaluatorLoader can share them between players.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>

#include "engine/games/game.h"
#include "eval/endgame/endgame.h"
#include "eval/value/evaluator.h"

namespace gioul {

/// Loads a net (safetensors) or an exact table (`gioul solve --out`), recognized by its first
/// bytes. Throws InputError for a file that cannot be used for this game. A table's evaluator
/// throws InputError for positions with another number of checkers than the table's. A net is
/// evaluated in floats, which is slow; use it for values that are shown.
EvaluatorFactory load_evaluator(const std::filesystem::path& file, Game game);

/// Like load_evaluator(), but a net is quantized (nn/infer/quantize.h), which is fast; use it for
/// play.
EvaluatorFactory load_quantized_evaluator(const std::filesystem::path& file, Game game);

/// Loads evaluators and endgame tables, each time anew; subclasses can share them. Throws what
/// load_evaluator() throws.
class EvaluatorLoader {
 public:
  enum class Precision : std::uint8_t {
    kFloat,
    kQuantized
  };  // load_evaluator, load_quantized_evaluator

  EvaluatorLoader() = default;
  virtual ~EvaluatorLoader() = default;
  EvaluatorLoader(const EvaluatorLoader&) = delete;
  EvaluatorLoader& operator=(const EvaluatorLoader&) = delete;

  /// Loads a net or exact table, as the functions above.
  virtual EvaluatorFactory evaluator(const std::filesystem::path& file, Game game,
                                     Precision precision);
  /// Returns default_endgame_tables().
  virtual std::shared_ptr<const EndgameTables> tables(Game game);
};

/// Returns an evaluator that takes values from `tables` where possible, else from `base`. Decisions
/// far from any table cost one quick test. Without tables (null), returns `base`.
EvaluatorFactory with_endgame_tables(EvaluatorFactory base,
                                     std::shared_ptr<const EndgameTables> tables);

/// Like with_endgame_tables() with the game's default tables. Takes a second or two if they are not
/// cached yet.
EvaluatorFactory with_default_tables(EvaluatorFactory base, Game game);

}  // namespace gioul
