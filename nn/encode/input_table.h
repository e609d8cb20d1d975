// The inputs of one game, a table: which it has, in which order, what they mean and which of them
// each value of a slot sets. Everything else that knows inputs (the encoder, rows of weights, the
// README of an export, which older nets can be read) takes it from here; game_inputs.h makes it.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "engine/rules.h"
#include "nn/encode/slots.h"

namespace gioul {

/// One non-zero input.
struct Input {
  int index;
  float value;
  bool operator==(const Input&) const = default;
};

/// The version of a game's inputs; stored in every net. 1: all that means the same in any phase. 2:
/// the places once more in each phase. 3: what checkers can do next. 4, where checkers are hit or
/// pinned: the blots ahead. 5, where they are hit: shots, pips and who has yet to pass whom. Where
/// one game gets more inputs it alone gets a later version, here and in make_input_table(), and
/// nets of the other games stay what they are. A net of a version sees all blocks up to it, but
/// where its file names those that it sees.
constexpr int encoder_version(const Axes& axes) {
  if (axes.contact == Contact::kBlock) return 3;
  return axes.contact == Contact::kPin ? 4 : 5;
}

/// Inputs that belong together, in short: a line of the README of an export, in Markdown.
struct InputSummary {
  std::string indices;  // such as "196 + d"
  std::string meaning;
};

/// Inputs that a net sees all or none of. Their names are part of net files and configs.
struct InputBlock {
  std::string name;
  int first;    // input
  int count;    // of inputs
  int version;  // the encoder version that brought it
  bool operator==(const InputBlock&) const = default;
};

/// Plain data; indices count from 0.
struct InputTable {
  /// What each input is, one line. As many as there are inputs.
  std::vector<std::string> descriptions;
  std::vector<InputSummary> summary;

  /// slot_inputs[kind][index * values + value]: what the slot sets in any phase when it has that
  /// value; often nothing. Empty if the game has no slots of the kind.
  std::array<std::vector<std::vector<Input>>, kSlotKinds> slot_inputs;

  /// repetition[kind][phase]: how far from those the same inputs are that `phase` sets besides; 0
  /// where it sets none.
  std::array<std::array<int, kPhases>, kSlotKinds> repetition = {};

  /// How many phases may have inputs of their own: kPhases where doublets are chains, else 1.
  int phases = 1;

  /// Bounds the slots that a position sets, and one for a bias.
  int most_rows = 0;

  /// All inputs in order, block by block, and so version by version.
  std::vector<InputBlock> blocks;

  /// The names of those blocks where they are not all of the game's; else empty.
  std::vector<std::string> chosen;

  int inputs() const { return static_cast<int>(descriptions.size()); }
};

/// The inputs that a slot sets when it has `value`, to add to.
std::vector<Input>& entry(InputTable& table, Slot slot, int value);

/// Appends an input; returns its index.
int new_input(InputTable& table, std::string description);

}  // namespace gioul
