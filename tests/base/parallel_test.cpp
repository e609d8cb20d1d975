#include "base/parallel.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <mutex>
#include <set>
#include <stdexcept>
#include <vector>

namespace gioul {
namespace {

TEST(ParallelTake, GivesEachNumberOutOnce) {
  std::mutex mutex;
  std::multiset<std::int64_t> given;
  parallel_take(4, 1000, [&] {
    return [&](std::int64_t i) {
      const std::scoped_lock lock(mutex);
      given.insert(i);
      return true;
    };
  });
  EXPECT_EQ(given.size(), 1000u);
  EXPECT_EQ(std::set(given.begin(), given.end()).size(), 1000u);
}

// There is no end to what the others could do.
TEST(ParallelTake, EndsWhereAWorkerCannotBeMade) {
  std::atomic<bool> first = true;
  const auto make_worker = [&] {
    if (first.exchange(false)) throw std::runtime_error("no such net");
    return [](std::int64_t) { return true; };
  };
  EXPECT_THROW(parallel_take(2, std::int64_t{1} << 60, make_worker), std::runtime_error);
}

TEST(ParallelFor, OneExceptionEndsItAndIsTheCallers) {
  std::atomic<int> called = 0;
  const auto work = [&](int i) {
    ++called;
    if (i == 7) throw std::runtime_error("seven");
  };
  EXPECT_THROW(parallel_for(4, 1'000'000'000, work), std::runtime_error);
  EXPECT_LT(called.load(), 1'000'000'000);
}

TEST(ParallelFor, LoopsInLoopsAreDone) {
  std::atomic<int> sum = 0;
  parallel_for(4, 20, [&](int) { parallel_for(4, 20, [&](int i) { sum += i; }); });
  EXPECT_EQ(sum.load(), 20 * 190);
}

// Who waits for the inner loop is given nothing of the outer one.
TEST(ParallelFor, ThreadInAnInnerLoopKeepsWhatIsItsOwn) {
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

TEST(BeginBeside, GivesWhatItReturnsAndThrows) {
  auto sum = begin_beside([] {
    std::atomic<int> all = 0;
    parallel_for(4, 100, [&](int i) { all += i; });
    return all.load();
  });
  auto failed = begin_beside([]() -> int { throw std::runtime_error("no such net"); });
  EXPECT_EQ(sum.get(), 4950);
  EXPECT_THROW(failed.get(), std::runtime_error);
}

TEST(BeginBeside, IsDoneWhenNobodyAsksForIt) {
  std::atomic<bool> done = false;
  {
    const auto unasked = begin_beside([&] { done = true; });
  }
  EXPECT_TRUE(done);
}

// Exits with 0 if all is done without a second thread.
[[noreturn]] void work_alone() {
  if (::getuid() == 0) (void)::setuid(65534);  // whom limits bind
  const rlimit none = {.rlim_cur = 0, .rlim_max = 0};
  ::setrlimit(RLIMIT_NPROC, &none);
  std::atomic<int> sum = 0;
  parallel_for(300, 100, [&](int i) { sum += i; });
  sum += begin_beside([] { return 50; }).get();
  std::_Exit(sum.load() == 5000 && !can_make_threads(1) ? 0 : 1);
}

TEST(ParallelFor, GoesOnWhereNoThreadCanBeMade) {
  ::testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(work_alone(), testing::ExitedWithCode(0), "");
}

#ifndef GIOUL_SLOW_BUILD  // sanitizers have threads of their own, and terabytes of addresses
// Loops, loops in them, and work beside them, all of which take memory; the right result.
bool works(int threads) {
  std::atomic<int> sum = 0;
  auto beside = begin_beside([threads] {
    std::atomic<int> inner = 0;
    parallel_for(threads, 100, [&](int i) { inner += i; });
    return inner.load();
  });
  for (int round = 0; round < 10; ++round) {
    parallel_for(threads, 40, [&](int) {
      const std::vector<int> ones(10'000, 1);
      parallel_for(threads, 10, [&](int i) { sum += ones[static_cast<std::size_t>(i)]; });
    });
  }
  return beside.get() == 4950 && sum == 4000;
}

// Exits with 0 if all is done by so many threads besides this one, as a user who has no others.
[[noreturn]] void work_with(unsigned helpers) {
  if (::setuid(static_cast<uid_t>(100'000 + ::getpid())) != 0) std::_Exit(2);
  const rlimit few = {.rlim_cur = 1 + helpers, .rlim_max = 1 + helpers};
  ::setrlimit(RLIMIT_NPROC, &few);
  if (!can_make_threads(helpers) || can_make_threads(helpers + 1)) std::_Exit(3);
  std::_Exit(works(4) && works(300) && works(4) ? 0 : 1);
}

TEST(ParallelFor, GoesOnWithFewThreads) {
  if (::getuid() != 0) GTEST_SKIP() << "only root can become a user without other processes";
  ::testing::FLAGS_gtest_death_test_style = "threadsafe";
  for (const unsigned helpers : {1u, 2u, 5u}) {
    EXPECT_EXIT(work_with(helpers), testing::ExitedWithCode(0), "") << helpers;
  }
}

// Exits with 0 if all is done in so much address space more than there is.
[[noreturn]] void work_within(std::size_t megabytes) {
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const rlim_t bytes =
      pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)) + (megabytes << 20);
  const rlimit little = {.rlim_cur = bytes, .rlim_max = bytes};
  ::setrlimit(RLIMIT_AS, &little);
  std::_Exit(works(4) && works(300) ? 0 : 1);
}

TEST(ParallelFor, GoesOnInLittleAddressSpace) {
  ::testing::FLAGS_gtest_death_test_style = "threadsafe";
  for (const std::size_t megabytes : {15u, 40u, 100u, 200u, 500u, 1000u}) {
    EXPECT_EXIT(work_within(megabytes), testing::ExitedWithCode(0), "") << megabytes;
  }
}
#endif

}  // namespace
}  // namespace gioul
