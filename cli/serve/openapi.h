// The description of the HTTP interface that `gioul serve` gives at /api/v1/openapi.json.
#pragma once

#include <string>
#include <string_view>

#include "api/player_registry.h"

namespace gioul {

/// OpenAPI 3.0 as JSON: requests by their fields, which `policy` bounds, answers by the
/// schemas that `answers` has (answers.json).
std::string openapi_json(const ServePolicy& policy, std::string_view answers);

}  // namespace gioul
