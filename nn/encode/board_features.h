// Features derived from both sides of a position at once: closed points and blots ahead of a
// checker, mobility in a chain, shots and races. Functions that SIMD kernels call
// (nn/kernel/kernel_impl.h) are always inline.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "engine/dice.h"
#include "engine/position.h"
#include "engine/rules.h"

namespace gioul {

/// Number of patterns. A pattern is a subset of the six points ahead of a place, such as those that
/// are closed.
inline constexpr int kPatternCount = 64;

/// Returns the pattern (0..63) of the set `points` ahead of `place`: bit 6 - d is set if the point
/// d pips ahead is in `points`, for d = 1 to 6. There are no points beyond point 1.
constexpr int pattern_ahead(PlaceSet points, int place) {
  return static_cast<int>(std::uint64_t{points} << 6 >> place & (kPatternCount - 1));
}

/// Returns the places at most six pips behind one of `points`: those whose pattern ahead may
/// contain it.
constexpr PlaceSet places_up_to_six_behind(PlaceSet points) {
  const PlaceSet two = points | points << 1;
  const PlaceSet four = two | two << 2;
  return (four | two << 4) << 1;
}

/// Number of different values in ChainMobility::surplus_moves_by_number.
inline constexpr int kSurplusMoveValueCount = 9;

/// The moves that the player to move could make in the rest of a chain, from the present board.
struct ChainMobility {
  PlaceSet movable_places = 0;        // places from which a checker can move by the number to play
  PlaceSet twice_movable_places = 0;  // places from which a checker can move by it twice in a row
  /// Places from which a move by the number to play closes a point that is open to the opponent.
  PlaceSet point_making_places = 0;
  int number_to_play = 0;  // the number to play, 1..6; 0 if no chain moves are owed
  /// For each number n from the number to play up to 6, at index n: how many moves by n are
  /// possible, minus the number of moves by n that are left in the chain. A checker that can move
  /// by n several times in a row counts that often. The difference is clamped to -4..4 and stored
  /// with 4 added, as 0..8.
  std::array<std::uint8_t, 7> surplus_moves_by_number{};
};

/// Number of elements of ShotsByRoll and of the arrays in RollsByLane: the 21 distinct rolls,
/// padded to whole SIMD vectors.
inline constexpr std::size_t kShotLanes = 24;

/// For each roll, in the order of kDistinctRolls: the blots that a player can hit with it, by one
/// of its numbers or by several in a row. Each move must end on an open point, and checkers on the
/// bar move first; other rules are ignored. Padding is empty.
using ShotsByRoll = std::array<PlaceSet, kShotLanes>;

/// Counts of shots, pips and checkers still to pass, for games in which checkers are hit (Portes).
struct ContactFeatures {
  /// Number of the 36 dice permutations with which the player to move can hit a blot.
  int hitting_roll_count = 0;
  /// The exposed blots of the opponent, which some roll hits, in the opponent's numbering.
  PlaceSet hittable_opp_blots = 0;
  /// By place, in the opponent's numbering: the number of dice permutations that hit the exposed
  /// blot there; 0 at other places.
  std::array<std::uint8_t, kPlaceCount> hitting_roll_counts_at{};
  int own_checkers_behind = 0;  // own checkers that have yet to pass a checker of the opponent
  int opp_checkers_behind = 0;  // the opponent's checkers that have yet to pass an own checker
  int own_pips = 0;             // pips of the player to move
  int opp_pips = 0;             // pips of the opponent
};

/// The rules of a game that features of its positions depend on.
struct FeatureRules {
  ContactRule contact = ContactRule::kBlock;  // single checkers block, are hit or are pinned
  Movement movement = Movement::kContrary;    // whether both sides move in the same direction
};

/// Returns the FeatureRules of a game.
constexpr FeatureRules feature_rules(const Variant& variant) {
  return {variant.contact, variant.movement};
}

/// The features derived from both sides of a position, and the sets of points on which they are
/// based.
struct BoardFeatures {
  PlaceSet closed_to_own = 0;   // points blocked for the player to move, in its own numbering
  PlaceSet closed_to_opp = 0;   // points blocked for the opponent, in the opponent's numbering
  bool game_has_blots = false;  // whether single checkers can be hit or pinned in this game
  PlaceSet blots_of_opp = 0;  // blots that the player to move may hit or pin, in its own numbering
  PlaceSet blots_of_own = 0;  // blots that the opponent may hit or pin, in the opponent's numbering
  bool has_contact_features = false;  // whether `contact_features` is computed in this game
  ContactFeatures contact_features;   // shots, pips and checkers still to pass
  ChainMobility chain_mobility;       // mobility in the chain, if chain moves are owed
};

/// Returns the points of `side` that block the other player, in the numbering of `side`.
[[gnu::always_inline]] inline PlaceSet held_points(FeatureRules rules, const Side& side) {
  if (rules.contact == ContactRule::kBlock) return side.occupied() & kAllPoints;
  return side.multi_checker_places() & kAllPoints;
}

/// Computes the mobility of the player to move in a chain. `position` must have owed moves.
[[gnu::always_inline]] inline ChainMobility compute_chain_mobility(FeatureRules rules,
                                                                   const Position& position,
                                                                   PlaceSet closed_to_own) {
  const Side& own = position.own;
  const PlaceSet occupied = own.occupied();
  const PlaceSet open = kAllPoints & ~closed_to_own;
  const bool bears_off = (occupied & kOutsideHome) == 0 && position.own_pinned == 0;
  PlaceSet movable = occupied & kOnBoardOrBar & ~position.own_pinned;
  if ((occupied & place_bit(kBar)) != 0) movable &= place_bit(kBar);

  ChainMobility mobility;
  mobility.number_to_play = next_chain_number(position.owed_moves);
  // Places from which one move of a number is possible, if a checker is there.
  const auto origins = [&](int number) {
    const PlaceSet over = bears_off ? (place_bit(number) << 1) - 2 : 0;  // points 1 to `number`
    return (open << number) | over;
  };
  const PlaceSet first = origins(mobility.number_to_play);
  mobility.movable_places = movable & first;
  mobility.twice_movable_places = mobility.movable_places & (first << mobility.number_to_play);
  const PlaceSet closes =
      rules.contact == ContactRule::kBlock ? ~occupied : own.single_checker_places();
  mobility.point_making_places =
      mobility.movable_places & ((closes & open) << mobility.number_to_play);

  int left = moves_left_of_number(position.owed_moves);
  for (int number = mobility.number_to_play; number <= 6; ++number) {
    constexpr int kMax = 4;
    const PlaceSet once = origins(number);
    int moves = -left;
    for (PlaceSet from = once; moves < kMax; from = once & (from << number)) {
      if ((from & movable) == 0) break;
      moves += own.count_on(from & movable);
    }
    mobility.surplus_moves_by_number[static_cast<std::size_t>(number)] =
        static_cast<std::uint8_t>(std::min(moves, kMax) + kMax);
    left = kDoubletMoves;
  }
  return mobility;
}

/// Returns the points blocked for the player to move, in its own numbering.
[[gnu::always_inline]] inline PlaceSet closed_to_own(FeatureRules rules, const Position& position) {
  return to_opponent_numbering(rules.movement, held_points(rules, position.opp)) |
         position.own_pinned;
}

/// Returns the points blocked for the opponent, in the opponent's numbering.
[[gnu::always_inline]] inline PlaceSet closed_to_opp(FeatureRules rules, const Position& position) {
  return to_opponent_numbering(rules.movement, held_points(rules, position.own)) |
         position.opp_pinned;
}

/// Returns true if single checkers can be hit or pinned.
constexpr bool game_has_blots(FeatureRules rules) { return rules.contact != ContactRule::kBlock; }

/// Returns true if nets of the game see ContactFeatures. In games without hits they showed no gain
/// or were not tried (docs/experiments.md).
constexpr bool has_contact_features(FeatureRules rules) {
  return rules.contact == ContactRule::kHit;
}

/// Returns the opponent's blots, in the numbering of the player to move. A single checker that pins
/// another one holds its point and is no blot.
[[gnu::always_inline]] inline PlaceSet blots_of_opp(FeatureRules rules, const Position& position) {
  if (!game_has_blots(rules)) return 0;
  return to_opponent_numbering(rules.movement, position.opp.single_checker_places() & kAllPoints) &
         ~position.own_pinned;
}

/// Returns the blots of the player to move, in the opponent's numbering.
[[gnu::always_inline]] inline PlaceSet blots_of_own(FeatureRules rules, const Position& position) {
  if (!game_has_blots(rules)) return 0;
  return to_opponent_numbering(rules.movement, position.own.single_checker_places() & kAllPoints) &
         ~position.opp_pinned;
}

/// All distinct rolls in the layout of ShotsByRoll, so that compute_shots() can evaluate each roll
/// in a SIMD lane, without branches.
struct RollsByLane {
  std::array<std::uint32_t, kShotLanes> high{};      // higher number of each roll
  std::array<std::uint32_t, kShotLanes> low{};       // lower number of each roll
  std::array<PlaceSet, kShotLanes> doublet_masks{};  // all bits set for a doublet, else none
  /// Number of dice permutations of each roll: 1 or 2.
  std::array<std::uint32_t, kShotLanes> permutation_counts{};
};
/// The rolls of kDistinctRolls in the layout of RollsByLane. Padding never hits.
inline constexpr RollsByLane kRollsByLane = [] {
  RollsByLane rolls;
  for (std::size_t i = 0; i < kShotLanes; ++i) {
    const bool is_roll = i < kDistinctRolls.size();
    rolls.high[i] =
        is_roll ? static_cast<std::uint32_t>(kDistinctRolls[i].high) : 31;  // moves to nowhere
    rolls.low[i] = is_roll ? static_cast<std::uint32_t>(kDistinctRolls[i].low) : 31;
    rolls.doublet_masks[i] = is_roll && kDistinctRolls[i].is_doublet() ? ~PlaceSet{0} : 0;
    rolls.permutation_counts[i] =
        is_roll ? static_cast<std::uint32_t>(count_permutations(kDistinctRolls[i])) : 0;
  }
  return rolls;
}();

/// Returns the blots that each roll can hit, for a player with movable checkers on the points
/// `from` and `on_bar` checkers on the bar. `open` are the points that are not blocked for that
/// player, and `blots` are the opponent's blots; all sets are in the numbering of the player who
/// rolls.
[[gnu::always_inline]] inline ShotsByRoll compute_shots(PlaceSet from, int on_bar, PlaceSet open,
                                                        PlaceSet blots) {
  // The checkers that can move first, and the others that can move after them.
  const PlaceSet first = on_bar == 0 ? from : place_bit(kBar);
  const PlaceSet others = on_bar == 0 ? 0 : from;
  // Lanes in which the roll has moves left after the first one and after all checkers have entered.
  const PlaceSet one_more = on_bar < 2 ? ~PlaceSet{0} : 0;
  const auto left = [&](int moves) { return kDoubletMoves - on_bar >= moves ? ~PlaceSet{0} : 0; };
  const PlaceSet second_left = left(1);
  const PlaceSet third_left = left(2);
  const PlaceSet fourth_left = left(3);
  ShotsByRoll shots;
  constexpr RollsByLane kBy = kRollsByLane;
  for (std::size_t i = 0; i < kShotLanes; ++i) {
    const PlaceSet doublet = kBy.doublet_masks[i];
    const PlaceSet by_high = first >> kBy.high[i] & open;
    const PlaceSet by_low = first >> kBy.low[i] & open;
    const PlaceSet after_high = by_high != 0 ? others | by_high : 0;
    const PlaceSet after_low = by_low != 0 ? others | by_low : 0;
    const PlaceSet by_both = (after_high >> kBy.low[i] | after_low >> kBy.high[i]) & open;
    const PlaceSet second = by_both & ((doublet & second_left) | (~doublet & one_more));
    const PlaceSet third = (second & doublet & third_left) >> kBy.low[i] & open;
    const PlaceSet fourth = (third & fourth_left) >> kBy.low[i];
    shots[i] = (by_high | by_low | second | third | fourth) & blots;
  }
  return shots;
}

/// Returns how many checkers of `side` have yet to pass a checker of `other`. A checker on the bar
/// is behind all others.
[[gnu::always_inline]] inline int checkers_behind(FeatureRules rules, const Side& side,
                                                  const Side& other) {
  if ((other.occupied() & place_bit(kBar)) != 0) return side.count_on(kOnBoardOrBar);
  const PlaceSet others = to_opponent_numbering(rules.movement, other.occupied());
  const PlaceSet first = others & (~others + 1);
  return side.count_on(kOnBoardOrBar & ~(2 * first - 1));  // none if there are no others
}

/// Computes the contact features of a position. `closed` is closed_to_own() of the position, and
/// `blots` is blots_of_opp().
[[gnu::always_inline]] inline ContactFeatures compute_contact_features(FeatureRules rules,
                                                                       const Position& position,
                                                                       PlaceSet closed,
                                                                       PlaceSet blots) {
  ContactFeatures contact;
  contact.own_checkers_behind = checkers_behind(rules, position.own, position.opp);
  contact.opp_checkers_behind = checkers_behind(rules, position.opp, position.own);
  contact.own_pips = position.own.pip_count();
  contact.opp_pips = position.opp.pip_count();
  if (blots == 0) return contact;
  const ShotsByRoll shots =
      compute_shots(position.own.occupied() & kAllPoints & ~position.own_pinned,
                    position.own.count(kBar), kAllPoints & ~closed, blots);
  PlaceSet hit = 0;
  std::uint32_t hitting_rolls = 0;
  for (std::size_t i = 0; i < kShotLanes; ++i) {
    hitting_rolls += shots[i] != 0 ? kRollsByLane.permutation_counts[i] : 0;
    hit |= shots[i];
  }
  contact.hitting_roll_count = static_cast<int>(hitting_rolls);
  for (; hit != 0; hit &= hit - 1) {
    const int point = lowest_place(hit);
    std::uint32_t hitting_rolls_at = 0;
    for (std::size_t i = 0; i < kShotLanes; ++i) {
      hitting_rolls_at += (shots[i] >> point & 1u) * kRollsByLane.permutation_counts[i];
    }
    const int of_opp = opponent_point(rules.movement, point);
    contact.hittable_opp_blots |= place_bit(of_opp);
    contact.hitting_roll_counts_at[static_cast<std::size_t>(of_opp)] =
        static_cast<std::uint8_t>(hitting_rolls_at);
  }
  return contact;
}

/// Computes the board features of a position for a game with these rules.
[[gnu::always_inline]] inline BoardFeatures compute_board_features(FeatureRules rules,
                                                                   const Position& position) {
  BoardFeatures features;
  features.closed_to_own = closed_to_own(rules, position);
  features.closed_to_opp = closed_to_opp(rules, position);
  features.game_has_blots = game_has_blots(rules);
  features.blots_of_opp = blots_of_opp(rules, position);
  features.blots_of_own = blots_of_own(rules, position);
  features.has_contact_features = has_contact_features(rules);
  if (features.has_contact_features) {
    features.contact_features =
        compute_contact_features(rules, position, features.closed_to_own, features.blots_of_opp);
  }
  if (position.is_pending()) {
    features.chain_mobility = compute_chain_mobility(rules, position, features.closed_to_own);
  }
  return features;
}

}  // namespace gioul
