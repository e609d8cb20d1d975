#include "cli/serve/fair_scheduler.h"

#include <gtest/gtest.h>

#include <array>
#include <future>

namespace gioul {
namespace {

// A task that runs until it is released, and signals its start.
struct Long {
  std::promise<void> begins;
  std::promise<void> ends;
  std::future<void> begun = begins.get_future();

  ScheduledTask work(const std::string& client, CostClass cost) {
    return {.client = client, .cost_class = cost, .run = [this] {
              begins.set_value();
              ends.get_future().wait();
            }};
  }
  bool has_begun() const {
    return begun.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
  }
};

TEST(FairScheduler, NoClientOccupiesAllThreads) {
  Long first;
  Long second;
  Long other;
  FairScheduler queue({2, 2, 2, 2, 2}, 64);  // destroyed before the tasks
  queue.add_task(first.work("a", CostClass::kVeryLong));
  queue.add_task(second.work("a", CostClass::kVeryLong));
  queue.add_task(other.work("b", CostClass::kVeryLong));
  first.begun.wait();
  other.begun.wait();
  EXPECT_FALSE(second.has_begun());
  first.ends.set_value();
  second.begun.wait();  // the client has a free slot again
  second.ends.set_value();
  other.ends.set_value();
}

TEST(FairScheduler, CheapTasksOvertakeExpensiveOnes) {
  std::array<Long, 3> dear;
  Long cheap;
  FairScheduler queue({4, 4, 3, 2, 2}, 64);
  for (Long& one : dear) queue.add_task(one.work("a", CostClass::kVeryLong));
  queue.add_task(cheap.work("a", CostClass::kShort));
  cheap.begun.wait();
  EXPECT_FALSE(dear[1].has_begun());
  cheap.ends.set_value();
  for (Long& one : dear) one.ends.set_value();
  for (Long& one : dear) one.begun.wait();
}

TEST(FairScheduler, CancelledTasksRunImmediately) {
  Long running;
  std::promise<bool> told;
  FairScheduler queue({2, 2, 2, 2, 2}, 64);
  queue.add_task(running.work("a", CostClass::kLong));
  running.begun.wait();
  const auto flag = std::make_shared<StopFlag>(false);
  ScheduledTask waits{.client = "a", .cost_class = CostClass::kLong, .stop_flag = flag};
  waits.run = [&] { told.set_value(is_interrupted()); };
  queue.add_task(std::move(waits));
  queue.stop_task(flag);
  EXPECT_TRUE(told.get_future().get());
  running.ends.set_value();
}

TEST(FairScheduler, LimitsQueuedTasksPerClientAndCost) {
  Long running;
  FairScheduler queue({2, 2, 2, 2, 2}, 2);
  queue.add_task(running.work("a", CostClass::kLong));
  running.begun.wait();
  const auto waits = [&](const std::string& client, CostClass cost) {
    return queue.add_task({.client = client, .cost_class = cost, .run = [] {}});
  };
  EXPECT_TRUE(waits("a", CostClass::kLong));
  EXPECT_TRUE(waits("a", CostClass::kLong));
  EXPECT_FALSE(waits("a", CostClass::kLong));
  EXPECT_TRUE(waits("a", CostClass::kShort));
  EXPECT_TRUE(waits("b", CostClass::kLong));
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(waits("a", CostClass::kMoment));
  running.ends.set_value();
}

}  // namespace
}  // namespace gioul
