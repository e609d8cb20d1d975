#include "base/parallel.h"

#include <sched.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <thread>

#include "base/interrupt.h"

namespace gioul {

void run_on_threads(int helpers, const std::function<void()>& work) {
  if (helpers <= 0) return work();
  constexpr std::size_t kMaxThreads = 1024;  // the default is one per core
  static const tbb::global_control all(tbb::global_control::max_allowed_parallelism, kMaxThreads);
  // One arena per thread and size: consecutive loops find their helpers still awake, and loops on
  // other threads do not compete for them.
  thread_local std::map<int, tbb::task_arena> arenas;
  const int threads = helpers + 1;
  // The atomics order memory accesses between the threads for the thread sanitizer, which does not
  // see the synchronization inside oneTBB.
  std::atomic<bool> open;
  std::atomic<int> gone = 0;
  tbb::task_group_context alone(tbb::task_group_context::isolated);
  const StopFlag* const stop = current_stop_flag;
  const auto begin = [&](int) {
    const StopFlagScope bound(stop);
    if (open) work();
    ++gone;
  };
  arenas.try_emplace(threads, threads).first->second.execute([&] {
    tbb::this_task_arena::isolate([&] {
      open = true;
      tbb::parallel_for(0, threads, begin, tbb::simple_partitioner(), alone);
    });
  });
  (void)gone.load();
}

int available_core_count(const std::string& root) {
  double cores = std::max(1u, std::thread::hardware_concurrency());
  cpu_set_t allowed;  // too small for more than 1,024 cores; then the call fails
  if (::sched_getaffinity(0, sizeof(allowed), &allowed) == 0) cores = CPU_COUNT(&allowed);
  std::ifstream groups(root + "/proc/self/cgroup");
  // Limits apply to a group and all groups around it. A container may see only its own, as the top.
  const auto limit = [&](const std::string& top, const std::string& group) {
    std::filesystem::path at = top + group;
    for (; at.string().size() >= top.size(); at = at.parent_path()) {
      double time = 0;
      double period = 0;
      if (std::ifstream(at / "cpu.max") >> time >> period) cores = std::min(cores, time / period);
      std::ifstream quota(at / "cpu.cfs_quota_us");
      std::ifstream(at / "cpu.cfs_period_us") >> period;
      if (quota >> time && time > 0 && period > 0) cores = std::min(cores, time / period);
    }
  };
  const std::string mounts = root + "/sys/fs/cgroup";
  limit(mounts, "");
  for (std::string line; std::getline(groups, line);) {  // NUMBER:CONTROLLERS:GROUP
    const std::size_t begin = line.find(':') + 1;
    const std::size_t end = line.find(':', begin);
    if (begin == 0 || end == std::string::npos) continue;
    const std::string controllers = line.substr(begin, end - begin);
    const std::string group = line.substr(end + 1);
    if (controllers.empty()) limit(mounts, group);                       // version 2
    if (("," + controllers + ",").find(",cpu,") != std::string::npos) {  // version 1
      limit(mounts + "/" + controllers, group);
      limit(mounts + "/cpu", group);
    }
  }
  return std::max(1, static_cast<int>(std::ceil(cores)));
}

}  // namespace gioul
