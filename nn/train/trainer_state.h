// The state from which a trainer continues bit for bit, as plain data and as bytes. Does not use
// LibTorch archives, which are unsafe to read and differ between versions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "nn/net/net.h"

namespace gioul {

/// Weights and optimizer state of a trainer. All three lists have the same shapes.
struct TrainerState {
  std::uint64_t step_count = 0;            // optimizer steps taken
  std::vector<DenseLayer> weights;         // weights and biases
  std::vector<DenseLayer> first_moments;   // first moments of Adam
  std::vector<DenseLayer> second_moments;  // second moments of Adam
  bool operator==(const TrainerState&) const = default;
};

/// Encodes a state as bytes, little-endian: the name of the format and the net's widths, one line
/// each; number of steps (u64); weights and moments in the order of net files (f32); FNV-1a hash of
/// all bytes before it (u64).
std::string encode_trainer_state(const TrainerState& state);

/// Decodes a state from the bytes that encode_trainer_state() returned, for a net with the shapes
/// of `shapes`. Throws InputError, without a file name, if the bytes do not fit or are corrupted.
TrainerState decode_trainer_state(std::string_view bytes, const std::vector<DenseLayer>& shapes);

}  // namespace gioul
