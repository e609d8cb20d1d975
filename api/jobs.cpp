#include "api/jobs.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "api/field_reader.h"

namespace gioul {

void Job::run() {
  {
    const std::scoped_lock lock(mutex_);
    if (std::exchange(has_begun_, true)) return;
  }
  const StopFlagScope bound(&stop_flag_);
  try {
    throw_if_interrupted();
    const std::string answer =
        request_.compute_answer([this](const std::string& json) { publish({"progress", json}); });
    publish({"result", add_id_to_answer(request_.id, answer)});
  } catch (const std::exception& error) {  // also Interrupted
    publish({"error", error_json(request_.id, error)});
  }
  request_ = {};  // a finished job may be kept for long
}

void Job::publish(JobEvent event) {
  if (event.data_json.ends_with('\n')) event.data_json.pop_back();
  const std::scoped_lock lock(mutex_);
  last_event_ = std::move(event);
  std::erase_if(listeners_, [&](const Listener& listener) { return !listener(*last_event_); });
  if (last_event_->is_last()) listeners_.clear();
}

void Job::subscribe(Listener listener) {
  const std::scoped_lock lock(mutex_);
  if (last_event_ && !listener(*last_event_)) return;
  if (!last_event_ || !last_event_->is_last()) listeners_.push_back(std::move(listener));
}

std::string Job::state_json() const {
  const std::scoped_lock lock(mutex_);
  std::string state = has_begun_ ? "running" : "waiting";
  if (last_event_ && last_event_->is_last())
    state = last_event_->event_type == "result" ? "done" : "failed";
  std::string text = nlohmann::ordered_json{{"job", id_}, {"state", state}}.dump();
  if (last_event_) {
    text.pop_back();
    text += ",\"" + last_event_->event_type + "\":" + last_event_->data_json + "}";
  }
  return text + "\n";
}

bool Job::is_done() const {
  const std::scoped_lock lock(mutex_);
  return last_event_ && last_event_->is_last();
}

std::shared_ptr<Job> JobTable::add(std::string id, PreparedRequest request,
                                   const std::string& owner) {
  const std::scoped_lock lock(mutex_);
  const auto is_done = [](const std::shared_ptr<Job>& job) { return job->is_done(); };
  const auto done = static_cast<std::size_t>(std::ranges::count_if(jobs_, is_done));
  if (jobs_.size() - done >= max_unfinished_) return nullptr;
  const auto of_owner = std::ranges::count_if(jobs_, [&](const std::shared_ptr<Job>& job) {
    return job->owner() == owner && !job->is_done();
  });
  if (static_cast<std::size_t>(of_owner) >= max_unfinished_per_owner_) return nullptr;
  while (jobs_.size() >= max_stored_jobs_) {
    const auto oldest = std::ranges::find_if(jobs_, is_done);
    if (oldest == jobs_.end()) return nullptr;
    jobs_.erase(oldest);
  }
  jobs_.push_back(std::make_shared<Job>(std::move(id), std::move(request), owner));
  return jobs_.back();
}

std::shared_ptr<Job> JobTable::find(const std::string& id) const {
  const std::scoped_lock lock(mutex_);
  const auto found = std::ranges::find(jobs_, id, &Job::id);
  return found == jobs_.end() ? nullptr : *found;
}

}  // namespace gioul
