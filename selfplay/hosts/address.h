// The addresses of this machine that a run of several processes uses: no more than it must.
#pragma once

#include <sys/socket.h>

#include <chrono>
#include <string>

namespace gioul {

/// An address of any family, as the system's calls take it.
struct HostAddress {
  sockaddr_storage bytes{};
  socklen_t size = 0;

  const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&bytes); }
  sockaddr* get() { return reinterpret_cast<sockaddr*>(&bytes); }
};

/// The address of `host`. Throws InputError if the name is unknown.
HostAddress resolve_host(const std::string& host, int port);

/// The address from which this machine reaches `host`, in numbers: one on the loopback if it is
/// this machine under such a name, else one of the network they share. Throws InputError if the
/// name is unknown, std::runtime_error if nothing leads there.
std::string address_towards(const std::string& host, int port);

/// The name of this machine, for messages.
std::string this_host();

/// Whether something listens at the port of one of the addresses of `host`, within `patience`.
/// Throws InputError if the name is unknown.
bool is_reachable(const std::string& host, int port, std::chrono::milliseconds patience);

/// A socket that is bound to this address and port, and to no other. Throws std::system_error if
/// this machine has no such address or the port is taken.
int bound_socket(const HostAddress& address);

}  // namespace gioul
