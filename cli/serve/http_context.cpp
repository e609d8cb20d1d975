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
FairScheduler::RunningLimits slots() {
  const int cores = std::max(available_core_count(), 2);
  return {cores + 7, cores + 5, cores + 4, cores + 2, cores + 1};
}

// Two jobs per client at a time.
constexpr FairScheduler::RunningLimits kJobSlots = {3, 3, 3, 3, 3};

// Runs work(), and calls stop() on the I/O thread if that takes longer than `time`.
void run_with_timeout(asio::io_context& io, std::chrono::seconds time, std::function<void()> stop,
                      const std::function<void()>& work) {
  const auto timer = std::make_shared<asio::steady_timer>(io, time);
  timer->async_wait([stop = std::move(stop)](const boost::system::error_code& error) {
    if (!error) stop();
  });
  work();
  asio::post(io, [timer] { timer->cancel(); });  // the timer belongs to the I/O thread
}

}  // namespace

HttpContext::HttpContext(PlayerRegistry& players, HttpAccessControl with_access,
                         const HttpLimits& with_limits)
    : limits(with_limits),
      access_control(std::move(with_access)),
      jobs(limits.max_open_jobs, limits.max_stored_jobs, limits.max_open_jobs_per_client),
      router(players, jobs, access_control,
             [this](std::shared_ptr<Job> job) { run_job(std::move(job)); }),
      request_scheduler_(slots(), limits.max_waiting_requests),
      job_scheduler_(kJobSlots, limits.max_open_jobs) {}

bool HttpContext::start_task(ScheduledTask work) {
  if (work.stop_flag) {
    work.run = [this, stop = work.stop_flag, work = std::move(work.run)] {
      run_with_timeout(io, limits.compute_timeout, [stop] { stop->store(true); }, work);
    };
  }
  return request_scheduler_.add_task(std::move(work));
}

void HttpContext::run_job(std::shared_ptr<Job> job) {
  const std::string& client = job->owner();
  job_scheduler_.add_task(
      {.client = client, .run = [this, job = std::move(job)] {
         run_with_timeout(io, limits.job_timeout, [job] { job->stop(); }, [&job] { job->run(); });
       }});
}

HttpContext::IdleList::iterator HttpContext::register_idle(
    const std::shared_ptr<EvictableConnection>& client) {
  idle_connections_.push_back(client);
  return std::prev(idle_connections_.end());
}

void HttpContext::count_opened_and_evict_idle() {
  if (++connection_count_ <= limits.max_connections || idle_connections_.empty()) return;
  if (const auto longest = idle_connections_.front().lock()) longest->close();
}

HttpContext::MemoryReservations::iterator HttpContext::reserve_memory(
    const std::shared_ptr<EvictableConnection>& connection, const std::string& client,
    std::size_t bytes) {
  reserved_bytes_ += bytes;
  reserved_bytes_by_client_[client] += bytes;
  const auto place = reservations_.insert(reservations_.end(), {connection, client, bytes});
  while (reserved_bytes_ > limits.max_reserved_bytes) {
    using Share = std::pair<const std::string, std::size_t>;
    const std::string& most =
        std::ranges::max_element(reserved_bytes_by_client_, {}, &Share::second)->first;
    const auto oldest = std::ranges::find(reservations_, most, &MemoryReservation::client_address);
    if (oldest == place) break;  // a single large buffer is allowed
    oldest->connection.lock()->close();
  }
  return place;
}

void HttpContext::release_memory(MemoryReservations::iterator place) {
  reserved_bytes_ -= place->bytes;
  const auto share = reserved_bytes_by_client_.find(place->client_address);
  share->second -= place->bytes;
  if (share->second == 0) reserved_bytes_by_client_.erase(share);
  reservations_.erase(place);
}

}  // namespace gioul
