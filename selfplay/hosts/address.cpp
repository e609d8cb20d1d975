#include "selfplay/hosts/address.h"

#include <netdb.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <vector>

#include "base/error.h"

namespace gioul {

namespace {

using Clock = std::chrono::steady_clock;

std::vector<HostAddress> all_addresses(const std::string& host, int port) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_DGRAM;
  addrinfo* found = nullptr;
  const int error = ::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found);
  if (error != 0) {
    throw InputError("MASTER_ADDR: '" + host + "': " + ::gai_strerror(error));
  }
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> all(found, &::freeaddrinfo);
  std::vector<HostAddress> addresses;
  for (const addrinfo* one = found; one != nullptr; one = one->ai_next) {
    HostAddress& address = addresses.emplace_back();
    address.size = one->ai_addrlen;
    std::memcpy(&address.bytes, one->ai_addr, one->ai_addrlen);
  }
  return addresses;
}

bool can_connect(const HostAddress& address, Clock::time_point until) {
  const int socket =
      ::socket(address.bytes.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (socket < 0) return false;
  bool connected = ::connect(socket, address.get(), address.size) == 0;
  if (!connected && errno == EINPROGRESS) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
    pollfd asked{.fd = socket, .events = POLLOUT, .revents = 0};
    int error = 0;
    socklen_t size = sizeof(error);
    connected =
        ::poll(&asked, 1, static_cast<int>(std::clamp<std::int64_t>(left, 0, 60'000))) > 0 &&
        ::getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &size) == 0 && error == 0;
  }
  ::close(socket);
  return connected;
}

}  // namespace

HostAddress resolve_host(const std::string& host, int port) {
  return all_addresses(host, port).front();
}

bool is_reachable(const std::string& host, int port, std::chrono::milliseconds patience) {
  constexpr std::chrono::milliseconds kPause{100};
  const auto until = Clock::now() + patience;
  const std::vector<HostAddress> addresses = all_addresses(host, port);
  for (;;) {
    for (const HostAddress& address : addresses) {
      if (can_connect(address, until)) return true;
    }
    if (Clock::now() + kPause >= until) return false;
    std::this_thread::sleep_for(kPause);
  }
}

std::string address_towards(const std::string& host, int port) {
  const HostAddress there = resolve_host(host, port);
  // To connect a datagram socket sends nothing, but chooses the route and with it our own address.
  const int socket = ::socket(there.bytes.ss_family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  HostAddress here;
  here.size = sizeof(here.bytes);
  const bool found = socket >= 0 && ::connect(socket, there.get(), there.size) == 0 &&
                     ::getsockname(socket, here.get(), &here.size) == 0;
  const int error = errno;
  if (socket >= 0) ::close(socket);
  if (!found) {
    throw std::runtime_error("MASTER_ADDR: no way leads to " + host + ": " + system_text(error));
  }
  std::array<char, NI_MAXHOST> text{};
  ::getnameinfo(here.get(), here.size, text.data(), text.size(), nullptr, 0, NI_NUMERICHOST);
  return text.data();
}

std::string this_host() {
  std::array<char, 256> name{};
  ::gethostname(name.data(), name.size() - 1);
  return name.data();
}

int bound_socket(const HostAddress& address) {
  const int socket = ::socket(address.bytes.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  // A run that is started again finds the port free though connections of the last one linger.
  constexpr int kOn = 1;
  if (socket >= 0 && ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &kOn, sizeof(kOn)) == 0 &&
      ::bind(socket, address.get(), address.size) == 0) {
    return socket;
  }
  const std::error_code error(errno, std::generic_category());
  if (socket >= 0) ::close(socket);
  throw std::system_error(error, "bind");
}

}  // namespace gioul
