// A net as one C header, for programs that want neither a library nor a file at run time.
#pragma once

#include <filesystem>

#include "nn/net/net.h"

namespace gioul {

/// Writes `net` as one C99 header, C++ too: the weights as arrays that read back bit for bit, and
/// functions from an input vector to the five probabilities. Atomic, and throws, like save_net.
void save_c_header(const Net& net, const std::filesystem::path& file);

}  // namespace gioul
