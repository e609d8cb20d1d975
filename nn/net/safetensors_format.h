// Header keys and checksums that the reader and the writer of net files (net_file.h) share.
#pragma once

#include <map>
#include <string>

#include "base/checksum.h"

namespace gioul {

inline constexpr const char* kMetadataKey = "__metadata__";  // key of the metadata in the header
inline constexpr const char* kActivationRangesKey =
    "activation_ranges";  // for Net::activation_ranges
inline constexpr const char* kOlderActivationRangesKey =
    "loud_and_quiet_tops";  // their key in older files
inline constexpr const char* kPruningWeightsKey =
    "pruning_weights";  // key of Net::pruning, after a checksum

// Metadata sorted by key, the order that metadata_checksum is defined on.
using Metadata = std::map<std::string, std::string>;

/// Returns the name of a tensor, such as "layers.0.weight".
inline std::string tensor_name(std::size_t layer, const char* part) {
  return "layers." + std::to_string(layer) + "." + part;
}

// Checksum of the metadata. The weights have a separate one, which identifies the net.
inline std::string metadata_checksum(const Metadata& metadata) {
  std::uint64_t hash = kFnvStart;
  for (const auto& [key, value] : metadata) {
    if (key != "metadata_checksum") hash = fnv1a(key + "=" + value + "\n", hash);
  }
  return hex_digits(hash);
}

}  // namespace gioul
