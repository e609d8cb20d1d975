#include "cli/serve/http_works.h"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <thread>
#include <utility>

namespace gioul {

namespace asio = boost::asio;

namespace {

std::size_t cores() { return std::max(std::thread::hardware_concurrency(), 2u); }

// Sets the flag when the time is up, unless it is destroyed before.
std::shared_ptr<asio::steady_timer> stop_after(asio::io_context& io, std::chrono::seconds time,
                                               std::function<void()> stop) {
  const auto timer = std::make_shared<asio::steady_timer>(io, time);
  timer->async_wait([stop = std::move(stop)](const boost::system::error_code& error) {
    if (!error) stop();
  });
  return timer;
}

}  // namespace

HttpWorks::HttpWorks(LoadedPlayers& players, HttpGate with_gate, const HttpLimits& with_limits)
    : limits(with_limits),
      gate(std::move(with_gate)),
      jobs(limits.open_jobs, limits.jobs),
      routes(players, jobs, gate, [this](std::shared_ptr<Job> job) { run_job(std::move(job)); }),
      quick_(cores()),
      slow_(cores()),
      job_threads_(2) {}

HttpWorks::~HttpWorks() = default;

void HttpWorks::soon(std::function<void()> work) { asio::post(quick_, std::move(work)); }

bool HttpWorks::begin_slow(std::function<void()> work) {
  if (slow_requests_.load() >= limits.waiting_requests) return false;
  ++slow_requests_;
  asio::post(slow_, [this, work = std::move(work)] {
    const auto stop = std::make_shared<StopFlag>(false);
    const auto timer = stop_after(io, limits.thinking_time, [stop] { stop->store(true); });
    {
      const BoundToStop bound(stop.get());
      work();
    }
    asio::post(io, [timer] { timer->cancel(); });  // it belongs to that thread
    --slow_requests_;
  });
  return true;
}

void HttpWorks::run_job(std::shared_ptr<Job> job) {
  asio::post(job_threads_, [this, job = std::move(job)] {
    const auto timer = stop_after(io, limits.job_time, [job] { job->stop(); });
    job->run();
    asio::post(io, [timer] { timer->cancel(); });
  });
}

HttpWorks::Waiting::iterator HttpWorks::wait(const std::shared_ptr<WaitingClient>& client) {
  waiting_.push_back(client);
  return std::prev(waiting_.end());
}

void HttpWorks::connection_begins() {
  if (++connections_ <= limits.connections || waiting_.empty()) return;
  if (const auto longest = waiting_.front().lock()) longest->close();
}

void HttpWorks::stop() {
  interrupt();
  jobs.stop_all();
  quick_.stop();
  slow_.stop();
  job_threads_.stop();
  quick_.join();
  slow_.join();
  job_threads_.join();
}

}  // namespace gioul
