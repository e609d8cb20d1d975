#include "eval/gnubg/shared_core.h"

#include <algorithm>
#include <mutex>

namespace gioul {

namespace {

cpu_set_t only(int core) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(static_cast<std::size_t>(core), &set);
  return set;
}

}  // namespace

CorePool::CorePool() {
  cpu_set_t allowed;
  if (::sched_getaffinity(0, sizeof(allowed), &allowed) != 0) return;
  for (int core = 0; core < CPU_SETSIZE; ++core) {
    if (CPU_ISSET(static_cast<std::size_t>(core), &allowed)) cores_.push_back({core, false});
  }
}

int CorePool::take() {
  const int here = ::sched_getcpu();
  const std::scoped_lock lock(mutex_);
  auto core = std::ranges::find_if(
      cores_, [here](const Core& other) { return other.number == here && !other.lent; });
  if (core == cores_.end()) core = std::ranges::find(cores_, false, &Core::lent);
  if (core == cores_.end()) return -1;
  core->lent = true;
  return core->number;
}

void CorePool::give_back(int core) {
  const std::scoped_lock lock(mutex_);
  const auto found = std::ranges::find(cores_, core, &Core::number);
  if (found != cores_.end()) found->lent = false;
}

SharedCore::SharedCore(CorePool& pool, pid_t process) : pool_(pool), core_(pool.take()) {
  if (core_ < 0) return;
  const cpu_set_t set = only(core_);
  if (::sched_setaffinity(process, sizeof(set), &set) == 0) return;
  pool_.give_back(core_);
  core_ = -1;
}

SharedCore::~SharedCore() { pool_.give_back(core_); }

SharedCore::Visit::Visit(const SharedCore* core) {
  if (core == nullptr || core->core_ < 0) return;
  if (::sched_getaffinity(0, sizeof(before_), &before_) != 0) return;
  const cpu_set_t set = only(core->core_);
  moved_ = ::sched_setaffinity(0, sizeof(set), &set) == 0;
}

SharedCore::Visit::~Visit() {
  if (moved_) ::sched_setaffinity(0, sizeof(before_), &before_);
}

}  // namespace gioul
