// From a position to the numbers that a net sees: few, documented, mostly zero inputs.
//
// A position is first read as a list of *slots* (own checkers on point 7, what is owed, ...), each
// with a small integer value; each value of a slot stands for a fixed short list of inputs. The net
// file documents the inputs; inference folds the lists into one weight row per slot value.
//
// In a chain the same checkers matter in another way for each number that has to be played, so each
// *phase* of such a game repeats the inputs of all places: a hidden unit sees the board as in any
// position, and once more as that of this number.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/position.h"
#include "engine/rules.h"

namespace gioul {

/// One non-zero input.
struct Input {
  int index;
  float value;
  bool operator==(const Input&) const = default;
};

// Slots. Values: 0..15 for a place, 0..49 for pending, 0..15 for rolls, 0..1 for a pinned point.
inline constexpr int kSlotOwn = 0;                         // + place: own checkers there
inline constexpr int kSlotOpp = kSlotOwn + kPlaces;        // + place: the opponent's, his numbering
inline constexpr int kSlotOwnPinned = kSlotOpp + kPlaces;  // + point (Plakoto)
inline constexpr int kSlotOppPinned = kSlotOwnPinned + kPlaces;
inline constexpr int kSlotPending = kSlotOppPinned + kPlaces;  // owed, or 25 + what was forfeited
inline constexpr int kSlotRolls = kSlotPending + 1;  // own_rolls + 4 * opp_rolls (Gul Bara)
inline constexpr int kSlots = kSlotRolls + 1;
inline constexpr int kSlotValues = 50;  // upper bound over all slots

constexpr int pending_value(const Position& p) {
  return static_cast<int>(p.owed) + (p.forfeited != 0 ? kMaxOwed + 1 : 0);
}

/// What the player to act is about to do: 0 to roll, 1 to 6 to play that number of a chain, his own
/// or one forfeited to him.
inline constexpr int kPhases = 7;
constexpr int phase_of(const Position& p) { return p.is_pending() ? chain_number(p.owed) : 0; }

constexpr int rolls_value(const Position& p) {
  return static_cast<int>(p.own_rolls) + 4 * static_cast<int>(p.opp_rolls);
}

/// Calls f(slot, value) for each place of `side` that holds a checker, in ascending order.
template <typename F>
[[gnu::always_inline]] inline void visit_places(int first_slot, const Side& side, F f) {
  for (PlaceSet rest = side.occupied(); rest != 0; rest &= rest - 1) {
    f(first_slot + lowest_place(rest), side.count(lowest_place(rest)));
  }
}

/// The same for all slots of `position` but the own places that can set an input; the last,
/// kSlotRolls, comes up always.
template <typename F>
[[gnu::always_inline]] inline void visit_slots_after_own(const Position& position, F f) {
  const auto visit_pinned = [&](int first_slot, PlaceSet set) __attribute__((always_inline)) {
    for (; set != 0; set &= set - 1) f(first_slot + lowest_place(set), 1);
  };
  visit_places(kSlotOpp, position.opp, f);
  visit_pinned(kSlotOwnPinned, position.own_pinned);
  visit_pinned(kSlotOppPinned, position.opp_pinned);
  if (position.is_pending()) f(kSlotPending, pending_value(position));
  f(kSlotRolls, rolls_value(position));
}

/// The same for all slots, in ascending order.
template <typename F>
[[gnu::always_inline]] inline void visit_slots(const Position& position, F f) {
  visit_places(kSlotOwn, position.own, f);
  visit_slots_after_own(position, f);
}

/// The encoder of one game. Immutable after construction; one is shared by all threads.
class Encoder {
 public:
  /// Raised whenever the meaning or number of inputs of any game changes; stored in every net.
  static constexpr int kVersion = 2;

  explicit Encoder(const Axes& axes);

  /// Length of the input vector.
  int inputs() const { return static_cast<int>(descriptions_.size()); }

  /// How many phases have inputs of their own: kPhases where doublets are chains, else 1.
  int phases() const { return (inputs() - shared_inputs_) / place_inputs_ + 1; }

  /// How many inputs mean the same in all phases; they come first.
  int shared_inputs() const { return shared_inputs_; }

  /// How far an input of a place is from its repetition for `phase`, which isn't 0.
  int repetition(int phase) const { return shared_inputs_ + (phase - 1) * place_inputs_; }

  /// What input `index` is, one line, for the documentation that goes with an export.
  const std::string& description(int index) const {
    return descriptions_[static_cast<std::size_t>(index)];
  }

  /// The non-zero inputs that slot `slot` contributes in all phases when it has `value`; often
  /// empty. Those of places come once more, repetition() further on, in the phases after 0.
  std::span<const Input> slot_inputs(int slot, int value) const {
    return table_[static_cast<std::size_t>(slot * kSlotValues + value)];
  }

  /// Appends the non-zero inputs of `position`, in ascending order of slot, and then those of its
  /// phase.
  void encode(const Position& position, std::vector<Input>& inputs) const;

 private:
  void add_places(int first_slot, const char* whose, bool with_bar);
  void add_pending();
  void add_rolls();
  void add_pinned(int first_slot, const char* whose);
  void repeat_places();
  int new_input(std::string description);
  std::vector<Input>& entry(int slot, int value) {
    return table_[static_cast<std::size_t>(slot * kSlotValues + value)];
  }

  std::vector<std::string> descriptions_;
  std::vector<std::vector<Input>> table_;  // [kSlots][kSlotValues]
  int place_inputs_ = 0;                   // of both sides; they come first of all
  int shared_inputs_ = 0;
};

}  // namespace gioul
