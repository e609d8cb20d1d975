// The requests of `gioul serve` and `gioul analysis`: each is read and judged first, and then
// answered, by whichever thread has time for it. Nothing here knows how they came.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "api/field_reader.h"
#include "api/player_registry.h"
#include "api/prepared_request.h"
#include "api/question_fields.h"

namespace gioul {

/// How one is asked over HTTP: without fields, with them, also as a job, or only as one.
enum class RequestWay : std::uint8_t { kPlain, kFields, kFieldsOrJob, kJob };

struct RequestKind {
  std::string_view name;
  RequestWay way;
  std::string_view summary;
  std::string_view answer;  // the schema that openapi.json has of it
  std::vector<QuestionField> fields = {};
};

std::vector<RequestKind> request_kinds();
std::optional<RequestWay> request_way(std::string_view name);

/// Reads the JSON of a request of that name. `players` must outlive what comes back. Throws
/// RequestError.
ReadyRequest read_request(std::string_view name, std::string_view json, LoadedPlayers& players);
ReadyRequest read_request(std::string_view name, RequestFields fields, LoadedPlayers& players);

/// What comes of it, with its id: the answer, or what went wrong as error_json() tells it.
std::string answer_line(const ReadyRequest& request, const ProgressSink& sink);

}  // namespace gioul
