// Maps HTTP requests to responses: files of the web UI, the JSON API and its jobs. Knows nothing of
// sockets.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "api/jobs.h"
#include "api/player_registry.h"
#include "api/requests.h"
#include "cli/serve/http_access.h"

namespace gioul {

/// An HTTP response.
struct HttpAnswer {
  int status = 200;
  std::string_view type = "application/json";
  std::string body = {};
  std::string allow = {};     // allowed methods, if the method is not
  std::string location = {};  // target of a redirect
  std::string cookie = {};
};

/// Makes an error response with a JSON body.
HttpAnswer error_answer(int status, std::string_view message);

/// The result of routing: a finished response, work that computes one, or a job's event stream.
struct HttpRoute {
  std::optional<HttpAnswer> answer = {};
  /// Computes the response if `answer` is not set. May take long.
  std::function<HttpAnswer()> work = {};
  CostClass cost = CostClass::kMoment;  // of the work
  std::shared_ptr<Job> events;          // send the events of this job
};

/// All routes of the server.
class HttpRoutes {
 public:
  /// `begin` must run each new job.
  HttpRoutes(PlayerRegistry& players, JobTable& jobs, const HttpGate& gate,
             std::function<void(std::shared_ptr<Job>)> begin)
      : players_(players), jobs_(jobs), gate_(gate), begin_(std::move(begin)) {}

  /// Returns the error response to a request that is not accepted, before its body is read.
  std::optional<HttpAnswer> refuse(const HttpHead& head) const;

  /// Routes an accepted request. May parse 1 MB of JSON. Errors, even lack of memory, become the
  /// response.
  HttpRoute route(const HttpHead& head, const std::string& body) const;

 private:
  // These set `id` to the request's id as soon as it is known, and throw on errors.
  HttpRoute find_route(const HttpHead& head, const std::string& body, std::string& id) const;
  HttpRoute new_job(const HttpHead& head, const std::string& body, std::string& id) const;
  HttpRoute job_route(std::string_view method, std::string_view rest) const;

  PlayerRegistry& players_;
  JobTable& jobs_;
  const HttpGate& gate_;
  std::function<void(std::shared_ptr<Job>)> begin_;
};

}  // namespace gioul
