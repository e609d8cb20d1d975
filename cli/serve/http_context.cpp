#include "cli/serve/http_context.h"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <utility>

#include "base/parallel.h"

namespace gioul {

namespace asio = boost::asio;

namespace {

// One client may use all cores. One more thread is left for other clients, and more for cheaper
// tasks.
WorkQueue::Slots slots() {
  const int cores = std::max(available_cores(), 2);
  return {cores + 7, cores + 5, cores + 4, cores + 2, cores + 1};
}

// Two jobs per client at a time.
constexpr WorkQueue::Slots kJobSlots = {3, 3, 3, 3, 3};

// Calls stop() after `time`, unless the timer is canceled first.
std::shared_ptr<asio::steady_timer> stop_after(asio::io_context& io, std::chrono::seconds time,
                                               std::function<void()> stop) {
  const auto timer = std::make_shared<asio::steady_timer>(io, time);
  timer->async_wait([stop = std::move(stop)](const boost::system::error_code& error) {
    if (!error) stop();
  });
  return timer;
}

}  // namespace

HttpWorks::HttpWorks(PlayerRegistry& players, HttpGate with_gate, const HttpLimits& with_limits)
    : limits(with_limits),
      gate(std::move(with_gate)),
      jobs(limits.open_jobs, limits.jobs, limits.open_jobs_of_one),
      routes(players, jobs, gate, [this](std::shared_ptr<Job> job) { run_job(std::move(job)); }),
      answers_(slots(), limits.waiting_requests),
      running_jobs_(kJobSlots, limits.open_jobs) {}

HttpWorks::~HttpWorks() = default;

bool HttpWorks::begin(QueuedWork work) {
  if (work.stop) {
    work.work = [this, stop = work.stop, work = std::move(work.work)] {
      const auto timer = stop_after(io, limits.thinking_time, [stop] { stop->store(true); });
      work();
      asio::post(io, [timer] { timer->cancel(); });  // the timer belongs to the I/O thread
    };
  }
  return answers_.add(std::move(work));
}

void HttpWorks::run_job(std::shared_ptr<Job> job) {
  const std::string& client = job->owner();
  running_jobs_.add({.client = client, .work = [this, job = std::move(job)] {
                       const auto timer = stop_after(io, limits.job_time, [job] { job->stop(); });
                       job->run();
                       asio::post(io, [timer] { timer->cancel(); });
                     }});
}

HttpWorks::Waiting::iterator HttpWorks::wait(const std::shared_ptr<WaitingClient>& client) {
  waiting_.push_back(client);
  return std::prev(waiting_.end());
}

void HttpWorks::connection_begins() {
  if (++connections_ <= limits.connections || waiting_.empty()) return;
  if (const auto longest = waiting_.front().lock()) longest->close();
}

HttpWorks::Holding::iterator HttpWorks::hold(const std::shared_ptr<WaitingClient>& for_whom,
                                             const std::string& client, std::size_t bytes) {
  held_ += bytes;
  held_of_[client] += bytes;
  const auto place = holding_.insert(holding_.end(), {for_whom, client, bytes});
  while (held_ > limits.held_bytes) {
    using Share = std::pair<const std::string, std::size_t>;
    const std::string& most = std::ranges::max_element(held_of_, {}, &Share::second)->first;
    const auto oldest = std::ranges::find(holding_, most, &Held::client);
    if (oldest == place) break;  // a single large buffer is allowed
    oldest->for_whom.lock()->close();
  }
  return place;
}

void HttpWorks::hold_no_more(Holding::iterator place) {
  held_ -= place->bytes;
  const auto share = held_of_.find(place->client);
  share->second -= place->bytes;
  if (share->second == 0) held_of_.erase(share);
  holding_.erase(place);
}

}  // namespace gioul
