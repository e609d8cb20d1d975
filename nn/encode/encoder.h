// Encodes a position as the inputs of a net: few, documented and mostly zero.
//
// The position is first read as features (features.h). Each value of a feature sets a fixed short
// list of inputs (input_table.h). Inference folds these lists into one weight row per feature
// value.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "engine/position.h"
#include "engine/rules.h"
#include "nn/encode/features.h"
#include "nn/encode/input_table.h"

namespace gioul {

/// Encodes positions of one game as inputs of a net. Immutable after construction; shared by all
/// threads.
class Encoder {
 public:
  /// Makes the encoder of a game with all its inputs, or with those of the named blocks
  /// (InputBlock) only. Throws InputError if a name is unknown or repeated, or if "places" is
  /// missing.
  explicit Encoder(const Variant& variant, const std::vector<std::string>& blocks = {})
      : table_(make_input_table(variant, blocks)),
        feature_rules_(gioul::feature_rules(variant)),
        version_(encoder_version(variant)) {}

  /// The rules of the game that compute_board_features() needs.
  FeatureRules feature_rules() const { return feature_rules_; }

  /// Number of inputs.
  int input_count() const { return table_.input_count(); }

  /// Number of phases (chain_phase_of() in features.h) that have inputs of their own:
  /// kChainPhaseCount in games with chains, else 1.
  int phase_count() const { return table_.phase_count; }

  /// The version of these inputs, which net files store; see encoder_version() in input_table.h.
  int version() const { return version_; }

  /// The inputs, and which of them each feature value sets.
  const InputTable& table() const { return table_; }

  /// Returns how many inputs an older encoder version of this game had, or 0 if there was no such
  /// version. Those inputs are the first ones of the current version.
  int input_count_of_version(int version) const {
    int inputs = 0;
    if (version < 1 || version > this->version()) return inputs;
    for (const InputBlock& block : table_.input_blocks) {
      if (block.since_version <= version) inputs = block.first_input + block.input_count;
    }
    return inputs;
  }

  /// Number of inputs that do not depend on the phase: those of encoder version 1.
  int phase_shared_input_count() const { return input_count_of_version(1); }

  /// Returns true if the encoders have the same inputs, with the same meaning and in the same
  /// blocks.
  bool has_same_inputs(const Encoder& other) const {
    return table_.descriptions == other.table_.descriptions &&
           table_.input_blocks == other.table_.input_blocks;
  }

  /// Returns a one-line description of the input `index`, for the README of an export.
  const std::string& input_description(int index) const {
    return table_.descriptions[static_cast<std::size_t>(index)];
  }

  /// Returns the inputs, with their non-zero values, that a feature with this value sets in every
  /// phase; often none.
  std::span<const Input> feature_inputs(Feature feature, int value) const {
    const auto& lists = table_.feature_inputs[static_cast<std::size_t>(feature.kind)];
    if (lists.empty()) return {};
    return lists[static_cast<std::size_t>(
        feature.index_in_kind * feature_kind_traits(feature.kind).values_per_feature + value)];
  }

  /// Returns the offset of the second input that a feature of this kind sets in `phase`: if it sets
  /// input i in every phase, it also sets input i + offset in this one. Returns 0 if there is no
  /// second input.
  int phase_input_offset(FeatureKind kind, int phase) const {
    return table_
        .phase_input_offsets[static_cast<std::size_t>(kind)][static_cast<std::size_t>(phase)];
  }

  /// Appends the non-zero inputs of `position`: first those that do not depend on the phase, in
  /// ascending order of feature, then those of its phase. If several features contribute to an
  /// input, it occurs several times.
  void encode(const Position& position, std::vector<Input>& inputs) const;

  /// Returns the values of all inputs of `position`, zeros included, by input index.
  std::vector<float> encode_dense(const Position& position) const;

 private:
  InputTable table_;            // the inputs, and which of them each feature value sets
  FeatureRules feature_rules_;  // the rules that compute_board_features() needs
  int version_;                 // encoder_version() of the game
};

}  // namespace gioul
