// Players that choose plays with an evaluator, by static evaluation or by a search.
#pragma once

#include <memory>

#include "engine/games/game.h"
#include "eval/play/player.h"
#include "eval/search/search.h"
#include "eval/value/evaluator.h"
#include "nn/infer/quantized_net.h"

namespace gioul {

/// Makes players that choose plays by a search with these options. With 0 plies and no beam, the
/// search is only a static evaluation of each play.
PlayerFactory search_player_factory(Game game, const SearchOptions& search,
                                    EvaluatorFactory evaluator);

/// Makes players that choose plays by evaluations of `net` without search, like the player
/// net:FILE.
PlayerFactory net_player_factory(std::shared_ptr<const QuantizedNet> net);

}  // namespace gioul
