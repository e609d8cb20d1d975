// Games that were kept as text or as JSON lines, played again by the rules: for programs that show
// their boards, and to be written in the other form.
#pragma once

#include <vector>

#include "api/field_reader.h"
#include "api/player_registry.h"
#include "api/prepared_request.h"
#include "api/question_fields.h"

namespace gioul {

std::vector<QuestionField> replay_fields();
ReadyRequest read_replay(RequestFields& fields, LoadedPlayers& players);
std::vector<QuestionField> record_fields();
ReadyRequest read_record(RequestFields& fields, LoadedPlayers& players);

/// Decisions of the set that comes with a game, whose plays were rolled out (docs/benchmark.md):
/// for people to solve.
std::vector<QuestionField> decisions_fields();
ReadyRequest read_decisions(RequestFields& fields, LoadedPlayers& players);

}  // namespace gioul
