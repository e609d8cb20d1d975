#include "selfplay/hosts/narrow_bind.h"

#include <dlfcn.h>
#include <netinet/in.h>

#include <cerrno>
#include <cstring>
#include <optional>

namespace gioul {

namespace {

// Where sockets of this thread that would be bound to all addresses are bound instead.
thread_local std::optional<HostAddress> bound_only_to;

bool is_every_address(const sockaddr* address) {
  if (address->sa_family == AF_INET) {
    return reinterpret_cast<const sockaddr_in*>(address)->sin_addr.s_addr == INADDR_ANY;
  }
  return address->sa_family == AF_INET6 &&
         IN6_IS_ADDR_UNSPECIFIED(&reinterpret_cast<const sockaddr_in6*>(address)->sin6_addr);
}

// `only` with the port of `all`, for a socket of the family of `all`; nothing if that has no such
// address.
HostAddress narrowed(const sockaddr* all, const HostAddress& only) {
  HostAddress address;
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

BoundOnlyTo::BoundOnlyTo(const HostAddress& address) { bound_only_to = address; }

BoundOnlyTo::~BoundOnlyTo() { bound_only_to.reset(); }

}  // namespace gioul

// The program's own: the libraries that it is linked with call it in place of the C library's.
extern "C" int bind(int socket, const sockaddr* address, socklen_t size) noexcept {
  using Bind = int (*)(int, const sockaddr*, socklen_t);
  static const auto real = reinterpret_cast<Bind>(::dlsym(RTLD_NEXT, "bind"));
  const auto& only = gioul::bound_only_to;
  if (!only || !gioul::is_every_address(address)) return real(socket, address, size);
  const gioul::HostAddress one = gioul::narrowed(address, *only);
  if (one.size == 0) {
    errno = EADDRNOTAVAIL;
    return -1;
  }
  return real(socket, one.get(), one.size);
}
