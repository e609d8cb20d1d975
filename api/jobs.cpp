#include "api/jobs.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "api/field_reader.h"
#include "base/error.h"
#include "base/text.h"

namespace gioul {

void Job::run() {
  {
    const std::scoped_lock lock(mutex_);
    has_begun_ = true;
  }
  const StopFlagScope bound(&stop_);
  try {
    throw_if_interrupted();
    const std::string answer =
        request_.answer([this](const std::string& json) { publish({"progress", json}); });
    publish({"result", with_id(request_.id, answer)});
  } catch (const std::exception& error) {  // also Interrupted
    publish({"error", error_json(request_.id, error)});
  }
}

void Job::publish(JobEvent event) {
  if (event.json.ends_with('\n')) event.json.pop_back();
  const std::scoped_lock lock(mutex_);
  last_ = std::move(event);
  std::erase_if(listeners_, [&](const Listener& listener) { return !listener(*last_); });
  if (last_->is_last()) listeners_.clear();
}

void Job::subscribe(Listener listener) {
  const std::scoped_lock lock(mutex_);
  if (last_ && !listener(*last_)) return;
  if (!last_ || !last_->is_last()) listeners_.push_back(std::move(listener));
}

std::string Job::state_json() const {
  const std::scoped_lock lock(mutex_);
  std::string state = has_begun_ ? "running" : "waiting";
  if (last_ && last_->is_last()) state = last_->name == "result" ? "done" : "failed";
  std::string text = nlohmann::ordered_json{{"job", name_}, {"state", state}}.dump();
  if (last_) {
    text.pop_back();
    text += ",\"" + last_->name + "\":" + last_->json + "}";
  }
  return text + "\n";
}

bool Job::is_done() const {
  const std::scoped_lock lock(mutex_);
  return last_ && last_->is_last();
}

std::shared_ptr<Job> JobTable::add(std::string name, PreparedRequest request,
                                   const std::string& owner) {
  const std::scoped_lock lock(mutex_);
  const auto is_done = [](const std::shared_ptr<Job>& job) { return job->is_done(); };
  const auto done = static_cast<std::size_t>(std::ranges::count_if(jobs_, is_done));
  if (jobs_.size() - done >= max_open_) return nullptr;
  const auto of_owner = std::ranges::count_if(jobs_, [&](const std::shared_ptr<Job>& job) {
    return job->owner() == owner && !job->is_done();
  });
  if (static_cast<std::size_t>(of_owner) >= max_open_per_owner_) return nullptr;
  while (jobs_.size() >= max_jobs_) {
    const auto oldest = std::ranges::find_if(jobs_, is_done);
    if (oldest == jobs_.end()) return nullptr;
    jobs_.erase(oldest);
  }
  jobs_.push_back(std::make_shared<Job>(std::move(name), std::move(request), owner));
  return jobs_.back();
}

std::shared_ptr<Job> JobTable::find(const std::string& name) const {
  const std::scoped_lock lock(mutex_);
  const auto found = std::ranges::find(jobs_, name, &Job::id);
  return found == jobs_.end() ? nullptr : *found;
}

}  // namespace gioul
