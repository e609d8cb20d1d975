// What a trainer needs to go on bit for bit, as plain data and as bytes. No LibTorch: its archives
// are no safe reading, and differ between its versions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "nn/net/net.h"

namespace gioul {

/// All three lists have the same shapes.
struct TrainerState {
  std::uint64_t steps = 0;
  std::vector<DenseLayer> weights;
  std::vector<DenseLayer> first_moments;  // of Adam
  std::vector<DenseLayer> second_moments;
  bool operator==(const TrainerState&) const = default;
};

/// The name of the format and the net's widths, a line each; the number of steps (u64); weights and
/// moments as they lie in a net file (f32); the FNV-1a of all that (u64). Little-endian.
std::string encode_state(const TrainerState& state);

/// Reads it for a net of the shapes of `shapes`. Throws InputError ("is ...") for anything else.
TrainerState decode_state(std::string_view bytes, const std::vector<DenseLayer>& shapes);

}  // namespace gioul
