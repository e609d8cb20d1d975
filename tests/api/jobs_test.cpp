#include "api/jobs.h"

#include <gtest/gtest.h>

#include "api/field_reader.h"
#include "base/error.h"

namespace gioul {
namespace {

PreparedRequest answers(std::string answer) {
  return {.id = "7", .compute_answer = [answer = std::move(answer)](const ProgressSink& sink) {
            sink("{\"done\":1}");
            return answer;
          }};
}

std::vector<std::string> names_seen(Job& job) {
  std::vector<std::string> names;
  job.subscribe([&](const JobEvent& event) {
    names.push_back(event.event_type);
    return true;
  });
  job.run();
  return names;
}

TEST(Job, PublishesProgressThenResult) {
  Job job("a", answers("{\"x\":1}\n"));
  EXPECT_EQ(job.state_json(), "{\"job\":\"a\",\"state\":\"waiting\"}\n");
  EXPECT_EQ(names_seen(job), (std::vector<std::string>{"progress", "result"}));
  EXPECT_EQ(job.state_json(), "{\"job\":\"a\",\"state\":\"done\",\"result\":{\"id\":7,\"x\":1}}\n");
  EXPECT_TRUE(job.is_done());
}

TEST(Job, LateListenerGetsTheResult) {
  Job job("a", answers("{}\n"));
  job.run();
  int told = 0;
  job.subscribe([&](const JobEvent& event) {
    told += event.is_last() ? 1 : 100;
    return true;
  });
  EXPECT_EQ(told, 1);
}

TEST(Job, EndsAtOnceIfStoppedWhileWaiting) {
  Job job("a", answers("{}\n"));
  job.stop();
  EXPECT_TRUE(job.is_done());
  EXPECT_EQ(names_seen(job), std::vector<std::string>{"error"});
}

TEST(Job, StopsOnlyOnItsOwnStopRequest) {
  std::unique_ptr<Job> job;
  bool before = true;
  bool after = false;
  job = std::make_unique<Job>("a", PreparedRequest{.compute_answer = [&](const ProgressSink&) {
                                before = is_interrupted();
                                job->stop();
                                after = is_interrupted();
                                return std::string("{}\n");
                              }});
  job->run();
  EXPECT_FALSE(before);
  EXPECT_TRUE(after);
  EXPECT_FALSE(is_interrupted());
  EXPECT_EQ(job->state_json(), "{\"job\":\"a\",\"state\":\"done\",\"result\":{}}\n");
}

TEST(Job, ErrorNamesItsField) {
  Job job("a", {.id = "1", .compute_answer = [](const ProgressSink&) -> std::string {
                  throw RequestError("dice", "dice: none");
                }});
  job.run();
  EXPECT_EQ(job.state_json(),
            "{\"job\":\"a\",\"state\":\"failed\",\"error\":{\"id\":1,\"error\":\"dice: "
            "none\",\"field\":\"dice\"}}\n");
}

TEST(Job, DisconnectedListenerGetsNoEvents) {
  Job job("a", answers("{}\n"));
  int told = 0;
  job.subscribe([&](const JobEvent&) {
    ++told;
    return false;
  });
  job.run();
  EXPECT_EQ(told, 1);
}

TEST(JobTable, LimitsJobsPerOwner) {
  JobTable jobs(3, 64, 2);
  EXPECT_NE(jobs.add("a", answers("{}\n"), "x"), nullptr);
  EXPECT_NE(jobs.add("b", answers("{}\n"), "x"), nullptr);
  EXPECT_EQ(jobs.add("c", answers("{}\n"), "x"), nullptr);
  EXPECT_NE(jobs.add("d", answers("{}\n"), "y"), nullptr);
}

TEST(JobTable, ForgetsTheOldestFinishedJobIfFull) {
  JobTable jobs(2, 3, 2);
  const auto first = jobs.add("a", answers("{}\n"));
  jobs.add("b", answers("{}\n"));
  EXPECT_EQ(jobs.add("c", answers("{}\n")), nullptr) << "two are open";
  first->run();
  EXPECT_NE(jobs.add("c", answers("{}\n")), nullptr);
  jobs.find("b")->run();
  EXPECT_NE(jobs.add("d", answers("{}\n")), nullptr);
  EXPECT_EQ(jobs.find("a"), nullptr);
  EXPECT_NE(jobs.find("b"), nullptr);
}

}  // namespace
}  // namespace gioul
