#include "base/bounded_queue.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <thread>

namespace gioul {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;

constexpr std::size_t kBound = 8;

TEST(BoundedQueue, DeliversItemsInOrder) {
  BoundedQueue<int> queue(kBound);
  for (const int item : {3, 1, 2}) EXPECT_TRUE(queue.push(item));
  EXPECT_EQ(queue.pop_all(milliseconds(0)), (std::vector{3, 1, 2}));
  EXPECT_EQ(queue.pop_all(milliseconds(0)), std::vector<int>{});
  EXPECT_FALSE(queue.is_finished());
}

// The consumer takes nothing until the full queue wakes it.
TEST(BoundedQueue, NeverHoldsMoreItemsThanItsBound) {
  constexpr int kItems = 1000;
  BoundedQueue<int> queue(kBound);
  std::vector<std::jthread> producers;
  std::atomic<int> left = 2;
  for (int producer = 0; producer < 2; ++producer) {
    producers.emplace_back([&] {
      for (int i = 0; i < kItems; ++i) EXPECT_TRUE(queue.push(i));
      if (--left == 0) queue.close();
    });
  }
  std::size_t found = 0;
  while (!queue.is_finished()) {
    const std::vector<int> items = queue.pop_all(hours(1));
    EXPECT_LE(items.size(), kBound);
    found += items.size();
  }
  EXPECT_EQ(found, 2u * kItems);
}

TEST(BoundedQueue, RemainingItemsCanBePoppedAfterClose) {
  BoundedQueue<int> queue(kBound);
  queue.push(5);
  queue.close();
  EXPECT_FALSE(queue.push(6));
  EXPECT_FALSE(queue.is_finished());
  EXPECT_EQ(queue.pop_all(hours(1)), std::vector{5});
  EXPECT_TRUE(queue.is_finished());
}

TEST(BoundedQueue, ProducersStopWaitingIfTheConsumerThrows) {
  BoundedQueue<int> queue(kBound);
  std::jthread consumer([&queue] {
    const BoundedQueue<int>::CloseGuard close_at_exit(queue);
    try {
      queue.pop_all(hours(1));
      throw std::runtime_error("the disk is full");
    } catch (const std::runtime_error&) {
    }
  });
  std::size_t pushed = 0;
  while (queue.push(0)) ++pushed;
  EXPECT_GE(pushed, kBound);
  EXPECT_LE(pushed, 2 * kBound);  // items taken, and items pushed before the exception
}

}  // namespace
}  // namespace gioul
