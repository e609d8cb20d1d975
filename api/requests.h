// All requests of the JSON API (`gioul serve`, `gioul api`), independent of the transport. A
// request is parsed and validated first, then run on any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "api/field_reader.h"
#include "api/player_registry.h"
#include "api/prepared_request.h"
#include "api/request_fields.h"

namespace gioul {

/// The ways in which a client may send a request over HTTP.
enum class HttpRequestMode : std::uint8_t {
  kWithoutFields,      // has no fields; the response is the answer
  kWithFields,         // has fields; the response is the answer
  kWithFieldsOrAsJob,  // as kWithFields, or as a job (api/jobs.h)
  kOnlyAsJob           // only as a job
};

/// Describes a kind of request, such as "evaluate", for the OpenAPI description.
struct RequestKind {
  std::string_view name;           // name in the API, such as "evaluate"
  HttpRequestMode http_mode;       // the ways in which it may be sent over HTTP
  std::string_view summary;        // one sentence for users
  std::string_view answer_schema;  // name of the schema of its answer in openapi.json
  std::vector<RequestField> fields = {};
};

/// Returns all kinds of requests of the JSON API.
std::vector<RequestKind> request_kinds();
/// Returns the ways in which the request called `name` may be sent over HTTP; nullopt if there is
/// no such request.
std::optional<HttpRequestMode> find_http_request_mode(std::string_view name);

/// Parses and validates the request called `name`. `players` must outlive the result. Throws
/// RequestError.
PreparedRequest read_request(std::string_view name, std::string_view json, PlayerRegistry& players);

/// Validates the request called `name`, whose JSON has already been parsed. `players` must outlive
/// the result. Throws RequestError.
PreparedRequest read_request(std::string_view name, JsonFieldReader fields,
                             PlayerRegistry& players);

/// Runs a request. Returns the line to send back: the answer or the error, with the request's id.
/// `sink` is called with intermediate results.
std::string run_request(const PreparedRequest& request, const ProgressSink& sink);

}  // namespace gioul
