// Where players get what they judge by. Whoever makes many of them can let them share it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>

#include "engine/games/game.h"
#include "eval/tables/endgame.h"
#include "eval/value/evaluator.h"

namespace gioul {

/// Loads a net (safetensors) or an exact table (`gioul solve --out`), told apart by their first
/// bytes. Throws InputError for a file that can't be used for this game. A table knows positions
/// with one number of checkers only; its evaluator throws InputError for others. A net is evaluated
/// in floats, which is slow: for values that are shown.
EvaluatorFactory load_evaluator(const std::filesystem::path& file, Game game);

/// The same to play by: a net in integers (nn/infer/int_net.h).
EvaluatorFactory load_fast_evaluator(const std::filesystem::path& file, Game game);

/// This one loads it anew each time. Throws what load_evaluator() throws.
class EvaluatorSource {
 public:
  enum class Numbers : std::uint8_t { kExact, kFast };  // load_evaluator, load_fast_evaluator

  EvaluatorSource() = default;
  virtual ~EvaluatorSource() = default;
  EvaluatorSource(const EvaluatorSource&) = delete;
  EvaluatorSource& operator=(const EvaluatorSource&) = delete;

  virtual EvaluatorFactory evaluator(const std::filesystem::path& file, Game game, Numbers numbers);
  /// usual_endgame_tables()
  virtual std::shared_ptr<const EndgameTables> tables(Game game);
};

/// `base` with the values of `tables` where there are any. Where there can be none it costs a test
/// a decision. Without tables (null) it is `base` itself.
EvaluatorFactory with_endgame_tables(EvaluatorFactory base,
                                     std::shared_ptr<const EndgameTables> tables);

/// The same with the game's tables of the usual sizes (usual_endgame_tables), which takes a second
/// or two where they are not in the cache folder yet.
EvaluatorFactory with_usual_tables(EvaluatorFactory base, Game game);

}  // namespace gioul
