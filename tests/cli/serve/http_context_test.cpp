#include "cli/serve/http_context.h"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>

namespace gioul {
namespace {

// Holds memory until it is closed.
class FakeConnection : public EvictableConnection,
                       public std::enable_shared_from_this<FakeConnection> {
 public:
  explicit FakeConnection(HttpContext& context) : context_(context) {}
  ~FakeConnection() override { close(); }

  void reserve(const std::string& client, std::size_t bytes) {
    reservation_ = context_.reserve_memory(shared_from_this(), client, bytes);
  }
  void close() override {
    if (reservation_) context_.release_memory(*reservation_);
    reservation_.reset();
  }
  bool is_closed() const { return !reservation_; }

 private:
  HttpContext& context_;
  std::optional<HttpContext::MemoryReservations::iterator> reservation_;
};

TEST(HttpContext, MemoryLimitClosesTheOldestConnectionOfTheLargestClient) {
  PlayerRegistry players{RequestPolicy{}};
  HttpContext context(players, HttpAccessControl(8024, ""), {.max_reserved_bytes = 100});
  struct {
    const char* client;
    std::size_t bytes;
    bool is_closed_at_end;
  } const kReserved[] = {{"a", 30, false}, {"b", 20, true}, {"b", 40, false}, {"a", 25, false}};
  std::vector<std::shared_ptr<FakeConnection>> connections;
  for (const auto& [client, bytes, is_closed] : kReserved) {
    connections.push_back(std::make_shared<FakeConnection>(context));
    connections.back()->reserve(client, bytes);
  }
  for (std::size_t i = 0; i < connections.size(); ++i)
    EXPECT_EQ(connections[i]->is_closed(), kReserved[i].is_closed_at_end) << i;
}

}  // namespace
}  // namespace gioul
