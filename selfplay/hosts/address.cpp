#include "selfplay/hosts/address.h"

#include <arpa/inet.h>
#include <dlfcn.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <optional>
#include <stdexcept>

#include "base/error.h"

namespace gioul {

namespace {

struct Address {
  sockaddr_storage bytes{};
  socklen_t size = 0;

  const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&bytes); }
  sockaddr* get() { return reinterpret_cast<sockaddr*>(&bytes); }
};

Address resolve(const std::string& host, int port) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_DGRAM;
  addrinfo* found = nullptr;
  const int error = ::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found);
  if (error != 0) {
    throw InputError("MASTER_ADDR: '" + host + "': " + ::gai_strerror(error));
  }
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> all(found, &::freeaddrinfo);
  Address address;
  address.size = found->ai_addrlen;
  std::memcpy(&address.bytes, found->ai_addr, found->ai_addrlen);
  return address;
}

// Where sockets of this thread that would be bound to all addresses are bound instead.
thread_local std::optional<Address> bound_only_to;

bool is_every_address(const sockaddr* address) {
  if (address->sa_family == AF_INET) {
    return reinterpret_cast<const sockaddr_in*>(address)->sin_addr.s_addr == INADDR_ANY;
  }
  return address->sa_family == AF_INET6 &&
         IN6_IS_ADDR_UNSPECIFIED(&reinterpret_cast<const sockaddr_in6*>(address)->sin6_addr);
}

// `only` with the port of `all`, for a socket of the family of `all`; nothing if that has no such
// address.
Address narrowed(const sockaddr* all, const Address& only) {
  Address address;
  if (all->sa_family == only.bytes.ss_family) {
    address = only;
    // The port is at the same place in both families.
    reinterpret_cast<sockaddr_in*>(address.get())->sin_port =
        reinterpret_cast<const sockaddr_in*>(all)->sin_port;
  } else if (all->sa_family == AF_INET6) {  // a socket of both families: ::ffff:a.b.c.d
    auto* const mapped = reinterpret_cast<sockaddr_in6*>(address.get());
    mapped->sin6_family = AF_INET6;
    mapped->sin6_port = reinterpret_cast<const sockaddr_in6*>(all)->sin6_port;
    mapped->sin6_addr.s6_addr[10] = mapped->sin6_addr.s6_addr[11] = 0xff;
    std::memcpy(mapped->sin6_addr.s6_addr + 12,
                &reinterpret_cast<const sockaddr_in*>(only.get())->sin_addr, 4);
    address.size = sizeof(sockaddr_in6);
  }
  return address;
}

}  // namespace

std::string address_towards(const std::string& host, int port) {
  const Address there = resolve(host, port);
  // To connect a datagram socket sends nothing, but chooses the route and with it our own address.
  const int socket = ::socket(there.bytes.ss_family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  Address here;
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

BoundOnlyTo::BoundOnlyTo(const std::string& host, int port) { bound_only_to = resolve(host, port); }

BoundOnlyTo::~BoundOnlyTo() { bound_only_to.reset(); }

}  // namespace gioul

// The program's own: the libraries that it is linked with call it in place of the C library's.
extern "C" int bind(int socket, const sockaddr* address, socklen_t size) noexcept {
  using Bind = int (*)(int, const sockaddr*, socklen_t);
  static const auto real = reinterpret_cast<Bind>(::dlsym(RTLD_NEXT, "bind"));
  const auto& only = gioul::bound_only_to;
  if (!only || !gioul::is_every_address(address)) return real(socket, address, size);
  const gioul::Address one = gioul::narrowed(address, *only);
  if (one.size == 0) {
    errno = EADDRNOTAVAIL;
    return -1;
  }
  return real(socket, one.get(), one.size);
}
