// Requests about recorded games: replay a game step by step, or convert it between text and JSON
// lines; and the request for test-set decisions.
#pragma once

#include <vector>

#include "api/field_reader.h"
#include "api/player_registry.h"
#include "api/prepared_request.h"
#include "api/question_fields.h"

namespace gioul {

/// "replay": the games in a text, and one of them step by step.
std::vector<QuestionField> replay_fields();
PreparedRequest read_replay(JsonFieldReader& fields, PlayerRegistry& players);
/// "record": converts games between text and JSON lines.
std::vector<QuestionField> record_fields();
PreparedRequest read_record(JsonFieldReader& fields, PlayerRegistry& players);

/// Random decisions of a variant's bundled test set, whose plays were rolled out
/// (docs/testset.md), as exercises.
std::vector<QuestionField> decisions_fields();
PreparedRequest read_decisions(JsonFieldReader& fields, PlayerRegistry& players);

}  // namespace gioul
