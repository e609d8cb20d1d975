#include "cli/serve/http_router.h"

#include <gtest/gtest.h>

#include <new>

namespace gioul {
namespace {

TEST(HttpRouter, TurnsExceptionsIntoErrorResponses) {
  PlayerRegistry players{RequestPolicy{}};
  JobTable jobs(2, 64, 2);
  const HttpAccessControl access(8024, "");
  // Starting a job runs out of memory.
  const HttpRouter router(players, jobs, access,
                          [](const std::shared_ptr<Job>&) { throw std::bad_alloc(); });
  HttpRequestHead head;
  head.method = "POST";
  head.target = "/api/v1/jobs";
  for (int i = 0; i < 3; ++i) {  // more than the maximum of open jobs
    const RouteResult route =
        router.route(head, R"({"id":7,"request":"analyze","dice":[3,1],"plies":0})");
    ASSERT_TRUE(route.response);
    EXPECT_EQ(route.response->status, 500) << route.response->body;
    EXPECT_TRUE(route.response->body.starts_with(R"({"id":7,"error":)")) << route.response->body;
  }
}

TEST(HttpRouter, RejectsTheNameOfAnotherRequest) {
  PlayerRegistry players{RequestPolicy{}};
  JobTable jobs(2, 64, 2);
  const HttpAccessControl access(8024, "");
  const HttpRouter router(players, jobs, access, [](const std::shared_ptr<Job>&) {});
  HttpRequestHead head;
  head.method = "POST";
  head.target = "/api/v1/moves";
  EXPECT_TRUE(router.route(head, R"({"request":"moves","dice":[3,1]})").compute_response);
  const RouteResult route = router.route(head, R"({"request":"analyze","dice":[3,1]})");
  ASSERT_TRUE(route.response);
  EXPECT_EQ(route.response->status, 400);
  EXPECT_EQ(route.response->body,
            "{\"error\":\"request: expected moves, as in the path\",\"field\":\"request\"}\n");
}

}  // namespace
}  // namespace gioul
