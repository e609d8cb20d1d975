#include "cli/serve/http_access.h"

#include <gtest/gtest.h>

namespace gioul {
namespace {

HttpRequestHead head_of(const std::string& host) {
  HttpRequestHead head;
  head.method = "GET";
  head.target = "/api/v1/version";
  head.host = host;
  return head;
}

int status_of(const HttpAccessControl& access, const HttpRequestHead& head) {
  const auto refusal = access.check(head);
  return refusal ? refusal->status : 200;
}

TEST(HttpAccessControl, AcceptsOnlyLoopbackNames) {
  const HttpAccessControl access(8024, "");
  for (const char* const host :
       {"127.0.0.1:8024", "localhost:8024", "LocalHost:8024", "[::1]:8024", "127.0.0.2:8024"}) {
    EXPECT_EQ(status_of(access, head_of(host)), 200) << host;
  }
  for (const char* const host : {"", "127.0.0.1", "localhost:80", "evil.example:8024",
                                 "127.0.0.1.evil.example:8024", "localhost:8024.evil.example"}) {
    EXPECT_EQ(status_of(access, head_of(host)), 403) << host;
  }
}

TEST(HttpAccessControl, RejectsCrossSiteRequests) {
  const HttpAccessControl access(8024, "");
  HttpRequestHead head = head_of("localhost:8024");
  head.origin = "http://localhost:8024";
  EXPECT_EQ(status_of(access, head), 200);
  for (const char* const origin : {"null", "http://evil.example", "http://localhost:8025"}) {
    head.origin = origin;
    EXPECT_EQ(status_of(access, head), 403) << origin;
  }
}

TEST(HttpAccessControl, AcceptsOnlyJsonBodies) {
  const HttpAccessControl access(8024, "");
  HttpRequestHead head = head_of("localhost:8024");
  head.method = "POST";
  EXPECT_EQ(status_of(access, head), 415);
  head.content_type = "text/plain";
  EXPECT_EQ(status_of(access, head), 415);
  for (const char* const type : {"application/json; charset=utf-8", "Application/JSON"}) {
    head.content_type = type;
    EXPECT_EQ(status_of(access, head), 200) << type;
  }
}

TEST(HttpAccessControl, RejectsRequestsWithoutTheToken) {
  const std::string token = random_token();
  const HttpAccessControl access(8024, token);
  HttpRequestHead head = head_of("192.168.0.7:8024");
  EXPECT_EQ(status_of(access, head), 401);
  head.authorization = "Bearer " + token;
  EXPECT_EQ(status_of(access, head), 200);
  head.authorization = "bearer " + token;
  EXPECT_EQ(status_of(access, head), 200);
  head.authorization = "Bearer " + token + "0";
  EXPECT_EQ(status_of(access, head), 401);
  head.cookie = "other=1; gioul_token_8024=" + token;
  EXPECT_EQ(status_of(access, head), 200);
  head.cookie = "gioul_token_8024=";
  EXPECT_EQ(status_of(access, head), 401);
  head.target = "/?a=b&token=" + token;
  EXPECT_EQ(status_of(access, head), 200);
  head.host = "localhost";  // without a port: port 80
  EXPECT_EQ(status_of(access, head), 200);
  head.host = "evil.example";  // a DNS name may be rebound to this machine, and cookies follow it
  EXPECT_EQ(status_of(access, head), 403);
}

TEST(HttpAccessControl, UnguessableNamesDiffer) {
  EXPECT_EQ(random_token().size(), 32u);
  EXPECT_NE(random_token(), random_token());
}

}  // namespace
}  // namespace gioul
