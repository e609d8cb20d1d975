// What reading and writing a net's file (net_file.h) share: the names in its header, and its sums.
#pragma once

#include <map>
#include <string>

#include "base/checksum.h"

namespace gioul {

inline constexpr const char* kMetadata = "__metadata__";
inline constexpr const char* kTops = "activation_ranges";
inline constexpr const char* kOlderTops = "loud_and_quiet_tops";  // its name in older files
inline constexpr const char* kPruning = "pruning_weights";  // the weights' checksum and numbers

// Metadata by name, sorted: the order in which metadata_checksum goes over them.
using Metadata = std::map<std::string, std::string>;

inline std::string tensor_name(std::size_t layer, const char* part) {
  return "layers." + std::to_string(layer) + "." + part;
}

// The weights have a checksum of their own, which names a net; this one is for everything else.
inline std::string metadata_checksum(const Metadata& metadata) {
  std::uint64_t hash = kFnvStart;
  for (const auto& [key, value] : metadata) {
    if (key != "metadata_checksum") hash = fnv1a(key + "=" + value + "\n", hash);
  }
  return hex_digits(hash);
}

}  // namespace gioul
