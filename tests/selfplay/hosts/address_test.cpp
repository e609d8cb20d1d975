#include "selfplay/hosts/address.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <unistd.h>

#include <chrono>
#include <system_error>

#include "base/error.h"

namespace gioul {
namespace {

TEST(Address, ThisMachineIsReachedFromItself) {
  EXPECT_EQ(address_towards("127.0.0.1", 1), "127.0.0.1");
  EXPECT_THROW(address_towards("no.such.host.invalid", 1), InputError);
}

TEST(Address, SocketIsBoundToOneAddressOnce) {
  HostAddress address = resolve_host("127.5.6.7", 0);
  const int first = bound_socket(address);
  ASSERT_EQ(::getsockname(first, address.get(), &address.size), 0);
  const auto* const bound = reinterpret_cast<const sockaddr_in*>(address.get());
  EXPECT_EQ(bound->sin_addr.s_addr, ::inet_addr("127.5.6.7"));
  ASSERT_EQ(::listen(first, 1), 0);
  EXPECT_THROW(bound_socket(address), std::system_error);  // the port is taken now,
  HostAddress other = resolve_host("127.5.6.8", ntohs(bound->sin_port));
  ::close(bound_socket(other));  // but at this address alone
  ::close(first);
}

TEST(Address, WhatListensIsReachedAndNothingElse) {
  HostAddress address = resolve_host("127.5.6.7", 0);
  const int socket = bound_socket(address);
  ASSERT_EQ(::getsockname(socket, address.get(), &address.size), 0);
  const int port = ntohs(reinterpret_cast<const sockaddr_in*>(address.get())->sin_port);
  EXPECT_FALSE(is_reachable("127.5.6.7", port, std::chrono::milliseconds(1)));
  ASSERT_EQ(::listen(socket, 1), 0);
  EXPECT_TRUE(is_reachable("127.5.6.7", port, std::chrono::seconds(10)));
  ::close(socket);
  EXPECT_THROW(is_reachable("no.such.host.invalid", 1, std::chrono::seconds(1)), InputError);
}

TEST(Address, NoSocketIsBoundToAnotherMachinesAddress) {
  EXPECT_THROW(bound_socket(resolve_host("192.0.2.1", 0)),
               std::system_error);  // in documents alone
}

}  // namespace
}  // namespace gioul
