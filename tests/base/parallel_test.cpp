#include "base/parallel.h"

#include <gtest/gtest.h>
#include <sched.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>

#include "base/interrupt.h"
#include "tests/base/temporary_folder.h"

namespace gioul {
namespace {

TEST(ParallelForWithWorkers, RunsEachIndexOnce) {
  std::mutex mutex;
  std::multiset<std::int64_t> given;
  parallel_for_with_workers(4, 1000, [&] {
    return [&](std::int64_t i) {
      const std::scoped_lock lock(mutex);
      given.insert(i);
      return true;
    };
  });
  EXPECT_EQ(given.size(), 1000u);
  EXPECT_EQ(std::set(given.begin(), given.end()).size(), 1000u);
}

// The other workers would never finish.
TEST(ParallelForWithWorkers, StopsIfAWorkerCannotBeCreated) {
  std::atomic<bool> first = true;
  const auto make_worker = [&] {
    if (first.exchange(false)) throw std::runtime_error("no such net");
    return [](std::int64_t) { return true; };
  };
  EXPECT_THROW(parallel_for_with_workers(2, std::int64_t{1} << 60, make_worker),
               std::runtime_error);
}

TEST(ParallelFor, RethrowsOneExceptionToTheCaller) {
  std::atomic<int> called = 0;
  const auto work = [&](int i) {
    ++called;
    if (i == 7) throw std::runtime_error("seven");
  };
  EXPECT_THROW(parallel_for(4, 1'000'000'000, work), std::runtime_error);
  EXPECT_LT(called.load(), 1'000'000'000);
}

TEST(ParallelFor, RunsNestedLoops) {
  std::atomic<int> sum = 0;
  parallel_for(4, 20, [&](int) { parallel_for(4, 20, [&](int i) { sum += i; }); });
  EXPECT_EQ(sum.load(), 20 * 190);
}

// A thread that waits for its inner loop must not run a job of the outer loop.
TEST(ParallelFor, ThreadInANestedLoopRunsNoOuterJobs) {
  PerThread<int> inside;
  std::atomic<int> twice = 0;
  parallel_for(4, 64, [&](int) {
    int& mine = inside.local();
    if (mine++ > 0) ++twice;
    std::atomic<int> sum = 0;
    parallel_for(4, 64, [&](int i) { sum += i; });
    --mine;
  });
  EXPECT_EQ(twice, 0);
}

TEST(ParallelFor, InheritsTheStopFlagOfItsCaller) {
  const StopFlag stop = true;
  const StopFlagScope bound(&stop);
  std::atomic<int> interrupted = 0;
  parallel_for(4, 1000, [&](int) { interrupted += is_interrupted() ? 1 : 0; });
  EXPECT_EQ(interrupted, 1000);
}

TEST(AvailableCores, RespectCpuAffinity) {
  cpu_set_t all;
  ASSERT_EQ(::sched_getaffinity(0, sizeof(all), &all), 0);
  cpu_set_t one;
  CPU_ZERO(&one);
  std::size_t first = 0;
  while (!CPU_ISSET(first, &all)) ++first;
  CPU_SET(first, &one);
  ASSERT_EQ(::sched_setaffinity(0, sizeof(one), &one), 0);
  EXPECT_EQ(available_core_count(), 1);
  EXPECT_EQ(::sched_setaffinity(0, sizeof(all), &all), 0);
}

// For any machine with any control groups.
TEST(AvailableCores, RespectCpuLimitsOfContainers) {
  const TemporaryFolder folder;
  const auto put = [&](const std::string& file, const std::string& text) {
    std::filesystem::create_directories((folder / file).parent_path());
    std::ofstream(folder / file) << text;
  };
  const auto cores = [&] { return available_core_count(folder.path().string()); };
  const int all = cores();
  EXPECT_GE(all, 1);
  put("proc/self/cgroup", "1:cpu:/old\n0::/pod/box\n");
  put("sys/fs/cgroup/pod/box/cpu.max", "max 100000\n");
  EXPECT_EQ(cores(), all);
  put("sys/fs/cgroup/pod/cpu.max", "50000 100000\n");
  EXPECT_EQ(cores(), 1);
  put("sys/fs/cgroup/pod/cpu.max", "150000 100000\n");  // fractions of a core are rounded up
  EXPECT_EQ(cores(), std::min(all, 2));
  put("sys/fs/cgroup/cpu.max", "20000 100000\n");
  EXPECT_EQ(cores(), 1);
  put("sys/fs/cgroup/cpu.max", "max 100000\n");
  put("sys/fs/cgroup/pod/cpu.max", "max 100000\n");
  EXPECT_EQ(cores(), all);
  put("proc/self/cgroup", "5:cpu,cpuacct:/docker/box\n1:memory:/\n");  // version 1
  put("sys/fs/cgroup/cpu,cpuacct/docker/box/cpu.cfs_quota_us", "-1\n");
  put("sys/fs/cgroup/cpu,cpuacct/docker/box/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(cores(), all);
  put("sys/fs/cgroup/cpu,cpuacct/docker/box/cpu.cfs_quota_us", "90000\n");
  EXPECT_EQ(cores(), 1);
  put("sys/fs/cgroup/cpu,cpuacct/docker/box/cpu.cfs_quota_us", "110000\n");
  EXPECT_EQ(cores(), std::min(all, 2));
  put("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "50000\n");  // seen from inside a container
  put("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(cores(), 1);
}

}  // namespace
}  // namespace gioul
