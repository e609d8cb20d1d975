// Generates the OpenAPI description of the HTTP API, served at /api/v1/openapi.json.
#pragma once

#include <string>
#include <string_view>

#include "api/player_registry.h"

namespace gioul {

/// Returns the description of the HTTP API as OpenAPI 3.1 JSON. `policy` limits the values of
/// request fields; `answers` is the text of answers.json, the schemas of the responses in a short
/// form: the names of optional properties end in '?'.
std::string openapi_json(const RequestPolicy& policy, std::string_view answers);

}  // namespace gioul
