// A net of one hidden layer in 16-bit integers: half the memory to read, twice the numbers in a
// vector, and sums that are exact. Self-play is played with it; docs/inference.md has the figures.
#pragma once

#include <cstdint>
#include <vector>

namespace gioul {

/// As KernelShortNet has it. A hidden unit counts in steps of its own size, the largest that no
/// board with up to 15 checkers a side can take beyond 16 bits: max(0, x) doesn't mind the scale,
/// and the output weights take it back.
struct ShortNet {
  int width = 0;                     // a multiple of kShortLanes
  std::vector<std::int16_t> rows;    // [row_count(phases)][width]
  std::vector<std::int16_t> bias;    // [width]
  std::vector<std::int16_t> output;  // [kLogits][width]
  std::vector<float> output_scale;   // [kLogits]: floats in one step of each output's sum
};

/// Rounds a net given as floats: `rows` without steps [kFirstStepRow][width], `bias` [width],
/// `output` [kLogits][width] (relative, as in KernelNet). `width` is a multiple of kShortLanes.
ShortNet make_short_net(const std::vector<float>& rows, const std::vector<float>& bias,
                        const std::vector<float>& output, int phases, int width);

}  // namespace gioul
