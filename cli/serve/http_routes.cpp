#include "cli/serve/http_routes.h"

#include <algorithm>
#include <stdexcept>

#include "api/wildbg_form.h"
#include "base/error.h"
#include "base/interrupt.h"
#include "cli/serve/openapi.h"
#include "cli/serve/page_file.h"
#include "eval/play/player.h"

namespace gioul {

namespace {

constexpr std::string_view kApi = "/api/v1/";
constexpr std::string_view kDescription = "/api/v1/openapi.json";

HttpRoute answered(HttpAnswer answer) { return {.answer = std::move(answer), .events = nullptr}; }

HttpAnswer not_allowed(std::string_view allowed) {
  HttpAnswer answer = error_answer(405, "expected the method " + std::string(allowed));
  answer.allow = allowed;
  return answer;
}

// "%2A" and "+" as they are meant.
std::string decoded(std::string_view text) {
  const auto digit = [](char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
  };
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_code =
        text[i] == '%' && i + 2 < text.size() && digit(text[i + 1]) >= 0 && digit(text[i + 2]) >= 0;
    result += is_code ? static_cast<char>(digit(text[i + 1]) * 16 + digit(text[i + 2])) : text[i];
    if (is_code) i += 2;
  }
  return result;
}

QueryFields fields_of(std::string_view query) {
  QueryFields fields;
  while (!query.empty()) {
    const std::size_t end = std::min(query.find('&'), query.size());
    const std::string_view pair = query.substr(0, end);
    query.remove_prefix(std::min(end + 1, query.size()));
    if (pair.empty() || pair.starts_with("token=")) continue;
    const std::size_t equals = std::min(pair.find('='), pair.size());
    const std::string key = decoded(pair.substr(0, equals));
    const std::string_view value = pair.substr(std::min(equals + 1, pair.size()));
    if (!fields.emplace(key, decoded(value)).second) {
      throw RequestError(key, key + ": stands there twice");
    }
  }
  return fields;
}

int status_of(const std::exception& error) {
  if (dynamic_cast<const PlayerFailure*>(&error) != nullptr) return 502;
  return dynamic_cast<const InputError*>(&error) != nullptr ? 400 : 500;
}

// What f() returns as the body; what is wrong in the form of this address.
template <typename F, typename ErrorText>
HttpAnswer told(F f, ErrorText error_text) {
  try {
    return {.body = f()};
  } catch (const Interrupted&) {
    const std::runtime_error late("it took too long (expected fewer plies, or a job)");
    return {.status = 503, .body = error_text(late)};
  } catch (const std::exception& error) {
    return {.status = status_of(error), .body = error_text(error)};
  }
}

HttpRoute wildbg_route(const HttpHead& head, LoadedPlayers& players) {
  const bool is_move = head.path() == "/move";
  return {.work =
              [=, &players, query = std::string(head.query())] {
                return told(
                    [&] {
                      const QueryFields fields = fields_of(query);
                      return is_move ? wildbg_move(fields, players) : wildbg_eval(fields, players);
                    },
                    [](const std::exception& error) { return wildbg_error(error.what()); });
              },
          .events = nullptr};
}

}  // namespace

HttpAnswer error_answer(int status, std::string_view message) {
  return {.status = status, .body = error_json({}, message)};
}

std::optional<HttpAnswer> HttpRoutes::refuse(const HttpHead& head) const {
  if (const auto refusal = gate_.check(head)) {
    return error_answer(refusal->status, refusal->message);
  }
  const std::string_view path = head.path();
  const bool reads = head.method == "GET" || head.method == "HEAD";
  if (path == "/move" || path == "/eval" || path == kDescription ||
      find_page_file(path) != nullptr) {
    if (!reads) return not_allowed("GET, HEAD");
    return std::nullopt;
  }
  if (path.starts_with(kApi)) {
    const std::string_view name = path.substr(kApi.size());
    const auto way = name == "jobs" ? RequestWay::kFields : request_way(name);
    if (way && way != RequestWay::kJob) {
      const bool is_plain = way == RequestWay::kPlain;
      if (is_plain ? reads : head.method == "POST") return std::nullopt;
      return not_allowed(is_plain ? "GET, HEAD" : "POST");
    }
    if (name.starts_with("jobs/")) {
      if (!reads && head.method != "DELETE") return not_allowed("GET, HEAD, DELETE");
      return std::nullopt;
    }
  }
  return error_answer(404, "there is nothing at this address");
}

HttpRoute HttpRoutes::route(const HttpHead& head, const std::string& body) const {
  std::string id;
  try {
    return find_route(head, body, id);
  } catch (const std::exception& error) {
    return answered({.status = status_of(error), .body = error_json(id, error)});
  }
}

HttpRoute HttpRoutes::find_route(const HttpHead& head, const std::string& body,
                                 std::string& id) const {
  const std::string_view path = head.path();
  if (path == "/" && gate_.is_let_in_by(head.query())) {
    HttpAnswer answer{.status = 303, .type = "text/plain"};
    answer.location = "/";
    answer.cookie =
        std::string(kTokenCookie) + "=" + gate_.token() + "; Path=/; HttpOnly; SameSite=Strict";
    return answered(std::move(answer));
  }
  if (const PageFile* const file = find_page_file(path)) {
    return answered({.type = file->type, .body = std::string(file->bytes)});
  }
  if (path == kDescription)
    return answered(
        {.body = openapi_json(players_.policy(), find_page_file("answers.json")->bytes)});
  if (!path.starts_with(kApi)) return wildbg_route(head, players_);
  const std::string_view name = path.substr(kApi.size());
  if (name == "jobs") return new_job(head, body, id);
  if (name.starts_with("jobs/")) {
    return job_route(head.method, name.substr(std::string_view("jobs/").size()));
  }
  RequestFields fields(head.method == "POST" ? std::string_view(body) : std::string_view("{}"));
  id = fields.id();
  ReadyRequest ready = read_request(name, std::move(fields), players_);
  return {.work =
              [answer = std::move(ready.answer), id] {
                return told([&] { return with_id(id, answer({})); },
                            [&](const std::exception& error) { return error_json(id, error); });
              },
          .cost = ready.cost,
          .events = nullptr};
}

HttpRoute HttpRoutes::new_job(const HttpHead& head, const std::string& body,
                              std::string& id) const {
  RequestFields fields(body);
  id = fields.id();
  const std::string name = fields.text("request");
  if (request_way(name).value_or(RequestWay::kPlain) < RequestWay::kFieldsOrJob) {
    throw RequestError("request", "request: expected analyze or rollout");
  }
  const auto job =
      jobs_.add(unguessable_name(), read_request(name, std::move(fields), players_), head.client);
  if (!job) {
    return answered({.status = 429, .body = error_json(id, "there are too many jobs already")});
  }
  HttpAnswer answer{.status = 201, .body = with_id(id, job->state_json())};
  answer.location = std::string(kApi) + "jobs/" + job->name();
  try {
    begin_(job);
  } catch (...) {
    job->stop();
    job->run();  // which ends it, so that it is no open job
    throw;
  }
  return answered(std::move(answer));
}

HttpRoute HttpRoutes::job_route(std::string_view method, std::string_view rest) const {
  const std::size_t slash = std::min(rest.find('/'), rest.size());
  const std::shared_ptr<Job> job = jobs_.find(std::string(rest.substr(0, slash)));
  const std::string_view after = rest.substr(slash);
  if (!job || (!after.empty() && after != "/events")) {
    return answered(error_answer(404, "there is no such job"));
  }
  if (after == "/events") {
    if (method == "DELETE") return answered(not_allowed("GET, HEAD"));
    return {.events = job};
  }
  if (method == "DELETE") job->stop();
  return answered({.body = job->state_json()});
}

}  // namespace gioul
