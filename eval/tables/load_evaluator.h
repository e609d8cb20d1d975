// An evaluator from a file: a net and an exact table are interchangeable wherever a file is named.
#pragma once

#include <filesystem>

#include "engine/games/game.h"
#include "eval/value/evaluator.h"

namespace gioul {

/// Loads a net (safetensors) or an exact table (`gioul solve --out`), told apart by their first
/// bytes. Throws InputError for a file that can't be used for this game. A table knows positions
/// with one number of checkers only; its evaluator throws InputError for others. A net is evaluated
/// in floats, which is slow: for values that are shown.
EvaluatorFactory load_evaluator(const std::filesystem::path& file, Game game);

/// The same to play by: a net in integers (nn/infer/int_net.h).
EvaluatorFactory load_fast_evaluator(const std::filesystem::path& file, Game game);

}  // namespace gioul
