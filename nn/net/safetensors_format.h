// Header keys and checksums that the reader and the writer of net files (net_file.h) share.
#pragma once

#include <map>
#include <string>

#include "base/checksum.h"

namespace gioul {

/// Key of the metadata in the header of a safetensors file.
inline constexpr const char* kMetadataKey = "__metadata__";
/// Metadata key of Net::activation_ranges.
inline constexpr const char* kActivationRangesKey = "activation_ranges";
/// Metadata key of Net::activation_ranges in older files.
inline constexpr const char* kOlderActivationRangesKey = "loud_and_quiet_tops";
/// Metadata key of Net::pruning_weights; the value starts with the checksum of the net.
inline constexpr const char* kPruningWeightsKey = "pruning_weights";

// The metadata of a net file, from key to value, in the order of keys that metadata_checksum()
// needs.
using Metadata = std::map<std::string, std::string>;

/// Returns the name of a layer's tensor, such as "layers.0.weight" for the part "weight".
inline std::string tensor_name(std::size_t layer, const char* part) {
  return "layers." + std::to_string(layer) + "." + part;
}

// Returns the checksum of the metadata, in hexadecimal. The weights have a separate one, which
// identifies the net.
inline std::string metadata_checksum(const Metadata& metadata) {
  std::uint64_t hash = kFnvOffsetBasis;
  for (const auto& [key, value] : metadata) {
    if (key != "metadata_checksum") hash = fnv1a(key + "=" + value + "\n", hash);
  }
  return format_hex(hash);
}

}  // namespace gioul
