// The inputs of a game's nets as a table: their order, their meaning, and which of them each value
// of a feature sets. All code that uses inputs (encoder, weight rows, export README, loading of
// older nets) takes them from here. game_inputs.cpp makes the table.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "engine/rules.h"
#include "nn/encode/features.h"

namespace gioul {

/// A non-zero input of a net: its index and its value.
struct Input {
  int index;
  float value;
  bool operator==(const Input&) const = default;
};

/// Returns the current version of a game's inputs. Every net file stores the version of its net.
/// Version 1 has the inputs that mean the same in all phases. Each later version adds inputs:
/// version 2, the places once more in each phase; version 3, the moves available to checkers;
/// version 4 (games with hits or pins), the blots ahead; version 5 (games with hits), shots, pips
/// and checkers still to pass. If a game gets more inputs, raise its version here and in
/// make_input_table(); the versions of other games stay. A net sees all blocks up to its version,
/// unless its file names the blocks it sees.
constexpr int encoder_version(const Variant& variant) {
  if (variant.contact == ContactRule::kBlock) return 3;
  return variant.contact == ContactRule::kPin ? 4 : 5;
}

/// A short description of related inputs: a line of the README of an exported net, in Markdown.
struct InputSummary {
  std::string index_text;  // text of the indices of these inputs, e.g. "196 + d"
  std::string meaning;     // what an input with such an index means
};

/// A set of consecutive inputs that a net sees all or none of. The names are part of net files and
/// configs.
struct InputBlock {
  std::string name;   // name in net files and configs, e.g. "places"
  int first_input;    // index of its first input
  int input_count;    // number of inputs
  int since_version;  // the encoder version that introduced it
  bool operator==(const InputBlock&) const = default;
};

/// The inputs of a game: descriptions, blocks, and the inputs that each feature value sets. Plain
/// data; indices start at 0.
struct InputTable {
  /// One line of description for each input, by input index.
  std::vector<std::string> descriptions;
  /// A description of all inputs in a few lines.
  std::vector<InputSummary> input_summaries;

  /// The inputs that a feature sets in every phase, often none: feature_inputs[kind][feature index
  /// * values per feature + value]. Empty for a kind that the game does not have.
  std::array<std::vector<std::vector<Input>>, kFeatureKindCount> feature_inputs;

  /// phase_input_offsets[kind][phase]: the offset from an input that a feature sets in every phase
  /// to the second input, which it sets in `phase` only. 0 if there is no second input.
  std::array<std::array<int, kChainPhaseCount>, kFeatureKindCount> phase_input_offsets = {};

  /// Number of phases with inputs of their own: kChainPhaseCount in games with chains, else 1.
  int phase_count = 1;

  /// Upper bound on the number of features that one position sets, plus one for a bias.
  int max_active_features = 0;

  /// The blocks of inputs, in the order of the inputs and so of the versions.
  std::vector<InputBlock> input_blocks;

  /// The names of the blocks in the table, if some blocks of the game are left out; else empty.
  std::vector<std::string> selected_blocks;

  /// Number of inputs.
  int input_count() const { return static_cast<int>(descriptions.size()); }
};

/// Returns the table of a game's inputs, or of those in the named blocks (InputBlock) only; the
/// names may be in any order. Throws InputError if a name is unknown or repeated, or if "places" is
/// missing.
InputTable make_input_table(const Variant& variant, const std::vector<std::string>& blocks = {});

/// Returns the list of inputs that a feature with this value sets in every phase; the caller may
/// append to it.
std::vector<Input>& mutable_feature_inputs(InputTable& table, Feature feature, int value);

/// Appends an input with this description and returns its index.
int add_input(InputTable& table, std::string description);

}  // namespace gioul
