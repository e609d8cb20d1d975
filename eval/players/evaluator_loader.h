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

/// Loads a net or an exact table as load_evaluator() does, but quantizes a net
/// (nn/infer/quantize.h), which makes it fast. Use it for play.
EvaluatorFactory load_quantized_evaluator(const std::filesystem::path& file, Game game);

/// Loads evaluators and endgame tables. This class loads a file again on each call; subclasses can
/// share loaded files. Functions throw as load_evaluator() does.
class EvaluatorLoader {
 public:
  enum class Precision : std::uint8_t {
    kFloat,      // as load_evaluator()
    kQuantized,  // as load_quantized_evaluator()
  };

  EvaluatorLoader() = default;
  virtual ~EvaluatorLoader() = default;
  EvaluatorLoader(const EvaluatorLoader&) = delete;
  EvaluatorLoader& operator=(const EvaluatorLoader&) = delete;

  /// Loads a net or an exact table. `precision` selects load_evaluator() or
  /// load_quantized_evaluator().
  virtual EvaluatorFactory evaluator(const std::filesystem::path& file, Game game,
                                     Precision precision);
  /// Returns the endgame tables of a game, by default default_endgame_tables(game).
  virtual std::shared_ptr<const EndgameTables> tables(Game game);
};

/// Returns a factory of evaluators that take values from `tables` where possible, else from `base`.
/// For decisions far from any table this costs one quick test. If `tables` is null, returns `base`.
EvaluatorFactory with_endgame_tables(EvaluatorFactory base,
                                     std::shared_ptr<const EndgameTables> tables);

/// Returns a factory of evaluators that take values from the default endgame tables of the game
/// where possible, else from `base`. Takes a second or two if the tables are not cached yet.
EvaluatorFactory with_default_tables(EvaluatorFactory base, Game game);

}  // namespace gioul
