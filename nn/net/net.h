// A net as plain data: what is trained, stored, exported and compiled into an evaluator.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/outcome.h"

namespace gioul {

/// One fully connected layer. All layers but the last are followed by max(0, x), the last by
/// softmax over the five outcomes.
struct DenseLayer {
  int inputs = 0;
  int outputs = 0;
  std::vector<float> weight;  // [outputs][inputs], row-major, as in PyTorch's Linear
  std::vector<float> bias;    // [outputs]
  bool operator==(const DenseLayer&) const = default;
};

/// How the weights came to be; written into every file so that a net can be traced to its run.
struct TrainingRecord {
  std::uint64_t games = 0;
  std::uint64_t seed = 0;
  std::string version;      // of the program that trained it
  std::string pruned = {};  // what was cut out of it since (pruning_text), empty if nothing was
  bool operator==(const TrainingRecord&) const = default;
};

/// Linear scores of positions, from the first units of the first layer that inference uses
/// (nn/infer/glance.h): a search looks closely at the best-scored replies alone. Whole numbers, as
/// many for positions to roll as for pending ones. Empty: to be fitted when they are needed.
struct PruningWeights {
  std::vector<std::int16_t> to_roll;
  std::vector<std::int16_t> pending;
  bool empty() const { return to_roll.empty(); }
  bool operator==(const PruningWeights&) const = default;
};

inline constexpr int kMaxHiddenLayers = 5;
inline constexpr int kMaxWidth = 8192;
inline constexpr int kMaxInputs = 65536;

/// The largest weight or bias; of the nets that come with gioul it is 75.
inline constexpr float kMaxWeight = 1e5f;

/// The largest of largest_sum(): so no float overflows in any net, however deep. Rounding adds to a
/// sum of n products at most (n + 1) 2^-24 of it: 0.4 % for 65536 inputs and 0.05 % for each layer
/// of 8192 after them, so a sum stays below 2^124.1 through more than ten. What is made of sums,
/// such as their differences, has room up to a float's 2^128.
///
/// No net of three hidden layers is refused for it, whatever its weights w: an input is at most 3,
/// so a sum is at most (3 * 65536 + 1) w < 2^17.6 w after the first layer, and 8193 w < 2^13.01 w
/// times as much after each of the three others: 2^56.7 w^4 < 2^123.2, as w < 2^16.61. With five
/// that holds for w < 2^6.9 = 119 at those widths: 2^82.7 w^6 < 2^124.
inline constexpr double kLargestSum = 0x1p124;

/// Between what the largest activations of a layer (Net::activation_tops) are taken to be.
inline constexpr float kLeastTop = 1e-20f;
inline constexpr float kMostTop = 1e20f;

struct Net {
  std::string game;         // Axes::name
  int encoder_version = 0;  // encoder_version(game)
  /// The blocks of inputs that it sees (InputBlock), in order, where they are not all of the
  /// version's; else empty.
  std::vector<std::string> blocks = {};
  int checkers = 15;  // a side, in the games it was trained on
  std::vector<DenseLayer> layers;
  TrainingRecord record;
  /// What the arithmetic of its integers needs (ActivationSample::tops); empty for nets of one
  /// hidden layer, and where it is still to be found.
  std::vector<float> activation_tops;
  /// Fitted to these weights alone.
  PruningWeights pruning = {};

  int inputs() const { return layers.front().inputs; }
  bool operator==(const Net&) const = default;
};

/// A net of the given hidden widths with random weights: uniform in +-sqrt(6 / inputs) for hidden
/// layers (He et al. 2015) computed from the expected number of non-zero inputs, small ones for the
/// output layer, zero biases. The same seed gives the same bits on every machine.
/// Widths that no net can have (find_problem) are the caller's mistake.
Net random_net(const std::string& game, int inputs, const std::vector<int>& hidden,
               std::uint64_t seed);

/// Appends inputs that do nothing yet, with weights of 0, up to `inputs` in all.
void append_inputs(Net& net, int inputs);

/// Widens hidden layers and puts more of them before the output layer (Chen et al. 2016), up to the
/// widths of `hidden`. The net says what it said: of a layer's new units, of random weights as in
/// random_net(), nothing that was there takes anything yet. A new layer repeats the units before
/// it; where it has no room for them, two of it hold each logit, one if it is positive, one if it
/// is negative. New units of the first layer begin with weights from its first `random_inputs`
/// inputs alone. The widths must be possible (can_grow).
void grow_net(Net& net, const std::vector<int>& hidden, int random_inputs, std::uint64_t seed);

/// Whether no layer of `to` is thinner than it is in `from`, and none after those has less than
/// kLeastAppended units.
bool can_grow(const std::vector<int>& from, const std::vector<int>& to);
inline constexpr int kLeastAppended = 2 * static_cast<int>(kOutcomes);

/// What keeps `net` from being stored and used, as a phrase such as "layers.0.bias holds a number
/// that is not finite"; empty if nothing does. A net has 1 to kMaxHiddenLayers hidden layers of
/// widths 1..kMaxWidth, 1..kMaxInputs inputs, kOutcomes outputs, layers that fit together, weights
/// of up to kMaxWeight either way, sums of up to kLargestSum, 1..15 checkers, and names of up to
/// 255 printable ASCII characters (what was pruned: up to 1,000).
std::string find_problem(const Net& net);

/// No sum of an evaluation is larger, nor what any part of its terms adds up to, whatever the
/// position: but for rounding.
double largest_sum(const Net& net);

/// The widths of the hidden layers.
std::vector<int> hidden_widths(const Net& net);

/// The same but for the weights, which need not be there yet.
std::string find_shape_problem(const Net& net);

/// The widths from inputs to outputs, such as "1386-128-5".
std::string format_widths(const std::vector<DenseLayer>& layers);

/// FNV-1a (64 bits) over shapes, weights and biases: two nets that compute the same have the same.
std::uint64_t checksum(const Net& net);

/// The same as 16 hexadecimal digits, as it stands in files.
std::string checksum_text(const Net& net);

}  // namespace gioul
