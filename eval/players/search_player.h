// Players made of an evaluator: they take its first word for each play, or search with it.
#pragma once

#include <memory>

#include "engine/games/game.h"
#include "eval/play/player.h"
#include "eval/search/search.h"
#include "eval/value/evaluator.h"
#include "nn/infer/compiled_net.h"

namespace gioul {

/// A player who searches with these options; at 0 plies without a beam the evaluator's first word.
PlayerFactory search_player_factory(Game game, const SearchOptions& search,
                                    EvaluatorFactory evaluator);

/// The same, but he errs: a play that is d points behind the best is exp(-d / noise) times as
/// likely as the best, and one that is more than kPlausible times `noise` behind is never played.
PlayerFactory erring_player_factory(Game game, const SearchOptions& search, double noise,
                                    EvaluatorFactory evaluator);
inline constexpr double kPlausible = 4.0;

/// A player who goes by `net` at 0-ply; the same as net:FILE.
PlayerFactory net_player_factory(std::shared_ptr<const CompiledNet> net);

}  // namespace gioul
