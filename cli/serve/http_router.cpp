#include "cli/serve/http_router.h"

#include <algorithm>
#include <stdexcept>

#include "base/error.h"
#include "base/interrupt.h"
#include "cli/serve/embedded_files.h"
#include "cli/serve/openapi.h"
#include "eval/play/player.h"

namespace gioul {

namespace {

constexpr std::string_view kApi = "/api/v1/";
constexpr std::string_view kDescription = "/api/v1/openapi.json";

RouteResult respond(HttpResponse response) { return {.response = std::move(response)}; }

HttpResponse not_allowed(std::string_view allowed) {
  HttpResponse response = make_error_response(405, "expected the method " + std::string(allowed));
  response.allow = allowed;
  return response;
}

int status_of(const std::exception& error) {
  if (dynamic_cast<const PlayerFailure*>(&error) != nullptr) return 502;
  return dynamic_cast<const InputError*>(&error) != nullptr ? 400 : 500;
}

// Returns f() as the body, or an error response.
template <typename F>
HttpResponse respond_with(const std::string& id, F f) {
  try {
    return {.body = f()};
  } catch (const Interrupted&) {
    const std::runtime_error late("timed out; use fewer plies, or a job");
    return {.status = 504, .body = error_json(id, late)};
  } catch (const std::exception& error) {
    return {.status = status_of(error), .body = error_json(id, error)};
  }
}

}  // namespace

HttpResponse make_error_response(int status, std::string_view message) {
  return {.status = status, .body = error_json({}, message)};
}

std::optional<HttpResponse> HttpRouter::check_head(const HttpRequestHead& head) const {
  if (const auto refusal = access_control_.check(head)) {
    return make_error_response(refusal->status, refusal->message);
  }
  const std::string_view path = head.path();
  const bool reads = head.method == "GET" || head.method == "HEAD";
  if (path == kDescription || find_embedded_file(path) != nullptr) {
    if (!reads) return not_allowed("GET, HEAD");
    return std::nullopt;
  }
  if (path.starts_with(kApi)) {
    const std::string_view name = path.substr(kApi.size());
    const auto mode = name == "jobs" ? HttpRequestMode::kWithFields : find_http_request_mode(name);
    if (mode && mode != HttpRequestMode::kOnlyAsJob) {
      const bool is_plain = mode == HttpRequestMode::kWithoutFields;
      if (is_plain ? reads : head.method == "POST") return std::nullopt;
      return not_allowed(is_plain ? "GET, HEAD" : "POST");
    }
    if (name.starts_with("jobs/")) {
      if (!reads && head.method != "DELETE") return not_allowed("GET, HEAD, DELETE");
      return std::nullopt;
    }
  }
  return make_error_response(404, "not found");
}

RouteResult HttpRouter::route(const HttpRequestHead& head, const std::string& body) const {
  std::string id;
  try {
    return route_or_throw(head, body, id);
  } catch (const std::exception& error) {
    return respond({.status = status_of(error), .body = error_json(id, error)});
  }
}

RouteResult HttpRouter::route_or_throw(const HttpRequestHead& head, const std::string& body,
                                       std::string& id) const {
  const std::string_view path = head.path();
  if (path == "/" && access_control_.query_has_token(head.query())) {
    HttpResponse response{.status = 303, .mime_type = "text/plain"};
    response.location = "/";
    response.cookie = access_control_.cookie_name() + "=" + access_control_.token() +
                      "; Path=/; HttpOnly; SameSite=Strict";
    return respond(std::move(response));
  }
  if (const EmbeddedFile* const file = find_embedded_file(path)) {
    return respond({.mime_type = file->mime_type, .body = std::string(file->contents)});
  }
  if (path == kDescription) {
    return respond({.body = openapi_json(players_.request_policy(),
                                         find_embedded_file("answers.json")->contents)});
  }
  const std::string_view name = path.substr(kApi.size());
  if (name == "jobs") return create_job(head, body, id);
  if (name.starts_with("jobs/")) {
    return route_job_request(head.method, name.substr(std::string_view("jobs/").size()));
  }
  JsonFieldReader fields(head.method == "POST" ? std::string_view(body) : std::string_view("{}"));
  id = fields.id();
  if (fields.has("request") && fields.get_text("request") != name) {
    throw RequestError("request", "request: expected " + std::string(name) + ", as in the path");
  }
  PreparedRequest ready = read_request(name, std::move(fields), players_);
  return {.compute_response =
              [response = std::move(ready.compute_answer), id] {
                return respond_with(id, [&] { return add_id_to_answer(id, response({})); });
              },
          .cost_class = ready.cost_class};
}

RouteResult HttpRouter::create_job(const HttpRequestHead& head, const std::string& body,
                                   std::string& id) const {
  JsonFieldReader fields(body);
  id = fields.id();
  const std::string name = fields.get_text("request");
  if (find_http_request_mode(name).value_or(HttpRequestMode::kWithoutFields) <
      HttpRequestMode::kWithFieldsOrAsJob) {
    throw RequestError("request", "request: expected analyze or rollout");
  }
  const auto job = jobs_.add(random_token(), read_request(name, std::move(fields), players_),
                             head.client_address);
  if (!job) {
    return respond({.status = 429, .body = error_json(id, "too many jobs")});
  }
  HttpResponse response{.status = 201, .body = add_id_to_answer(id, job->state_json())};
  response.location = std::string(kApi) + "jobs/" + job->id();
  try {
    start_job_(job);
  } catch (...) {
    job->stop();  // ends it, so that it no longer counts as open
    throw;
  }
  return respond(std::move(response));
}

RouteResult HttpRouter::route_job_request(std::string_view method, std::string_view rest) const {
  const std::size_t slash = std::min(rest.find('/'), rest.size());
  const std::shared_ptr<Job> job = jobs_.find(std::string(rest.substr(0, slash)));
  const std::string_view after = rest.substr(slash);
  if (!job || (!after.empty() && after != "/events")) {
    return respond(make_error_response(404, "no such job"));
  }
  if (after == "/events") {
    if (method == "DELETE") return respond(not_allowed("GET, HEAD"));
    return {.event_job = job};
  }
  if (method == "DELETE") job->stop();
  return respond({.body = job->state_json()});
}

}  // namespace gioul
