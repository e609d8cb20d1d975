// From a position to the numbers that a net sees: few, documented, mostly zero inputs.
//
// A position is first read as a list of *slots* (own checkers on point 7, what is owed, ...), each
// with a small integer value; each value of a slot stands for a fixed short list of inputs. The net
// file documents the inputs; inference folds the lists into one weight row per slot value.
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
  static constexpr int kVersion = 1;

  explicit Encoder(const Axes& axes);

  /// Length of the input vector.
  int inputs() const { return static_cast<int>(descriptions_.size()); }

  /// What input `index` is, one line, for the documentation that goes with an export.
  const std::string& description(int index) const {
    return descriptions_[static_cast<std::size_t>(index)];
  }

  /// The non-zero inputs that slot `slot` contributes when it has `value`; often empty.
  std::span<const Input> slot_inputs(int slot, int value) const {
    return table_[static_cast<std::size_t>(slot * kSlotValues + value)];
  }

  /// Appends the non-zero inputs of `position`, in ascending order of slot.
  void encode(const Position& position, std::vector<Input>& inputs) const;

 private:
  void add_places(int first_slot, const char* whose, bool with_bar);
  void add_pending();
  void add_rolls();
  void add_pinned(int first_slot, const char* whose);
  int new_input(std::string description);
  std::vector<Input>& entry(int slot, int value) {
    return table_[static_cast<std::size_t>(slot * kSlotValues + value)];
  }

  std::vector<std::string> descriptions_;
  std::vector<std::vector<Input>> table_;  // [kSlots][kSlotValues]
};

}  // namespace gioul
