// Games that were kept as text or as JSON lines, played again by the rules: for programs that show
// their boards, and to be written in the other form.
#pragma once

#include "selfplay/serve/fields.h"
#include "selfplay/serve/loaded_players.h"
#include "selfplay/serve/ready_request.h"

namespace gioul {

ReadyRequest read_replay(RequestFields& fields, LoadedPlayers& players);
ReadyRequest read_record(RequestFields& fields, LoadedPlayers& players);

/// Decisions of the set that comes with a game, whose plays were rolled out (docs/benchmark.md):
/// for people to solve.
ReadyRequest read_decisions(RequestFields& fields, LoadedPlayers& players);

}  // namespace gioul
