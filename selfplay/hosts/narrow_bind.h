// LibTorch before 2.0: its store listens on all addresses of the machine and can't be told
// otherwise.
#pragma once

#include "selfplay/hosts/address.h"

namespace gioul {

/// While this lives, what this thread binds to all addresses of the machine is bound to this one.
class BoundOnlyTo {
 public:
  explicit BoundOnlyTo(const HostAddress& address);
  ~BoundOnlyTo();
  BoundOnlyTo(const BoundOnlyTo&) = delete;
  BoundOnlyTo& operator=(const BoundOnlyTo&) = delete;
};

}  // namespace gioul
