// Requests about recorded games: replay a game step by step, or convert it between text and JSON
// lines; and the request for test-set decisions.
#pragma once

#include <vector>

#include "api/field_reader.h"
#include "api/player_registry.h"
#include "api/prepared_request.h"
#include "api/request_fields.h"

namespace gioul {

/// Returns the fields of the request "replay", which lists the games in a text and returns one of
/// them step by step.
std::vector<RequestField> replay_request_fields();

/// Parses the request "replay". Throws RequestError.
PreparedRequest read_replay_request(JsonFieldReader& fields, PlayerRegistry& players);
/// Returns the fields of the request "record", which converts games between text and JSON lines.
std::vector<RequestField> record_request_fields();

/// Parses the request "record". Throws RequestError.
PreparedRequest read_record_request(JsonFieldReader& fields, PlayerRegistry& players);

/// Returns the fields of the request "decisions", which selects random decisions from a variant's
/// bundled test set (docs/testset.md) as exercises.
std::vector<RequestField> decisions_request_fields();

/// Parses the request "decisions". Throws RequestError.
PreparedRequest read_decisions_request(JsonFieldReader& fields, PlayerRegistry& players);

}  // namespace gioul
