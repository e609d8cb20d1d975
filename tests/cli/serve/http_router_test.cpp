#include "cli/serve/http_router.h"

#include <gtest/gtest.h>

#include <new>

namespace gioul {
namespace {

TEST(HttpRoutes, WhatGoesWrongIsAnAnswer) {
  PlayerRegistry players{RequestPolicy{}};
  JobTable jobs(2, 64, 2);
  const HttpGate gate(8024, "");
  // Starting a job runs out of memory.
  const HttpRoutes routes(players, jobs, gate,
                          [](const std::shared_ptr<Job>&) { throw std::bad_alloc(); });
  HttpHead head;
  head.method = "POST";
  head.target = "/api/v1/jobs";
  for (int i = 0; i < 3; ++i) {  // more than the maximum of open jobs
    const HttpRoute route =
        routes.route(head, R"({"id":7,"request":"analyze","dice":[3,1],"plies":0})");
    ASSERT_TRUE(route.answer);
    EXPECT_EQ(route.answer->status, 500) << route.answer->body;
    EXPECT_TRUE(route.answer->body.starts_with(R"({"id":7,"error":)")) << route.answer->body;
  }
}

}  // namespace
}  // namespace gioul
