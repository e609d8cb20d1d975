// A neural net as plain data, for training, storing, exporting and quantizing.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/aligned_vector.h"
#include "engine/outcome.h"

namespace gioul {

/// A fully connected layer. All layers but the last are followed by ReLU, the last one by softmax
/// over the five outcomes.
struct DenseLayer {
  int input_count = 0;        // number of inputs
  int output_count = 0;       // number of units
  std::vector<float> weight;  // [outputs][inputs], row-major, as in PyTorch's Linear
  std::vector<float> bias;    // [outputs], one per unit
  bool operator==(const DenseLayer&) const = default;
};

/// The origin of a net. Written to every net file, so that a net can be traced to its training
/// run.
struct TrainingProvenance {
  std::uint64_t game_count = 0;  // number of training games
  std::uint64_t seed = 0;        // seed of the training run
  std::string program_version;   // version of the program that trained it
  /// Units removed after training, in words (format_pruning_note()); "" if none.
  std::string pruning_note = {};
  bool operator==(const TrainingProvenance&) const = default;
};

/// Weights of the pruning net (nn/infer/pruning_net.h), which scores plays cheaply so that a search
/// can discard weak ones. Positions with owed moves have weights of their own, since their value
/// depends on the number to be played. If empty, the weights are fitted when they are needed.
struct PruningWeights {
  /// Weights for positions in which the player to move rolls.
  AlignedVector<std::int16_t> pre_roll_weights;
  /// Weights for positions in which moves of a chain are owed; as many as `pre_roll_weights`.
  AlignedVector<std::int16_t> pending_move_weights;
  /// Returns true if the weights are not fitted yet.
  bool empty() const { return pre_roll_weights.empty(); }
  bool operator==(const PruningWeights&) const = default;
};

inline constexpr int kMaxHiddenLayers = 5;  // maximum number of hidden layers of a net
inline constexpr int kMaxWidth = 8192;      // maximum number of units per hidden layer
inline constexpr int kMaxInputs = 65536;    // maximum number of inputs of a net

/// Maximum absolute value of a weight or bias; in the bundled nets it is 75.
inline constexpr float kMaxWeight = 1e5f;

/// Maximum of max_abs_preactivation() for a valid net, so that no float overflows however deep the
/// net. Rounding adds to a sum of n products at most (n + 1) 2^-24 of it: 0.4 % for 65536 inputs
/// and 0.05 % for each later layer of 8192, so a sum stays below 2^124.1 through more than ten
/// layers. Values derived from sums, such as differences, have room up to a float's 2^128.
///
/// This excludes no net of three hidden layers, whatever its weights w. An input is at most 3.75,
/// so a sum is at most (3.75 * 65536 + 1) w < 2^17.91 w after the first layer, and grows by 8193 w
/// < 2^13.01 w in each of the three others: 2^57 w^4 < 2^123.5, as w < 2^16.61. With five hidden
/// layers this holds for w < 2^6.8 = 111 at those widths: 2^83 w^6 < 2^124.
inline constexpr double kMaxAbsPreactivation = 0x1p124;

/// Minimum of an activation range (Net::activation_ranges); smaller ones are raised to it.
inline constexpr float kMinActivationRange = 1e-20f;
/// Maximum of an activation range (Net::activation_ranges); larger ones are lowered to it.
inline constexpr float kMaxActivationRange = 1e20f;

/// A neural net with its metadata.
struct Net {
  std::string game;         // name of the game that it plays (Variant::name)
  int encoder_version = 0;  // encoder_version() of the game when the net was made
  /// The names of the input blocks (InputBlock) that the net sees, in the order of its weights.
  /// Empty if it sees all blocks up to `encoder_version`.
  std::vector<std::string> input_block_names = {};
  int checkers_per_side = 15;      // checkers per side in the games it was trained on
  std::vector<DenseLayer> layers;  // hidden layers, then the output layer
  TrainingProvenance provenance;   // origin of the net
  /// The largest activations of the hidden layers (ActivationStats::activation_ranges), which
  /// quantization needs. Empty for nets of one hidden layer, or if not computed yet.
  std::vector<float> activation_ranges;
  /// Weights of the pruning net, which is fitted to these layers. Must be cleared when a layer
  /// changes.
  PruningWeights pruning_weights = {};

  /// Number of inputs.
  int input_count() const { return layers.front().input_count; }
  bool operator==(const Net&) const = default;
};

/// Returns a net of the given hidden widths with random weights. Weights of hidden layers are
/// uniform in +-sqrt(6 / n), n being the expected number of non-zero inputs (Kaiming
/// initialization); those of the output layer are smaller; biases are zero. The same seed gives the
/// same bits on every machine. The widths must be valid (validation_error()).
Net make_random_net(const std::string& game, int inputs, const std::vector<int>& hidden,
                    std::uint64_t seed);

/// Appends inputs with weights of 0 until the net has `inputs` in all.
void append_inputs(Net& net, int inputs);

/// Widens hidden layers to the widths of `hidden`, and appends new ones before the output layer
/// (Chen et al. 2016). The net's outputs do not change: old units ignore new ones, which have
/// random weights as in make_random_net(). An appended layer repeats the units before it; if it is
/// too narrow for that, two of its units hold each logit, one if positive, one if negative. New
/// first-layer units use only the first `random_inputs` inputs. The widths must satisfy can_grow().
void grow_net(Net& net, const std::vector<int>& hidden, int random_inputs, std::uint64_t seed);

/// Returns true if grow_net() can turn hidden widths `from` into `to`: no layer becomes narrower,
/// and appended layers have at least kMinAppendedUnits units.
bool can_grow(const std::vector<int>& from, const std::vector<int>& to);
/// Minimum width of a hidden layer that grow_net() appends.
inline constexpr int kMinAppendedUnits = 2 * static_cast<int>(kOutcomeCount);

/// Returns why `net` cannot be stored and used, as a phrase such as "layers.0.bias holds a number
/// that is not finite", or "" if it is valid. A valid net has 1 to kMaxHiddenLayers hidden layers
/// of 1..kMaxWidth units, 1..kMaxInputs inputs, kOutcomeCount outputs, layers that fit together,
/// absolute weights up to kMaxWeight, sums up to kMaxAbsPreactivation, 1..15 checkers, and names of
/// up to 255 printable ASCII characters (1,000 for TrainingProvenance::pruning_note).
std::string validation_error(const Net& net);

/// Returns an upper bound of the absolute value of any sum or partial sum when the net evaluates a
/// position. It ignores rounding errors.
double max_abs_preactivation(const Net& net);

/// Returns the widths of the hidden layers.
std::vector<int> hidden_widths(const Net& net);

/// Returns why the shapes or the metadata of `net` are not valid, or "" if they are. Unlike
/// validation_error(), it does not check the weights, which may be missing.
std::string shape_error(const Net& net);

/// Formats the widths of all layers, from inputs to outputs, e.g. "1386-128-5".
std::string format_widths(const std::vector<DenseLayer>& layers);

/// Returns a number that identifies a net: the 64-bit FNV-1a hash of its shapes, weights and
/// biases.
std::uint64_t checksum(const Net& net);

/// Returns the checksum() of a net as 16 hexadecimal digits, as in net files.
std::string format_checksum(const Net& net);

}  // namespace gioul
