// The features of a position that a net sees, in one table. A feature (own checkers on point 7,
// moves owed, ...) has a small integer value; nn/encode/input_table.h maps each value to inputs of
// the net. Weight rows, their deltas and bounds (nn/infer/) follow from the table automatically.
//
// In a chain the same checkers matter differently for each number still to be played. So every
// *phase* of such a game repeats the inputs of all places: a hidden unit sees the board once as in
// any position, and once more as part of this phase.
//
// Moves available to a checker (nn/encode/board_features.h) are no sum over places, so they are
// features too.
//
// A new kind of feature needs an entry in the table, its values in visit_slots_after_own(), inputs
// in game_inputs.cpp or board_feature_inputs.cpp and, if one decision can change it,
// kernel_features.h.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/position.h"
#include "nn/encode/board_features.h"

namespace gioul {

/// All kinds of features; each game uses those that its rules need.
enum class SlotKind : std::uint8_t {
  kOwnPlaces,  // one per place: number of own checkers
  kOppPlaces,  // the opponent's checkers, in the opponent's numbering
  kOwnPinned,  // one per place: 1 if a checker is pinned there (Plakoto)
  kOppPinned,
  kPending,     // owed moves, or 25 + forfeited moves
  kRollCounts,  // own_rolls + 4 * opp_rolls (Gul Bara)
  kOwnAhead,    // one per place: pattern_ahead() of closed points ahead of own checkers
  kOppAhead,
  kOwnBlotsAhead,  // one per place: pattern_ahead() of blots ahead, in games with hits or pins
  kOppBlotsAhead,
  // Only where checkers are hit (ContactFeatures in nn/encode/board_features.h):
  kShots,    // ContactFeatures::hitting_rolls
  kShotsAt,  // one per place: hitting_rolls_at, up to kMaxHittingRollsAt
  kBehind,   // own_behind and opp_behind
  kPips,     // pips_value() of own_pips, opp_pips; lead_value() of both
  // While number d is to be played; the feature of place p is number_slot(d, p):
  kCanMove,   // 1 if a checker there can move by d
  kCanGoOn,   // 1 if it can move by d twice
  kNewPoint,  // 1 if such a move closes a point that is open to the opponent
  kMoves      // surplus_moves of one number; index number - 1, + 6 while it is played
};
inline constexpr int kSlotKinds = 18;

/// Tells whether the inputs of a feature are shared by all phases or repeated for each.
enum class InPhases : std::uint8_t {
  kShared,
  kRepeated,  // once more in each phase but rolling
};

/// The values that the features of a kind can have together.
enum class Values : std::uint8_t {
  kAny,
  kCheckers,  // counts of one side: at most 15 in all; each changes by up to kMaxCountChange
  kOwnPoint,  // of a place; set only where the player to move has checkers
  kOppPoint,  // of a place; set only where the opponent has checkers
};

/// The features of one kind.
struct SlotGroup {
  int slots;
  int values;  // per feature: 0 to values - 1
  InPhases phases;
  Values meaning;
};

inline constexpr int kCounts = kMaxCheckers + 1;
inline constexpr int kMaxStep = 4;  // maximum number of checker moves of one decision

inline constexpr int kThrows = 36;        // permutations of two dice
inline constexpr int kMostThrowsAt = 24;  // larger counts are not distinguished

/// Pips are rounded down to multiples of 10; a player's lead, to multiples of 8.
inline constexpr int kPipStep = 10;
inline constexpr int kLeadStep = 8;
inline constexpr int kPipValues = 26;
constexpr int pips_value(int pips) {
  constexpr int kMost = 20;
  return pips / kPipStep < kMost ? pips / kPipStep : kMost;
}
/// Returns the lead as 0 to kPipValues - 1; kPipValues / 2 is a lead of 0 to kLeadStep - 1.
constexpr int lead_value(int own_pips, int opp_pips) {
  constexpr int kMiddle = kPipValues / 2;
  const int lead = own_pips - opp_pips + kMiddle * kLeadStep;
  if (lead < 0) return 0;
  return lead / kLeadStep < kPipValues ? lead / kLeadStep : kPipValues - 1;
}

inline constexpr std::array<SlotGroup, kSlotKinds> kSlotGroups = {{
    /* kOwnPlaces */ {kPlaces, kCounts, InPhases::kRepeated, Values::kCheckers},
    /* kOppPlaces */ {kPlaces, kCounts, InPhases::kRepeated, Values::kCheckers},
    /* kOwnPinned */ {kPlaces, 2, InPhases::kShared, Values::kAny},
    /* kOppPinned */ {kPlaces, 2, InPhases::kShared, Values::kAny},
    /* kPending */ {1, 2 * (kMaxOwed + 1), InPhases::kShared, Values::kAny},
    /* kRollCounts */
    {1, (kRollsCounted + 1) * (kRollsCounted + 1), InPhases::kShared, Values::kAny},
    /* kOwnAhead */ {kPlaces, kPatterns, InPhases::kShared, Values::kOwnPoint},
    /* kOppAhead */ {kPlaces, kPatterns, InPhases::kShared, Values::kOppPoint},
    /* kOwnBlotsAhead */ {kPlaces, kPatterns, InPhases::kShared, Values::kOwnPoint},
    /* kOppBlotsAhead */ {kPlaces, kPatterns, InPhases::kShared, Values::kOppPoint},
    /* kShots */ {1, kThrows + 1, InPhases::kShared, Values::kAny},
    /* kShotsAt */ {kPlaces, kMostThrowsAt + 1, InPhases::kShared, Values::kOppPoint},
    /* kBehind */ {2, kCounts, InPhases::kShared, Values::kAny},
    /* kPips */ {3, kPipValues, InPhases::kShared, Values::kAny},
    /* kCanMove */ {6 * kPlaces, 2, InPhases::kShared, Values::kOwnPoint},
    /* kCanGoOn */ {6 * kPlaces, 2, InPhases::kShared, Values::kOwnPoint},
    /* kNewPoint */ {6 * kPlaces, 2, InPhases::kShared, Values::kOwnPoint},
    /* kMoves */ {12, kMoveValues, InPhases::kShared, Values::kAny},
}};

constexpr const SlotGroup& group_of(SlotKind kind) {
  return kSlotGroups[static_cast<std::size_t>(kind)];
}

/// Number of features of all kinds, more than any position sets.
inline constexpr int kSlots = [] {
  int slots = 0;
  for (const SlotGroup& group : kSlotGroups) slots += group.slots;
  return slots;
}();

struct Slot {
  SlotKind kind;
  int index;  // within the kind; the place, for kinds with one feature per place
};

/// Calls f(kind) for all kinds, in the order of the table.
template <typename F>
constexpr void for_each_kind(F f) {
  for (int kind = 0; kind < kSlotKinds; ++kind) f(static_cast<SlotKind>(kind));
}

/// Calls f(feature, value) for all values of all features of one kind.
template <typename F>
void visit_values(SlotKind kind, F f) {
  for (int index = 0; index < group_of(kind).slots; ++index) {
    for (int value = 0; value < group_of(kind).values; ++value) f(Slot{kind, index}, value);
  }
}

/// Returns the value of kPending for a position.
constexpr int pending_value(const Position& p) {
  return static_cast<int>(p.owed) + (p.forfeited != 0 ? kMaxOwed + 1 : 0);
}

/// Returns the value of kRollCounts for a position.
constexpr int rolls_value(const Position& p) {
  return static_cast<int>(p.own_rolls) + (kRollsCounted + 1) * static_cast<int>(p.opp_rolls);
}

/// Returns what the player to move does next: 0 to roll, 1 to 6 to play that number of a chain,
/// which is the player's own or was forfeited by the opponent.
inline constexpr int kPhases = 7;
constexpr int phase_of(const Position& p) { return p.is_pending() ? chain_number(p.owed) : 0; }

/// Calls f(feature, value) for each place of `side` that holds a checker, in ascending order.
template <typename F>
[[gnu::always_inline]] inline void visit_places(SlotKind kind, const Side& side, F f) {
  for (PlaceSet rest = side.occupied(); rest != 0; rest &= rest - 1) {
    f(Slot{kind, lowest_place(rest)}, side.count(lowest_place(rest)));
  }
}

/// Calls f(feature, 1) for each place of `set`, in ascending order.
template <typename F>
[[gnu::always_inline]] inline void visit_set(SlotKind kind, PlaceSet set, F f) {
  for (; set != 0; set &= set - 1) f(Slot{kind, lowest_place(set)}, 1);
}

/// Index of the feature of a number and a place, for kinds with one feature for each pair.
constexpr int number_slot(int number, int place) { return (number - 1) * kPlaces + place; }
constexpr int number_of_slot(int index) { return index / kPlaces + 1; }

/// Returns the kSurplusMoves feature of a number of a chain.
constexpr Slot moves_slot(int number, bool is_played_now) {
  return {SlotKind::kMoves, number - 1 + (is_played_now ? 6 : 0)};
}

/// Returns true if a position in `phase` can set the feature.
constexpr bool can_be_set(Slot slot, int phase) {
  switch (slot.kind) {
    case SlotKind::kCanMove:
    case SlotKind::kCanGoOn:
    case SlotKind::kNewPoint:
      return number_of_slot(slot.index) == phase;
    case SlotKind::kMoves:
      return phase > 0 && (slot.index < 6 ? slot.index + 1 > phase : slot.index - 5 == phase);
    case SlotKind::kPending:
      return phase > 0;
    default:
      return true;
  }
}

/// Calls f(feature, pattern of `points`) for each place of `set`, in ascending order.
template <typename F>
[[gnu::always_inline]] inline void visit_ahead(SlotKind kind, PlaceSet set, PlaceSet points, F f) {
  for (; set != 0; set &= set - 1) {
    const int place = lowest_place(set);
    f(Slot{kind, place}, pattern_ahead(points, place));
  }
}

/// Calls f(feature, value in `from`, value in `to`) for the contact features that are not per
/// place; these are always set.
template <typename F>
[[gnu::always_inline]] inline void visit_outlook_counts(const Outlook& from, const Outlook& to,
                                                        F f) {
  f(Slot{SlotKind::kShots, 0}, from.throws, to.throws);
  f(Slot{SlotKind::kBehind, 0}, from.own_behind, to.own_behind);
  f(Slot{SlotKind::kBehind, 1}, from.opp_behind, to.opp_behind);
  f(Slot{SlotKind::kPips, 0}, pips_value(from.own_pips), pips_value(to.own_pips));
  f(Slot{SlotKind::kPips, 1}, pips_value(from.opp_pips), pips_value(to.opp_pips));
  f(Slot{SlotKind::kPips, 2}, lead_value(from.own_pips, from.opp_pips),
    lead_value(to.own_pips, to.opp_pips));
}

/// Returns the value of kHittingRollsAt for a place.
inline int shots_value(const Outlook& outlook, int place) {
  const int throws = outlook.throws_at[static_cast<std::size_t>(place)];
  return throws < kMostThrowsAt ? throws : kMostThrowsAt;
}

/// Calls f(feature, value) for all contact features; those of places only where a blot is exposed.
template <typename F>
[[gnu::always_inline]] inline void visit_outlook(const Outlook& outlook, F f) {
  for (PlaceSet rest = outlook.shot_at; rest != 0; rest &= rest - 1) {
    const int place = lowest_place(rest);
    f(Slot{SlotKind::kShotsAt, place}, shots_value(outlook, place));
  }
  visit_outlook_counts(outlook, outlook, [&](Slot slot, int value, int) { f(slot, value); });
}

/// Calls f(feature, value) for the chain features that the first has and `other` does not, except
/// kSurplusMoves.
template <typename F>
[[gnu::always_inline]] inline void visit_chain_places(const ChainSight& sight,
                                                      const ChainSight& other, F f) {
  const int first = number_slot(sight.number, 0);
  const auto visit = [&](SlotKind kind, PlaceSet set) __attribute__((always_inline)) {
    for (; set != 0; set &= set - 1) f(Slot{kind, first + lowest_place(set)}, 1);
  };
  visit(SlotKind::kCanMove, sight.can_move & ~other.can_move);
  visit(SlotKind::kCanGoOn, sight.can_go_on & ~other.can_go_on);
  visit(SlotKind::kNewPoint, sight.new_point & ~other.new_point);
}

/// Calls f(feature, value) for all features that can set an input, except the own checkers.
/// kRollCounts always comes.
template <typename F>
[[gnu::always_inline]] inline void visit_slots_after_own(const Seen& seen, const Position& position,
                                                         F f) {
  visit_places(SlotKind::kOppPlaces, position.opp, f);
  visit_set(SlotKind::kOwnPinned, position.own_pinned, f);
  visit_set(SlotKind::kOppPinned, position.opp_pinned, f);
  if (position.is_pending()) f(Slot{SlotKind::kPending, 0}, pending_value(position));
  f(Slot{SlotKind::kRollCounts, 0}, rolls_value(position));
  visit_ahead(SlotKind::kOwnAhead, position.own.occupied() & kOnBoardOrBar, seen.closed_to_own, f);
  visit_ahead(SlotKind::kOppAhead, position.opp.occupied() & kOnBoardOrBar, seen.closed_to_opp, f);
  if (seen.has_blots) {
    visit_ahead(SlotKind::kOwnBlotsAhead, position.own.occupied() & kOnBoardOrBar,
                seen.blots_of_opp, f);
    visit_ahead(SlotKind::kOppBlotsAhead, position.opp.occupied() & kOnBoardOrBar,
                seen.blots_of_own, f);
  }
  if (seen.has_outlook) visit_outlook(seen.outlook, f);
  if (!position.is_pending()) return;
  visit_chain_places(seen.chain, ChainSight{}, f);
  for (int number = seen.chain.number; number <= 6; ++number) {
    f(moves_slot(number, number == seen.chain.number),
      seen.chain.moves[static_cast<std::size_t>(number)]);
  }
}

/// Like visit_slots_after_own(), but starts with the own checkers.
template <typename F>
[[gnu::always_inline]] inline void visit_slots(const Seen& seen, const Position& position, F f) {
  visit_places(SlotKind::kOwnPlaces, position.own, f);
  visit_slots_after_own(seen, position, f);
}

}  // namespace gioul
