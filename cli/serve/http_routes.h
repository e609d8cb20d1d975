// What the server's addresses mean: which of them there are, and what each answers. Nothing here
// knows of sockets.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "api/jobs.h"
#include "api/player_registry.h"
#include "api/requests.h"
#include "cli/serve/http_gate.h"

namespace gioul {

struct HttpAnswer {
  int status = 200;
  std::string_view type = "application/json";
  std::string body = {};
  std::string allow = {};     // of a method that is not allowed
  std::string location = {};  // of a redirection
  std::string cookie = {};
};

HttpAnswer error_answer(int status, std::string_view message);

/// What an address leads to: an answer that is there, one that has to be worked out, or events.
struct HttpRoute {
  std::optional<HttpAnswer> answer = {};
  /// To be called by a thread that may take its time, if `answer` is not there.
  std::function<HttpAnswer()> work = {};
  Cost cost = Cost::kMoment;    // of the work
  std::shared_ptr<Job> events;  // those of this job are to be sent
};

class HttpRoutes {
 public:
  /// `begin` is given each new job to run it.
  HttpRoutes(LoadedPlayers& players, JobTable& jobs, const HttpGate& gate,
             std::function<void(std::shared_ptr<Job>)> begin)
      : players_(players), jobs_(jobs), gate_(gate), begin_(std::move(begin)) {}

  /// Whether the body of this request is worth reading: else the answer is why not.
  std::optional<HttpAnswer> refuse(const HttpHead& head) const;

  /// For requests that were not refused. May read a megabyte of JSON. What goes wrong, such as that
  /// there is no memory for it, is the answer.
  HttpRoute route(const HttpHead& head, const std::string& body) const;

 private:
  // These tell the request's id as soon as it is known, and throw.
  HttpRoute find_route(const HttpHead& head, const std::string& body, std::string& id) const;
  HttpRoute new_job(const HttpHead& head, const std::string& body, std::string& id) const;
  HttpRoute job_route(std::string_view method, std::string_view rest) const;

  LoadedPlayers& players_;
  JobTable& jobs_;
  const HttpGate& gate_;
  std::function<void(std::shared_ptr<Job>)> begin_;
};

}  // namespace gioul
