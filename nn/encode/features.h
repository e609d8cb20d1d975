// The features of a position that a net sees, in one table. A feature (own checkers on point 7,
// moves owed, ...) has a small integer value; nn/encode/input_table.h maps each value to inputs of
// the net. Weight rows, their deltas and bounds (nn/infer/) follow from the table automatically.
//
// In a chain the same checkers matter differently for each number still to be played. So every
// *phase* of such a game repeats the inputs of all places: a hidden unit sees the board once as in
// any position, and once more as part of this phase.
//
// Moves available to a checker (nn/encode/board_features.h) are not a sum over places, so they are
// features too.
//
// A new kind of feature needs an entry in the table, its values in for_each_feature(), inputs in
// game_inputs.cpp or board_feature_inputs.cpp, and rows in nn/kernel/kernel_features.h.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/position.h"
#include "nn/encode/board_features.h"

namespace gioul {

/// All kinds of features; each game uses those that its rules need.
enum class FeatureKind : std::uint8_t {
  kOwnPlaces,         // one per place: number of checkers of the player to move
  kOppPlaces,         // one per place, in the opponent's numbering: its checkers there
  kOwnPinned,         // one per place: 1 if an own checker is pinned there (Plakoto)
  kOppPinned,         // one per place: 1 if a checker of the opponent is pinned there
  kPendingMoves,      // number of owed moves, or 25 + number of forfeited moves
  kRollCounts,        // own_roll_count + 4 * opp_roll_count (Gul Bara)
  kClosedAheadOfOwn,  // one per place: pattern_ahead() of closed points ahead of own checkers
  kClosedAheadOfOpp,  // one per place: pattern_ahead() of closed points ahead of the opponent's
  kBlotsAheadOfOwn,   // one per place: pattern_ahead() of opposing blots ahead of own checkers
  kBlotsAheadOfOpp,   // one per place: pattern_ahead() of own blots ahead of the opponent's
  // Only where checkers are hit (ContactFeatures in nn/encode/board_features.h):
  kHittingRolls,    // ContactFeatures::hitting_roll_count
  kHittingRollsAt,  // one per place: hitting_roll_counts_at, up to kMaxHittingRollsAt
  kCheckersBehind,  // two: own_checkers_behind, opp_checkers_behind
  kPips,  // three: pip_feature_value() of own_pips and of opp_pips; pip_difference_feature_value()
  // Only in a chain whose next number is d; the feature of place p has index die_place_index(d, p):
  kCanMove,       // 1 if a checker there can move by d
  kCanMoveTwice,  // 1 if a checker there can move by d twice
  kMakesPoint,    // 1 if a move by d from there closes a point open to the opponent
  kSurplusMoves   // twelve: surplus moves by n, at index n + 5 if n is to be played, else n - 1
};
/// Number of kinds of features.
inline constexpr int kFeatureKindCount = 18;

/// Tells how the inputs of a feature depend on the phase: rolling, or the number of a chain that is
/// to be played (chain_phase_of()).
enum class PhaseSharing : std::uint8_t {
  kShared,    // the same inputs in all phases
  kPerPhase,  // the same inputs in all phases, and other inputs in each phase but 0 (rolling)
};

/// A limit on the values that the features of one kind can have in one position. Quantization
/// derives bounds of its sums from it.
enum class FeatureConstraint : std::uint8_t {
  kUnconstrained,     // no limit
  kCheckerCounts,     // numbers of checkers of one side: at most 15 in all
  kWhereOwnCheckers,  // one per place; set only where the player to move has checkers
  kWhereOppCheckers,  // one per place; set only where the opponent has checkers
};

/// Properties of all features of one kind (FeatureKind).
struct FeatureKindTraits {
  int feature_count;             // number of features of the kind
  int values_per_feature;        // number of values that each feature can have, from 0 on
  PhaseSharing phase_sharing;    // whether each phase has inputs of its own
  FeatureConstraint constraint;  // limit on the values in one position
};

/// Number of different values of a number of checkers: 0..15.
inline constexpr int kCheckerValueCount = kMaxCheckers + 1;
/// Maximum change of a checker count in one decision.
inline constexpr int kMaxCheckerCountChange = 4;

inline constexpr int kDicePermutations = 36;   // permutations of two dice
inline constexpr int kMaxHittingRollsAt = 24;  // larger values of kHittingRollsAt are clamped to it

inline constexpr int kPipCountStep = 10;      // pips per value of pip_feature_value()
inline constexpr int kPipDifferenceStep = 8;  // pips per value of pip_difference_feature_value()
inline constexpr int kPipValueCount = 26;     // number of different values of kPips features
/// Returns the value of a kPips feature for a pip count, in steps of kPipCountStep pips.
constexpr int pip_feature_value(int pips) {
  constexpr int kMax = 20;
  return pips / kPipCountStep < kMax ? pips / kPipCountStep : kMax;
}
/// Returns the value of the kPips feature for the difference `own_pips` - `opp_pips`, in steps of
/// kPipDifferenceStep pips, as 0 to kPipValueCount - 1. A difference of 0 to kPipDifferenceStep - 1
/// has the value kPipValueCount / 2.
constexpr int pip_difference_feature_value(int own_pips, int opp_pips) {
  constexpr int kMiddle = kPipValueCount / 2;
  const int lead = own_pips - opp_pips + kMiddle * kPipDifferenceStep;
  if (lead < 0) return 0;
  return lead / kPipDifferenceStep < kPipValueCount ? lead / kPipDifferenceStep
                                                    : kPipValueCount - 1;
}

/// The table of all kinds of features, in the order of FeatureKind.
inline constexpr std::array<FeatureKindTraits, kFeatureKindCount> kFeatureKindTraits = [] {
  using enum PhaseSharing;
  using enum FeatureConstraint;
  return std::array<FeatureKindTraits, kFeatureKindCount>{{
      {kPlaceCount, kCheckerValueCount, kPerPhase, kCheckerCounts},  // kOwnPlaces
      {kPlaceCount, kCheckerValueCount, kPerPhase, kCheckerCounts},  // kOppPlaces
      {kPlaceCount, 2, kShared, kUnconstrained},                     // kOwnPinned
      {kPlaceCount, 2, kShared, kUnconstrained},                     // kOppPinned
      {1, 2 * (kMaxOwedMoves + 1), kShared, kUnconstrained},         // kPendingMoves
      {1, (kMaxCountedRolls + 1) * (kMaxCountedRolls + 1), kShared, kUnconstrained},  // kRollCounts
      {kPlaceCount, kPatternCount, kShared, kWhereOwnCheckers},           // kClosedAheadOfOwn
      {kPlaceCount, kPatternCount, kShared, kWhereOppCheckers},           // kClosedAheadOfOpp
      {kPlaceCount, kPatternCount, kShared, kWhereOwnCheckers},           // kBlotsAheadOfOwn
      {kPlaceCount, kPatternCount, kShared, kWhereOppCheckers},           // kBlotsAheadOfOpp
      {1, kDicePermutations + 1, kShared, kUnconstrained},                // kHittingRolls
      {kPlaceCount, kMaxHittingRollsAt + 1, kShared, kWhereOppCheckers},  // kHittingRollsAt
      {2, kCheckerValueCount, kShared, kUnconstrained},                   // kCheckersBehind
      {3, kPipValueCount, kShared, kUnconstrained},                       // kPips
      {6 * kPlaceCount, 2, kShared, kWhereOwnCheckers},                   // kCanMove
      {6 * kPlaceCount, 2, kShared, kWhereOwnCheckers},                   // kCanMoveTwice
      {6 * kPlaceCount, 2, kShared, kWhereOwnCheckers},                   // kMakesPoint
      {12, kSurplusMoveValueCount, kShared, kUnconstrained},              // kSurplusMoves
  }};
}();

/// Returns the properties of the features of a kind.
constexpr const FeatureKindTraits& feature_kind_traits(FeatureKind kind) {
  return kFeatureKindTraits[static_cast<std::size_t>(kind)];
}

/// Number of features of all kinds, more than any position sets.
inline constexpr int kFeatureCount = [] {
  int features = 0;
  for (const FeatureKindTraits& traits : kFeatureKindTraits) features += traits.feature_count;
  return features;
}();

/// One feature of a position, such as the number of own checkers on point 7.
struct Feature {
  FeatureKind kind;   // kind of feature
  int index_in_kind;  // index within its kind: the place, for kinds with one feature per place
};

/// Calls f(kind) for all kinds of features, in the order of FeatureKind.
template <typename F>
constexpr void for_each_feature_kind(F f) {
  for (int kind = 0; kind < kFeatureKindCount; ++kind) f(static_cast<FeatureKind>(kind));
}

/// Calls f(feature, value) for all values of all features of one kind.
template <typename F>
void for_each_feature_value(FeatureKind kind, F f) {
  for (int index = 0; index < feature_kind_traits(kind).feature_count; ++index) {
    for (int value = 0; value < feature_kind_traits(kind).values_per_feature; ++value)
      f(Feature{kind, index}, value);
  }
}

/// Returns the value of the feature kPendingMoves for a position: the number of owed moves, plus
/// kMaxOwedMoves + 1 if the opponent has forfeited them.
constexpr int pending_moves_feature_value(const Position& p) {
  return p.owed_moves + (p.is_forfeited != 0 ? kMaxOwedMoves + 1 : 0);
}

/// Returns the value of the feature kRollCounts for a position: it tells how many rolls each player
/// has had.
constexpr int roll_counts_feature_value(const Position& p) {
  return p.own_roll_count + (kMaxCountedRolls + 1) * p.opp_roll_count;
}

/// Number of phases of a game (chain_phase_of()): rolling, and playing each number of a chain.
inline constexpr int kChainPhaseCount = 7;

/// Returns the phase of a position: 0 if the player to move rolls, else the number 1..6 that it
/// plays next in a chain, which is its own chain or one that the opponent has forfeited.
constexpr int chain_phase_of(const Position& p) {
  return p.is_pending() ? next_chain_number(p.owed_moves) : 0;
}

/// Calls f(feature, number of checkers) for each place of `side` that holds a checker, in ascending
/// order. The features are those of `kind`.
template <typename F>
[[gnu::always_inline]] inline void for_each_checker_feature(FeatureKind kind, const Side& side,
                                                            F f) {
  for (PlaceSet rest = side.occupied(); rest != 0; rest &= rest - 1) {
    f(Feature{kind, lowest_place(rest)}, side.count(lowest_place(rest)));
  }
}

/// Calls f(feature, 1) for each place of `set`, in ascending order. The features are those of
/// `kind`.
template <typename F>
[[gnu::always_inline]] inline void for_each_place_feature(FeatureKind kind, PlaceSet set, F f) {
  for (; set != 0; set &= set - 1) f(Feature{kind, lowest_place(set)}, 1);
}

/// Returns the index of a feature within a kind that has one feature for each number 1..6 and each
/// place, such as FeatureKind::kCanMove.
constexpr int die_place_index(int number, int place) { return (number - 1) * kPlaceCount + place; }
/// Returns the number 1..6 that belongs to an index made by die_place_index().
constexpr int die_number_from_index(int index) { return index / kPlaceCount + 1; }

/// Returns the kSurplusMoves feature for a number of a chain. Each number has two features: one
/// while it is the number to play (`is_played_now`), and one while smaller numbers come first.
constexpr Feature surplus_moves_feature(int number, bool is_played_now) {
  return {FeatureKind::kSurplusMoves, number - 1 + (is_played_now ? 6 : 0)};
}

/// Returns true if some position in `phase` can set the feature.
constexpr bool can_be_set_in_phase(Feature feature, int phase) {
  switch (feature.kind) {
    case FeatureKind::kCanMove:
    case FeatureKind::kCanMoveTwice:
    case FeatureKind::kMakesPoint:
      return die_number_from_index(feature.index_in_kind) == phase;
    case FeatureKind::kSurplusMoves:
      return phase > 0 && (feature.index_in_kind < 6 ? feature.index_in_kind + 1 > phase
                                                     : feature.index_in_kind - 5 == phase);
    case FeatureKind::kPendingMoves:
      return phase > 0;
    default:
      return true;
  }
}

/// Calls f(feature, pattern) for each place of `set`, in ascending order: the pattern of `points`
/// ahead of the place (pattern_ahead()). The features are those of `kind`.
template <typename F>
[[gnu::always_inline]] inline void for_each_pattern_feature(FeatureKind kind, PlaceSet set,
                                                            PlaceSet points, F f) {
  for (; set != 0; set &= set - 1) {
    const int place = lowest_place(set);
    f(Feature{kind, place}, pattern_ahead(points, place));
  }
}

/// Calls f(feature, value in `from`, value in `to`) for each contact feature that belongs to no
/// place, even if the two values are equal.
template <typename F>
[[gnu::always_inline]] inline void for_each_contact_count_pair(const ContactFeatures& from,
                                                               const ContactFeatures& to, F f) {
  f(Feature{FeatureKind::kHittingRolls, 0}, from.hitting_roll_count, to.hitting_roll_count);
  f(Feature{FeatureKind::kCheckersBehind, 0}, from.own_checkers_behind, to.own_checkers_behind);
  f(Feature{FeatureKind::kCheckersBehind, 1}, from.opp_checkers_behind, to.opp_checkers_behind);
  f(Feature{FeatureKind::kPips, 0}, pip_feature_value(from.own_pips),
    pip_feature_value(to.own_pips));
  f(Feature{FeatureKind::kPips, 1}, pip_feature_value(from.opp_pips),
    pip_feature_value(to.opp_pips));
  f(Feature{FeatureKind::kPips, 2}, pip_difference_feature_value(from.own_pips, from.opp_pips),
    pip_difference_feature_value(to.own_pips, to.opp_pips));
}

/// Returns the value of the kHittingRollsAt feature of a place.
inline int hitting_rolls_feature_value(const ContactFeatures& contact, int place) {
  const int hitting_rolls = contact.hitting_roll_counts_at[static_cast<std::size_t>(place)];
  return hitting_rolls < kMaxHittingRollsAt ? hitting_rolls : kMaxHittingRollsAt;
}

/// Calls f(feature, value) for all contact features of a position. A feature that belongs to a
/// place is visited only if an exposed blot is there.
template <typename F>
[[gnu::always_inline]] inline void for_each_contact_feature(const ContactFeatures& contact, F f) {
  for (PlaceSet rest = contact.hittable_opp_blots; rest != 0; rest &= rest - 1) {
    const int place = lowest_place(rest);
    f(Feature{FeatureKind::kHittingRollsAt, place}, hitting_rolls_feature_value(contact, place));
  }
  for_each_contact_count_pair(contact, contact,
                              [&](Feature feature, int value, int) { f(feature, value); });
}

/// Calls f(feature, 1) for the features of kinds kCanMove, kCanMoveTwice and kMakesPoint that are
/// set in `mobility` but not in `other`.
template <typename F>
[[gnu::always_inline]] inline void for_each_added_chain_feature(const ChainMobility& mobility,
                                                                const ChainMobility& other, F f) {
  const int first = die_place_index(mobility.number_to_play, 0);
  const auto visit = [&](FeatureKind kind, PlaceSet set) __attribute__((always_inline)) {
    for (; set != 0; set &= set - 1) f(Feature{kind, first + lowest_place(set)}, 1);
  };
  visit(FeatureKind::kCanMove, mobility.movable_places & ~other.movable_places);
  visit(FeatureKind::kCanMoveTwice, mobility.twice_movable_places & ~other.twice_movable_places);
  visit(FeatureKind::kMakesPoint, mobility.point_making_places & ~other.point_making_places);
}

/// Calls f(feature, value) for all features of a position that can set an input. kRollCounts is
/// always included. `features` are the board features of the position.
template <typename F>
[[gnu::always_inline]] inline void for_each_feature(const BoardFeatures& features,
                                                    const Position& position, F f) {
  for_each_checker_feature(FeatureKind::kOwnPlaces, position.own, f);
  for_each_checker_feature(FeatureKind::kOppPlaces, position.opp, f);
  for_each_place_feature(FeatureKind::kOwnPinned, position.own_pinned, f);
  for_each_place_feature(FeatureKind::kOppPinned, position.opp_pinned, f);
  if (position.is_pending())
    f(Feature{FeatureKind::kPendingMoves, 0}, pending_moves_feature_value(position));
  f(Feature{FeatureKind::kRollCounts, 0}, roll_counts_feature_value(position));
  for_each_pattern_feature(FeatureKind::kClosedAheadOfOwn, position.own.occupied() & kOnBoardOrBar,
                           features.closed_to_own, f);
  for_each_pattern_feature(FeatureKind::kClosedAheadOfOpp, position.opp.occupied() & kOnBoardOrBar,
                           features.closed_to_opp, f);
  if (features.game_has_blots) {
    for_each_pattern_feature(FeatureKind::kBlotsAheadOfOwn, position.own.occupied() & kOnBoardOrBar,
                             features.blots_of_opp, f);
    for_each_pattern_feature(FeatureKind::kBlotsAheadOfOpp, position.opp.occupied() & kOnBoardOrBar,
                             features.blots_of_own, f);
  }
  if (features.has_contact_features) for_each_contact_feature(features.contact_features, f);
  if (!position.is_pending()) return;
  for_each_added_chain_feature(features.chain_mobility, ChainMobility{}, f);
  for (int number = features.chain_mobility.number_to_play; number <= 6; ++number) {
    f(surplus_moves_feature(number, number == features.chain_mobility.number_to_play),
      features.chain_mobility.surplus_moves_by_number[static_cast<std::size_t>(number)]);
  }
}

}  // namespace gioul
