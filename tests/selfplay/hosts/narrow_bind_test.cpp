#include "selfplay/hosts/narrow_bind.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <unistd.h>

#include <string>

namespace gioul {
namespace {

// The address to which a socket is bound that asks for all of them.
std::string bound_address(int family) {
  const int socket = ::socket(family, SOCK_STREAM, 0);
  sockaddr_storage all{};
  all.ss_family = static_cast<sa_family_t>(family);
  const socklen_t size = family == AF_INET ? sizeof(sockaddr_in) : sizeof(sockaddr_in6);
  std::string text = "not bound";
  if (::bind(socket, reinterpret_cast<const sockaddr*>(&all), size) == 0) {
    sockaddr_storage bound{};
    socklen_t length = sizeof(bound);
    ::getsockname(socket, reinterpret_cast<sockaddr*>(&bound), &length);
    char name[INET6_ADDRSTRLEN] = {};
    const void* const address =
        family == AF_INET
            ? static_cast<const void*>(&reinterpret_cast<const sockaddr_in*>(&bound)->sin_addr)
            : static_cast<const void*>(&reinterpret_cast<const sockaddr_in6*>(&bound)->sin6_addr);
    text = ::inet_ntop(family, address, name, sizeof(name));
  }
  ::close(socket);
  return text;
}

TEST(NarrowBind, WhatAsksForAllAddressesGetsTheOneItMay) {
  EXPECT_EQ(bound_address(AF_INET), "0.0.0.0");
  {
    const BoundOnlyTo narrow(resolve_host("127.5.6.7", 1));
    EXPECT_EQ(bound_address(AF_INET), "127.5.6.7");
    if (const std::string mapped = bound_address(AF_INET6); mapped != "not bound") {
      EXPECT_EQ(mapped, "::ffff:127.5.6.7");
    }
  }
  EXPECT_EQ(bound_address(AF_INET), "0.0.0.0");
}

}  // namespace
}  // namespace gioul
