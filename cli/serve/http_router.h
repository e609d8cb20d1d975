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
  std::string allow = {};     // header Allow: allowed methods, if the request's is not
  std::string location = {};  // target of a redirect
  std::string cookie = {};    // header Set-Cookie; "": none
};

/// Makes an error response with a JSON body.
HttpResponse error_response(int status, std::string_view message);

/// The result of routing: a finished response, work that computes one, or a job's event stream.
struct RouteResult {
  std::optional<HttpResponse> response = {};  // set if it is known at once
  /// Computes the response if `response` is not set. May take long.
  std::function<HttpResponse()> compute_response = {};
  CostClass cost_class = CostClass::kMoment;  // expected run time of the work
  std::shared_ptr<Job> event_job;             // the job whose events are to be sent, if set
};

/// Finds the response to an HTTP request, by its method and path.
class HttpRouter {
 public:
  /// Creates a router. `begin` is called with each new job and must run it.
  HttpRouter(PlayerRegistry& players, JobTable& jobs, const HttpAccessControl& access,
             std::function<void(std::shared_ptr<Job>)> begin)
      : players_(players), jobs_(jobs), access_control_(access), start_job_(std::move(begin)) {}

  /// Checks a request before its body is read. Returns the error response, or nothing if the
  /// request is accepted.
  std::optional<HttpResponse> check_head(const HttpRequestHead& head) const;

  /// Routes an accepted request. May parse 1 MB of JSON. Errors, even lack of memory, become the
  /// response.
  RouteResult route(const HttpRequestHead& head, const std::string& body) const;

 private:
  // Routes a request, or throws. Sets `id` to the request's id as soon as it is known.
  RouteResult find_route(const HttpRequestHead& head, const std::string& body,
                         std::string& id) const;
  // Creates the job that the request asks for and lets it run. Otherwise like find_route().
  RouteResult create_job(const HttpRequestHead& head, const std::string& body,
                         std::string& id) const;
  // Routes a request about an existing job: its state, its events, or to stop it.
  RouteResult route_job_request(std::string_view method, std::string_view rest) const;

  PlayerRegistry& players_;
  JobTable& jobs_;
  const HttpAccessControl& access_control_;
  std::function<void(std::shared_ptr<Job>)> start_job_;
};

}  // namespace gioul
