// What a checker can do next, by the game's own rules of contact: which of the six points ahead of
// it are closed and, in a chain, how far its numbers can be played. No sum over places says it, as
// it is of two sides at once. What kernels call (nn/kernel/kernel_text.h) is always inline.
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

/// Sets of those of the six points ahead that are closed, or that hold a blot.
inline constexpr int kPatterns = 64;

/// Bit 6 - d is set if the point d ahead of `place` is in `points`, d = 1 to 6; nothing lies beyond
/// point 1.
constexpr int pattern_ahead(PlaceSet points, int place) {
  return static_cast<int>(std::uint64_t{points} << 6 >> place & (kPatterns - 1));
}

/// The places that have one of `points` among the six ahead.
constexpr PlaceSet behind(PlaceSet points) {
  const PlaceSet two = points | points << 1;
  const PlaceSet four = two | two << 2;
  return (four | two << 4) << 1;
}

/// Values of ChainSight::moves.
inline constexpr int kMoveValues = 9;

/// What can be done with the numbers of a chain, seen before anything more of it is played.
struct ChainSight {
  PlaceSet can_move = 0;   // places from where a checker can make a move of the number to play
  PlaceSet can_go_on = 0;  // ... and a second one
  PlaceSet new_point = 0;  // ... and closes a point that was open to the opponent
  int number = 0;          // the one to play, 1..6; 0 while rolling
  /// For the number to play and those after it: moves that checkers could make by this number
  /// alone, each on its own and as far as it can, less those that are left to make; within -4..4,
  /// plus 4.
  std::array<std::uint8_t, 7> moves{};
};

inline constexpr std::size_t kShotLanes = 24;  // the 21 rolls in whole vectors

/// The blots that each roll has a shot at, in the order of kRolls: those that a checker can go to
/// by one of its numbers or by several one after the other, each move to an open point and checkers
/// on the bar first. What else has to be played doesn't matter. The rest is empty.
using Shots = std::array<PlaceSet, kShotLanes>;

/// What is seen of the whole board where checkers are hit.
struct Outlook {
  int throws = 0;        // of the 36 of two dice, those by which the player to act has a shot
  PlaceSet shot_at = 0;  // the blots, in the opponent's numbering ...
  std::array<std::uint8_t, kPlaces> throws_at{};  // ... and how many throws have a shot at each
  int own_behind = 0;  // checkers that have one of the other player's ahead
  int opp_behind = 0;
  int own_pips = 0;  // that checkers have to move until they are borne off
  int opp_pips = 0;
};

/// What of the rules sight depends on.
struct SightRules {
  Contact contact = Contact::kBlock;
  Movement movement = Movement::kContrary;
};

constexpr SightRules sight_rules(const Axes& axes) { return {axes.contact, axes.movement}; }

/// What the inputs need to know of a position beyond its fields.
struct Seen {
  PlaceSet closed_to_own = 0;  // points where the player to act may not land, in his numbering
  PlaceSet closed_to_opp = 0;  // the opponent, in the opponent's
  bool has_blots = false;      // whether the game knows any
  PlaceSet blots_of_opp = 0;   // what the player to act may hit or pin, in his numbering
  PlaceSet blots_of_own = 0;   // the opponent, in the opponent's
  bool has_outlook = false;    // whether inputs tell the next
  Outlook outlook;
  ChainSight chain;
};

/// Points of `side` that are closed to the other player, in the numbering of `side`.
[[gnu::always_inline]] inline PlaceSet held_points(SightRules rules, const Side& side) {
  if (rules.contact == Contact::kBlock) return side.occupied() & kPoints;
  return side.two_or_more() & kPoints;
}

/// `position` is pending.
[[gnu::always_inline]] inline ChainSight chain_sight(SightRules rules, const Position& position,
                                                     PlaceSet closed_to_own) {
  const Side& own = position.own;
  const PlaceSet occupied = own.occupied();
  const PlaceSet open = kPoints & ~closed_to_own;
  const bool bears_off = (occupied & kOutside) == 0 && position.own_pinned == 0;
  PlaceSet movable = occupied & kOnBoardOrBar & ~position.own_pinned;
  if ((occupied & place_bit(kBar)) != 0) movable &= place_bit(kBar);

  ChainSight sight;
  sight.number = chain_number(position.owed);
  // From where one move of a number can be made, whoever stands there.
  const auto origins = [&](int number) {
    const PlaceSet over = bears_off ? (place_bit(number) << 1) - 2 : 0;  // points 1 to `number`
    return (open << number) | over;
  };
  const PlaceSet first = origins(sight.number);
  sight.can_move = movable & first;
  sight.can_go_on = sight.can_move & (first << sight.number);
  const PlaceSet closes = rules.contact == Contact::kBlock ? ~occupied : own.single();
  sight.new_point = sight.can_move & ((closes & open) << sight.number);

  int left = chain_moves_left(position.owed);
  for (int number = sight.number; number <= 6; ++number) {
    constexpr int kMost = 4;
    const PlaceSet once = origins(number);
    int moves = -left;
    for (PlaceSet from = once; moves < kMost; from = once & (from << number)) {
      if ((from & movable) == 0) break;
      moves += own.count_on(from & movable);
    }
    sight.moves[static_cast<std::size_t>(number)] =
        static_cast<std::uint8_t>(std::min(moves, kMost) + kMost);
    left = kDoubletMoves;
  }
  return sight;
}

/// Points where the player to act may not land, in his numbering.
[[gnu::always_inline]] inline PlaceSet closed_to_own(SightRules rules, const Position& position) {
  return mirrored(rules.movement, held_points(rules, position.opp)) | position.own_pinned;
}

/// The same for the opponent, in the opponent's numbering.
[[gnu::always_inline]] inline PlaceSet closed_to_opp(SightRules rules, const Position& position) {
  return mirrored(rules.movement, held_points(rules, position.own)) | position.opp_pinned;
}

/// Whether a checker alone on a point is a blot: one that can be hit, or pinned.
constexpr bool has_blots(SightRules rules) { return rules.contact != Contact::kBlock; }

/// Whether what is seen of the whole board has inputs: elsewhere it was not found to win anything,
/// or not tried (docs/experiments.md).
constexpr bool has_outlook(SightRules rules) { return rules.contact == Contact::kHit; }

/// Blots of the opponent, in the numbering of the player to act. Who pins is none: he holds the
/// point.
[[gnu::always_inline]] inline PlaceSet blots_of_opp(SightRules rules, const Position& position) {
  if (!has_blots(rules)) return 0;
  return mirrored(rules.movement, position.opp.single() & kPoints) & ~position.own_pinned;
}

/// Blots of the player to act, in the opponent's numbering.
[[gnu::always_inline]] inline PlaceSet blots_of_own(SightRules rules, const Position& position) {
  if (!has_blots(rules)) return 0;
  return mirrored(rules.movement, position.own.single() & kPoints) & ~position.opp_pinned;
}

/// The rolls as find_shots() takes them: all at once, in vectors, without a branch.
struct ShotRolls {
  std::array<std::uint32_t, kShotLanes> high{};
  std::array<std::uint32_t, kShotLanes> low{};
  std::array<PlaceSet, kShotLanes> is_doublet{};  // all places or none
  std::array<std::uint32_t, kShotLanes> throws{};
};
inline constexpr ShotRolls kShotRolls = [] {
  ShotRolls rolls;
  for (std::size_t i = 0; i < kShotLanes; ++i) {
    const bool is_roll = i < kRolls.size();
    rolls.high[i] = is_roll ? static_cast<std::uint32_t>(kRolls[i].high) : 31;  // to nowhere
    rolls.low[i] = is_roll ? static_cast<std::uint32_t>(kRolls[i].low) : 31;
    rolls.is_doublet[i] = is_roll && kRolls[i].is_doublet() ? ~PlaceSet{0} : 0;
    rolls.throws[i] = is_roll ? static_cast<std::uint32_t>(weight(kRolls[i])) : 0;
  }
  return rolls;
}();

/// The shots of a player with checkers that can move on the points `from` and with `on_bar` on the
/// bar, who may land on `open`, where `blots` are, all in his numbering.
[[gnu::always_inline]] inline Shots find_shots(PlaceSet from, int on_bar, PlaceSet open,
                                               PlaceSet blots) {
  // Who moves first, and who may go on besides him.
  const PlaceSet first = on_bar == 0 ? from : place_bit(kBar);
  const PlaceSet others = on_bar == 0 ? 0 : from;
  // What is left of a roll after the first move, and when all have entered.
  const PlaceSet one_more = on_bar < 2 ? ~PlaceSet{0} : 0;
  const auto left = [&](int moves) { return kDoubletMoves - on_bar >= moves ? ~PlaceSet{0} : 0; };
  const PlaceSet second_left = left(1);
  const PlaceSet third_left = left(2);
  const PlaceSet fourth_left = left(3);
  Shots shots;
  constexpr ShotRolls kBy = kShotRolls;
  for (std::size_t i = 0; i < kShotLanes; ++i) {
    const PlaceSet doublet = kBy.is_doublet[i];
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

/// How many checkers of `side` have yet to pass one of `other`. One on the bar is behind all
/// others.
[[gnu::always_inline]] inline int checkers_behind(SightRules rules, const Side& side,
                                                  const Side& other) {
  if ((other.occupied() & place_bit(kBar)) != 0) return side.count_on(kOnBoardOrBar);
  const PlaceSet others = mirrored(rules.movement, other.occupied());
  const PlaceSet first = others & (~others + 1);
  return side.count_on(kOnBoardOrBar & ~(2 * first - 1));  // none if there are no others
}

/// `closed` and `blots` are closed_to_own() and blots_of_opp().
[[gnu::always_inline]] inline Outlook look_out(SightRules rules, const Position& position,
                                               PlaceSet closed, PlaceSet blots) {
  Outlook outlook;
  outlook.own_behind = checkers_behind(rules, position.own, position.opp);
  outlook.opp_behind = checkers_behind(rules, position.opp, position.own);
  outlook.own_pips = position.own.pip_count();
  outlook.opp_pips = position.opp.pip_count();
  if (blots == 0) return outlook;
  const Shots shots = find_shots(position.own.occupied() & kPoints & ~position.own_pinned,
                                 position.own.count(kBar), kPoints & ~closed, blots);
  PlaceSet hit = 0;
  std::uint32_t throws = 0;
  for (std::size_t i = 0; i < kShotLanes; ++i) {
    throws += shots[i] != 0 ? kShotRolls.throws[i] : 0;
    hit |= shots[i];
  }
  outlook.throws = static_cast<int>(throws);
  for (; hit != 0; hit &= hit - 1) {
    const int point = lowest_place(hit);
    std::uint32_t throws_at = 0;
    for (std::size_t i = 0; i < kShotLanes; ++i) {
      throws_at += (shots[i] >> point & 1u) * kShotRolls.throws[i];
    }
    const int of_opp = mirror(rules.movement, point);
    outlook.shot_at |= place_bit(of_opp);
    outlook.throws_at[static_cast<std::size_t>(of_opp)] = static_cast<std::uint8_t>(throws_at);
  }
  return outlook;
}

[[gnu::always_inline]] inline Seen look(SightRules rules, const Position& position) {
  Seen seen;
  seen.closed_to_own = closed_to_own(rules, position);
  seen.closed_to_opp = closed_to_opp(rules, position);
  seen.has_blots = has_blots(rules);
  seen.blots_of_opp = blots_of_opp(rules, position);
  seen.blots_of_own = blots_of_own(rules, position);
  seen.has_outlook = has_outlook(rules);
  if (seen.has_outlook) {
    seen.outlook = look_out(rules, position, seen.closed_to_own, seen.blots_of_opp);
  }
  if (position.is_pending()) {
    seen.chain = chain_sight(rules, position, seen.closed_to_own);
  }
  return seen;
}

}  // namespace gioul
