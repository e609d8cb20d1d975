#include "base/reorder_buffer.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <vector>

#include "base/parallel.h"

namespace gioul {
namespace {

constexpr std::int64_t kMaxPending = 8;
constexpr std::int64_t kItems = 1000;

TEST(ReorderBuffer, DeliversResultsOfManyThreadsInOrder) {
  std::vector<std::int64_t> seen;
  ReorderBuffer<std::int64_t> buffer(100, kMaxPending, [&](std::int64_t item) {
    seen.push_back(item);
    return true;
  });
  parallel_for_with_workers(4, kItems, [&] {
    return [&](std::int64_t i) { return buffer.run_job(100 + i, [&] { return 100 + i; }); };
  });
  ASSERT_EQ(static_cast<std::int64_t>(seen.size()), kItems);
  for (std::int64_t i = 0; i < kItems; ++i) EXPECT_EQ(seen[static_cast<std::size_t>(i)], 100 + i);
}

TEST(ReorderBuffer, StopsProducingAfterTheConsumerStops) {
  std::int64_t taken = 0;
  ReorderBuffer<std::int64_t> buffer(0, kMaxPending, [&](std::int64_t) { return ++taken < 10; });
  parallel_for_with_workers(4, kItems, [&] {
    return [&](std::int64_t i) { return buffer.run_job(i, [&] { return i; }); };
  });
  EXPECT_EQ(taken, 10);
  EXPECT_FALSE(buffer.run_job(10, []() -> std::int64_t { throw std::logic_error("is made"); }));
}

// The slowest job is the first one: it finishes only when the others cannot continue without it.
TEST(ReorderBuffer, ThreadsStayWithinTheBoundOfTheSlowest) {
  std::atomic<std::int64_t> made = 0;
  std::int64_t made_before_the_first = -1;
  ReorderBuffer<std::int64_t> buffer(0, kMaxPending, [&](std::int64_t item) {
    if (item == 0) made_before_the_first = made;
    return true;
  });
  std::vector<std::jthread> threads;
  threads.emplace_back([&] {
    buffer.run_job(0, [&]() -> std::int64_t {
      for (std::int64_t n = made; n < kMaxPending - 1; n = made) made.wait(n);
      return 0;
    });
  });
  threads.emplace_back([&] {
    for (std::int64_t i = 1; i < kItems; ++i) {
      buffer.run_job(i, [&] {
        ++made;
        made.notify_one();
        return i;
      });
    }
  });
  threads.clear();
  EXPECT_EQ(made_before_the_first, kMaxPending - 1);
  EXPECT_EQ(made, kItems - 1);
}

// The other threads wait for the failing job; without its exception they would wait forever.
TEST(ReorderBuffer, ExceptionInAProducerOrTheConsumerStopsAllThreads) {
  for (const bool in_consumer : {false, true}) {
    std::atomic<std::int64_t> made = 0;
    ReorderBuffer<std::int64_t> buffer(0, kMaxPending, [&](std::int64_t) -> bool {
      throw std::runtime_error("the disk is full");
    });
    const auto wait_and_fail = [&]() -> std::int64_t {
      for (std::int64_t n = made; n < kMaxPending - 1; n = made) made.wait(n);
      if (!in_consumer) throw std::runtime_error("the engine died");
      return 0;
    };
    std::jthread others([&] {
      const auto make = [&] {
        ++made;
        made.notify_one();
        return std::int64_t{1};
      };
      std::int64_t i = 1;
      while (buffer.run_job(i, make)) ++i;
      EXPECT_LE(i, kMaxPending);
    });
    EXPECT_THROW(buffer.run_job(0, wait_and_fail), std::runtime_error);
  }
}

}  // namespace
}  // namespace gioul
