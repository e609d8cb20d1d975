// What a net is shown of a position, and the one table of it: *slots* (own checkers on point 7,
// what is owed, ...), each with a small value. What inputs a value stands for is
// nn/encode/input_table.h; rows of weights, their steps and bounds (nn/infer/) follow from the
// table by themselves.
//
// In a chain the same checkers matter in another way for each number that has to be played, so each
// *phase* of such a game repeats the inputs of all places: a hidden unit sees the board as in any
// position, and once more as that of this number.
//
// What a checker can do next (nn/encode/sight.h) no sum over places says, so it has slots too.
//
// A new kind of slot is a line in the table, its values in visit_slots_after_own() and, if one
// decision can change them, nn/kernel/kernel_rows.h, and its inputs in game_inputs.cpp or
// sight_inputs.cpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/position.h"
#include "nn/encode/sight.h"

namespace gioul {

/// All kinds of slots; a game has those that its rules need.
enum class SlotKind : std::uint8_t {
  kOwnPlaces,  // one a place: own checkers there
  kOppPlaces,  // the opponent's, in his numbering
  kOwnPinned,  // one a place: 1 if a checker is pinned on that point (Plakoto)
  kOppPinned,
  kPending,     // owed, or 25 + what was forfeited
  kRollCounts,  // own_rolls + 4 * opp_rolls (Gul Bara)
  kOwnAhead,    // one a place: pattern_ahead() of the points before own checkers there
  kOppAhead,
  kOwnBlotsAhead,  // the same of the opponent's blots, where checkers are hit or pinned
  kOppBlotsAhead,
  // Where checkers are hit (Outlook in nn/encode/sight.h):
  kShots,    // Outlook::throws
  kShotsAt,  // one a place: Outlook::throws_at, up to kMostThrowsAt
  kBehind,   // Outlook::own_behind and opp_behind
  kPips,     // pips_value() of own_pips, opp_pips, and lead_value() of both
  // While number d is to be played; place p's slot is number_slot(d, p):
  kCanMove,   // 1 if a checker there can make a move of d
  kCanGoOn,   // ... and a second one
  kNewPoint,  // ... and closes a point to the opponent that was open to him
  kMoves      // one a number to come: ChainSight::moves; index number - 1, + 6 while it is played
};
inline constexpr int kSlotKinds = 18;

/// Whether a slot's inputs mean the same whatever number is to be played.
enum class InPhases : std::uint8_t {
  kShared,
  kRepeated,  // once more in each phase but that of rolling
};

/// What is known of the values of a kind's slots together.
enum class Values : std::uint8_t {
  kAny,
  kCheckers,  // counts of one side: 15 in all at most; a decision changes each by up to kMaxStep
  kOwnPoint,  // of a place, set only where the player to act has checkers
  kOppPoint,  // ... his opponent
};

/// The slots of one kind.
struct SlotGroup {
  int slots;
  int values;  // of each: 0 to values - 1
  InPhases phases;
  Values meaning;
};

inline constexpr int kCounts = kMaxCheckers + 1;
inline constexpr int kMaxStep = 4;  // checker moves of one decision

inline constexpr int kThrows = 36;        // of two dice
inline constexpr int kMostThrowsAt = 24;  // more are told apart no further

/// Pips are told apart by tens, the lead of one player by eights.
inline constexpr int kPipStep = 10;
inline constexpr int kLeadStep = 8;
inline constexpr int kPipValues = 26;
constexpr int pips_value(int pips) {
  constexpr int kMost = 20;
  return pips / kPipStep < kMost ? pips / kPipStep : kMost;
}
/// 0 to kPipValues - 1; the middle is a lead of 0 to kLeadStep - 1.
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

/// All slots of all kinds: more than any position uses.
inline constexpr int kSlots = [] {
  int slots = 0;
  for (const SlotGroup& group : kSlotGroups) slots += group.slots;
  return slots;
}();

struct Slot {
  SlotKind kind;
  int index;  // 0 to group_of(kind).slots - 1; the place, where there is one a place
};

/// Calls f(kind) for all kinds, in the order of the table.
template <typename F>
constexpr void for_each_kind(F f) {
  for (int kind = 0; kind < kSlotKinds; ++kind) f(static_cast<SlotKind>(kind));
}

/// Calls f(slot, value) for all values of all slots of one kind.
template <typename F>
void visit_values(SlotKind kind, F f) {
  for (int index = 0; index < group_of(kind).slots; ++index) {
    for (int value = 0; value < group_of(kind).values; ++value) f(Slot{kind, index}, value);
  }
}

constexpr int pending_value(const Position& p) {
  return static_cast<int>(p.owed) + (p.forfeited != 0 ? kMaxOwed + 1 : 0);
}

constexpr int rolls_value(const Position& p) {
  return static_cast<int>(p.own_rolls) + (kRollsCounted + 1) * static_cast<int>(p.opp_rolls);
}

/// What the player to act is about to do: 0 to roll, 1 to 6 to play that number of a chain, his own
/// or one forfeited to him.
inline constexpr int kPhases = 7;
constexpr int phase_of(const Position& p) { return p.is_pending() ? chain_number(p.owed) : 0; }

/// Calls f(slot, value) for each place of `side` that holds a checker, in ascending order.
template <typename F>
[[gnu::always_inline]] inline void visit_places(SlotKind kind, const Side& side, F f) {
  for (PlaceSet rest = side.occupied(); rest != 0; rest &= rest - 1) {
    f(Slot{kind, lowest_place(rest)}, side.count(lowest_place(rest)));
  }
}

/// Calls f(slot, 1) for each place of `set`, in ascending order.
template <typename F>
[[gnu::always_inline]] inline void visit_set(SlotKind kind, PlaceSet set, F f) {
  for (; set != 0; set &= set - 1) f(Slot{kind, lowest_place(set)}, 1);
}

/// The slots of place `place` and number `number` of a chain, of the kinds that have one of both.
constexpr int number_slot(int number, int place) { return (number - 1) * kPlaces + place; }
constexpr int number_of_slot(int index) { return index / kPlaces + 1; }

constexpr Slot moves_slot(int number, bool is_played_now) {
  return {SlotKind::kMoves, number - 1 + (is_played_now ? 6 : 0)};
}

/// Whether a position in `phase` can set the slot.
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

/// Calls f(slot, pattern of `points`) for each place of `set`, in ascending order.
template <typename F>
[[gnu::always_inline]] inline void visit_ahead(SlotKind kind, PlaceSet set, PlaceSet points, F f) {
  for (; set != 0; set &= set - 1) {
    const int place = lowest_place(set);
    f(Slot{kind, place}, pattern_ahead(points, place));
  }
}

/// Calls f(slot, value of from, value of to) for the slots of outlooks that are not of places; they
/// come up always.
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

/// The value of a place's slot kShotsAt.
inline int shots_value(const Outlook& outlook, int place) {
  const int throws = outlook.throws_at[static_cast<std::size_t>(place)];
  return throws < kMostThrowsAt ? throws : kMostThrowsAt;
}

/// Calls f(slot, value) for all slots of an outlook, those of places only where there is a shot.
template <typename F>
[[gnu::always_inline]] inline void visit_outlook(const Outlook& outlook, F f) {
  for (PlaceSet rest = outlook.shot_at; rest != 0; rest &= rest - 1) {
    const int place = lowest_place(rest);
    f(Slot{SlotKind::kShotsAt, place}, shots_value(outlook, place));
  }
  visit_outlook_counts(outlook, outlook, [&](Slot slot, int value, int) { f(slot, value); });
}

/// Calls f(slot, value) for all slots of a chain's sight but kMoves that `other` hasn't too.
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

/// Calls f(slot, value) for all slots of `position` but the own places that can set an input;
/// kRollCounts comes up always.
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

/// The same for all slots, the own places first.
template <typename F>
[[gnu::always_inline]] inline void visit_slots(const Seen& seen, const Position& position, F f) {
  visit_places(SlotKind::kOwnPlaces, position.own, f);
  visit_slots_after_own(seen, position, f);
}

}  // namespace gioul
