#include "selfplay/hosts/address.h"

#include <netdb.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <system_error>

#include "base/error.h"

namespace gioul {

HostAddress resolve_host(const std::string& host, int port) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_DGRAM;
  addrinfo* found = nullptr;
  const int error = ::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found);
  if (error != 0) {
    throw InputError("MASTER_ADDR: '" + host + "': " + ::gai_strerror(error));
  }
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> all(found, &::freeaddrinfo);
  HostAddress address;
  address.size = found->ai_addrlen;
  std::memcpy(&address.bytes, found->ai_addr, found->ai_addrlen);
  return address;
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
