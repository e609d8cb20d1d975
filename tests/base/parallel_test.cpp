#include "base/parallel.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <mutex>
#include <set>
#include <stdexcept>

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

}  // namespace
}  // namespace gioul
