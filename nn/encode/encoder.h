// From a position to the numbers that a net sees: few, documented, mostly zero inputs.
//
// A position is first read as a list of slots (slots.h); each value of a slot stands for a fixed
// short list of inputs (input_table.h). The net file documents the inputs; inference folds the
// lists into one weight row per slot value.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "engine/position.h"
#include "engine/rules.h"
#include "nn/encode/game_inputs.h"
#include "nn/encode/slots.h"

namespace gioul {

/// The encoder of one game. Immutable after construction; one is shared by all threads.
class Encoder {
 public:
  /// Of all inputs, or those of some blocks (make_input_table).
  explicit Encoder(const Axes& axes, const std::vector<std::string>& blocks = {})
      : table_(make_input_table(axes, blocks)),
        sight_rules_(gioul::sight_rules(axes)),
        version_(encoder_version(axes)) {}

  /// What look() needs to know of the game.
  SightRules sight_rules() const { return sight_rules_; }

  /// Length of the input vector.
  int inputs() const { return table_.inputs(); }

  /// How many phases may have inputs of their own: kPhases where doublets are chains, else 1.
  int phases() const { return table_.phases; }

  /// Bounds the slots that a position sets, and one for a bias.
  int most_rows() const { return table_.most_rows; }

  /// The version of these inputs, encoder_version() of the game.
  int version() const { return version_; }

  /// All inputs, in order.
  std::span<const InputBlock> blocks() const { return table_.blocks; }

  /// The names of those blocks where they are not all of the game's; else empty.
  const std::vector<std::string>& chosen_blocks() const { return table_.chosen; }

  /// How many inputs an older version had, which are the first of this one's; 0 if there was none
  /// of that number.
  int inputs_of_version(int version) const {
    int inputs = 0;
    if (version < 1 || version > this->version()) return inputs;
    for (const InputBlock& block : table_.blocks) {
      if (block.version <= version) inputs = block.first + block.count;
    }
    return inputs;
  }

  /// How many inputs version 1 had: what a net sees that knows neither phases nor sight.
  int shared_inputs() const { return inputs_of_version(1); }

  /// True if each input is what that of `other` with its number is.
  bool has_same_inputs(const Encoder& other) const {
    return table_.descriptions == other.table_.descriptions && table_.blocks == other.table_.blocks;
  }

  /// What input `index` is, one line, for the documentation that goes with an export.
  const std::string& description(int index) const {
    return table_.descriptions[static_cast<std::size_t>(index)];
  }

  /// All inputs in a few lines.
  std::span<const InputSummary> summary() const { return table_.summary; }

  /// The non-zero inputs that `slot` contributes in all phases when it has `value`; often empty.
  std::span<const Input> slot_inputs(Slot slot, int value) const {
    const auto& lists = table_.slot_inputs[static_cast<std::size_t>(slot.kind)];
    if (lists.empty()) return {};
    return lists[static_cast<std::size_t>(slot.index * group_of(slot.kind).values + value)];
  }

  /// How far from those the same ones are that it contributes besides in `phase`; 0 if none.
  int repetition(SlotKind kind, int phase) const {
    return table_.repetition[static_cast<std::size_t>(kind)][static_cast<std::size_t>(phase)];
  }

  /// Appends the non-zero inputs of `position`, in ascending order of slot, and then those of its
  /// phase. An input that several slots add to comes once for each.
  void encode(const Position& position, std::vector<Input>& inputs) const;

  /// All inputs of `position`, zeros included.
  std::vector<float> dense(const Position& position) const;

 private:
  InputTable table_;
  SightRules sight_rules_;
  int version_;
};

}  // namespace gioul
