// A net as the bytes of its file, for whoever keeps or sends it otherwise.
#pragma once

#include <string>

#include "nn/net/net.h"

namespace gioul {

/// What save_net() writes for a net that has no problem (find_problem).
std::string net_bytes(const Net& net);

}  // namespace gioul
