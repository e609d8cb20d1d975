// Players by name, and those made of a net or an evaluator. The names are those of
// eval/players/player_spec.h, the same in every command and config.
#pragma once

#include <memory>
#include <string_view>

#include "engine/games/game.h"
#include "eval/play/player.h"
#include "eval/search/search.h"
#include "eval/value/evaluator.h"
#include "nn/infer/compiled_net.h"

namespace gioul {

/// Reads a player's name for `game` and loads what it needs. Throws InputError
/// for an unknown name or a file that can't be used.
PlayerFactory make_player_factory(std::string_view name, Game game);

/// A player who goes by `net` at 0-ply; the same as net:FILE.
PlayerFactory net_player_factory(std::shared_ptr<const CompiledNet> net);

/// A player who searches with these options; at 0 plies without a beam the evaluator's first word.
PlayerFactory search_player_factory(Game game, const SearchOptions& search,
                                    EvaluatorFactory evaluator);

}  // namespace gioul
