// Decisions of the set that comes with a game, whose plays were rolled out (docs/benchmark.md): for
// people to solve.
#pragma once

#include "selfplay/serve/loaded_players.h"
#include "selfplay/serve/ready_request.h"
#include "selfplay/serve/request_fields.h"

namespace gioul {

ReadyRequest read_decisions(RequestFields& fields, LoadedPlayers& players);

}  // namespace gioul
