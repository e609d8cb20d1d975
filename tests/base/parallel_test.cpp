#include "base/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
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

}  // namespace
}  // namespace gioul
