// The addresses of this machine that a run of several processes uses: no more than it must.
#pragma once

#include <string>

namespace gioul {

/// The address from which this machine reaches `host`, in numbers: one on the loopback if it is
/// this machine under such a name, else one of the network they share. Throws InputError if the
/// name is unknown, std::runtime_error if nothing leads there.
std::string address_towards(const std::string& host, int port);

/// The name of this machine, for messages.
std::string this_host();

/// While this lives, what this thread binds to all addresses of the machine is bound to that of
/// `host` alone. LibTorch 1.13's store listens on all of them and can't be told otherwise.
class BoundOnlyTo {
 public:
  /// Throws InputError if the name is unknown.
  BoundOnlyTo(const std::string& host, int port);
  ~BoundOnlyTo();
  BoundOnlyTo(const BoundOnlyTo&) = delete;
  BoundOnlyTo& operator=(const BoundOnlyTo&) = delete;
};

}  // namespace gioul
