// Loads evaluators from files. A subclass of EvaluatorLoader can share loaded files between
// players.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>

#include "engine/games/game.h"
#include "eval/endgame/endgame.h"
#include "eval/value/evaluator.h"

namespace gioul {

/// The arithmetic of a loaded net.
enum class Precision : std::uint8_t {
  kFloat,      // slow, with the exact output of the net; for values that are shown
  kQuantized,  // fast, for play (nn/infer/quantize.h)
};

/// Loads a net (safetensors) or an exact table (`gioul solve --out`), recognized by its first
/// bytes. A table does not use `precision`. Throws InputError for a file that cannot be used for
/// this game. The evaluator of a table throws InputError for positions with another number of
/// checkers than the table's.
EvaluatorFactory load_evaluator(const std::filesystem::path& file, Game game, Precision precision);

/// Loads evaluators and endgame tables. This class loads a file again on each call; subclasses can
/// share loaded files. The functions throw the same errors as load_evaluator().
class EvaluatorLoader {
 public:
  EvaluatorLoader() = default;
  virtual ~EvaluatorLoader() = default;
  EvaluatorLoader(const EvaluatorLoader&) = delete;
  EvaluatorLoader& operator=(const EvaluatorLoader&) = delete;

  /// Loads a net or an exact table, like load_evaluator().
  virtual EvaluatorFactory load(const std::filesystem::path& file, Game game, Precision precision);
  /// Returns the endgame tables of a game, by default default_endgame_tables(game).
  virtual std::shared_ptr<const EndgameTables> load_tables(Game game);
};

/// Returns a factory of evaluators that look up positions in the endgame tables `tables` and use
/// `base` for positions that are in no table. Decisions far from any table cost one quick test. If
/// `tables` is null, returns `base`.
EvaluatorFactory with_endgame_tables(EvaluatorFactory base,
                                     std::shared_ptr<const EndgameTables> tables);

/// Like with_endgame_tables(), with the default endgame tables of the game. Takes a second or two
/// if these are not in the cache folder yet.
EvaluatorFactory with_default_tables(EvaluatorFactory base, Game game);

}  // namespace gioul
