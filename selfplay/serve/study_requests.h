// The requests that take their time: analysis and rollouts, with the options and the answers of the
// commands of these names.
#pragma once

#include <filesystem>

#include "engine/games/game.h"
#include "eval/value/evaluator.h"
#include "selfplay/serve/loaded_players.h"
#include "selfplay/serve/ready_request.h"
#include "selfplay/serve/request_fields.h"

namespace gioul {

/// Whose word is taken: "net" is a file, "player" a player who has one, else the default's.
struct NamedNet {
  std::filesystem::path file;

  EvaluatorFactory evaluator(LoadedPlayers& players, Game game, LoadedPlayers::Numbers numbers,
                             bool tables) const {
    return players.evaluator(file, game, numbers, tables);
  }
};
NamedNet net_of(const RequestFields& fields, Game game, const LoadedPlayers& players);

ReadyRequest read_analyze(RequestFields& fields, LoadedPlayers& players);
ReadyRequest read_rollout(RequestFields& fields, LoadedPlayers& players);

}  // namespace gioul
