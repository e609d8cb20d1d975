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

/// An HTTP response: status, headers and body.
struct HttpResponse {
  int status = 200;                                 // the HTTP status code
  std::string_view mime_type = "application/json";  // the MIME type
  std::string body = {};
  std::string allow = {};     // the header Allow: the methods that are allowed; "" for no header
  std::string location = {};  // the header Location: the URL of a redirect or new job; "" for none
  std::string cookie = {};    // the header Set-Cookie; "" for no header
};

/// Makes an error response with a JSON body.
HttpResponse make_error_response(int status, std::string_view message);

/// The result of routing: a finished response, work that computes one, or a job's event stream.
struct RouteResult {
  std::optional<HttpResponse> response = {};  // the finished response, if it is known at once
  /// Computes the response, if neither `response` nor `event_job` is set. May take long.
  std::function<HttpResponse()> compute_response = {};
  CostClass cost_class = CostClass::kMoment;  // expected run time of compute_response()
  std::shared_ptr<Job> event_job = {};        // the job whose events are to be sent, or null
};

/// Finds the response to an HTTP request, by its method and path.
class HttpRouter {
 public:
  /// `begin` is called with each new job and must let it run on another thread.
  HttpRouter(PlayerRegistry& players, JobTable& jobs, const HttpAccessControl& access,
             std::function<void(std::shared_ptr<Job>)> begin)
      : players_(players), jobs_(jobs), access_control_(access), start_job_(std::move(begin)) {}

  /// Checks the head of a request before its body is read. Returns the error response; nullopt if
  /// the request is accepted.
  std::optional<HttpResponse> check_head(const HttpRequestHead& head) const;

  /// Routes a request that check_head() has accepted. Does not throw: errors, even lack of memory,
  /// become error responses. May take a while, to parse up to 1 MB of JSON.
  RouteResult route(const HttpRequestHead& head, const std::string& body) const;

 private:
  // Routes a request; throws if it is invalid. Sets `id` to the request's id as soon as it is
  // known, for the error message.
  RouteResult route_or_throw(const HttpRequestHead& head, const std::string& body,
                             std::string& id) const;
  // Creates the job that the request asks for and starts it. Throws and sets `id` like
  // route_or_throw().
  RouteResult create_job(const HttpRequestHead& head, const std::string& body,
                         std::string& id) const;
  // Routes a request for an existing job: to get its state, to get its events, or to stop it.
  // `rest` is the path after "jobs/".
  RouteResult route_job_request(std::string_view method, std::string_view rest) const;

  PlayerRegistry& players_;
  JobTable& jobs_;
  const HttpAccessControl& access_control_;
  std::function<void(std::shared_ptr<Job>)> start_job_;  // called with each new job
};

}  // namespace gioul
