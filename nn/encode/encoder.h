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
#include "nn/encode/game_inputs.h"

namespace gioul {

/// The encoder of one game. Immutable after construction; shared by all threads.
class Encoder {
 public:
  /// Makes the encoder of a game with all its inputs, or with those of the named blocks only.
  /// Throws like make_input_table().
  explicit Encoder(const Variant& variant, const std::vector<std::string>& blocks = {})
      : table_(make_input_table(variant, blocks)),
        feature_rules_(gioul::feature_rules(variant)),
        version_(encoder_version(variant)) {}

  /// The rules of the game that compute_board_features() needs.
  FeatureRules feature_rules() const { return feature_rules_; }

  /// Number of inputs.
  int input_count() const { return table_.input_count(); }

  /// Number of phases (features.h) with inputs of their own: kPhases in games with chains, else 1.
  int phase_count() const { return table_.phases; }

  /// Upper bound on the number of features that a position sets, plus one for a bias.
  int max_active_features() const { return table_.max_active_features; }

  /// The encoder version of these inputs; see encoder_version().
  int version() const { return version_; }

  /// All blocks of inputs, in the order of the inputs.
  std::span<const InputBlock> blocks() const { return table_.blocks; }

  /// The names of the blocks if some blocks of the game are left out; else empty.
  const std::vector<std::string>& selected_blocks() const { return table_.selected_blocks; }

  /// Returns the number of inputs of an older encoder version, or 0 if there was no such version.
  /// They are the first inputs of this version.
  int input_count_of_version(int version) const {
    int inputs = 0;
    if (version < 1 || version > this->version()) return inputs;
    for (const InputBlock& block : table_.blocks) {
      if (block.version <= version) inputs = block.first + block.count;
    }
    return inputs;
  }

  /// Number of inputs of version 1: those that do not depend on the phase.
  int shared_input_count() const { return input_count_of_version(1); }

  /// Returns true if all inputs have the same meaning as those of `other`.
  bool has_same_inputs(const Encoder& other) const {
    return table_.descriptions == other.table_.descriptions && table_.blocks == other.table_.blocks;
  }

  /// Returns a one-line description of an input, for the README of an export.
  const std::string& input_description(int index) const {
    return table_.descriptions[static_cast<std::size_t>(index)];
  }

  /// Returns a description of all inputs in a few lines.
  std::span<const InputSummary> input_summary() const { return table_.summary; }

  /// Returns the non-zero inputs that a feature with this value sets in every phase; often none.
  std::span<const Input> feature_inputs(Feature feature, int value) const {
    const auto& lists = table_.feature_inputs[static_cast<std::size_t>(feature.kind)];
    if (lists.empty()) return {};
    return lists[static_cast<std::size_t>(
        feature.index * feature_group(feature.kind).values_per_feature + value)];
  }

  /// In `phase`, each input that a feature of this kind sets in every phase is set a second time,
  /// at an index larger by this offset. 0 if there are no such inputs.
  int phase_offset(FeatureKind kind, int phase) const {
    return table_.phase_offset[static_cast<std::size_t>(kind)][static_cast<std::size_t>(phase)];
  }

  /// Appends the non-zero inputs of `position`: first those set in every phase, in ascending order
  /// of feature, then those of its phase. If several features contribute to an input, it occurs
  /// several times.
  void encode(const Position& position, std::vector<Input>& inputs) const;

  /// Returns all inputs of `position`, including zeros.
  std::vector<float> encode_dense(const Position& position) const;

 private:
  InputTable table_;
  FeatureRules feature_rules_;
  int version_;
};

}  // namespace gioul
