// What a checker can do next, by the game's own rules of contact: which of the six points ahead of
// it are closed and, in a chain, how far its numbers can be played. No sum over places says it, as
// it is of two sides at once.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

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
  ChainSight chain;
};

/// Points of `side` that are closed to the other player, in the numbering of `side`.
inline PlaceSet held_points(SightRules rules, const Side& side) {
  if (rules.contact == Contact::kBlock) return side.occupied() & kPoints;
  return side.two_or_more() & kPoints;
}

/// How many checkers of `side` stand on `places`.
inline int checkers_on(const Side& side, PlaceSet places) {
  return std::popcount(side.planes[0] & places) + 2 * std::popcount(side.planes[1] & places) +
         4 * std::popcount(side.planes[2] & places) + 8 * std::popcount(side.planes[3] & places);
}

/// `position` is pending.
inline ChainSight chain_sight(SightRules rules, const Position& position, PlaceSet closed_to_own) {
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
      moves += checkers_on(own, from & movable);
    }
    sight.moves[static_cast<std::size_t>(number)] =
        static_cast<std::uint8_t>(std::min(moves, kMost) + kMost);
    left = kDoubletMoves;
  }
  return sight;
}

/// Points where the player to act may not land, in his numbering.
inline PlaceSet closed_to_own(SightRules rules, const Position& position) {
  return mirrored(rules.movement, held_points(rules, position.opp)) | position.own_pinned;
}

/// The same for the opponent, in the opponent's numbering.
inline PlaceSet closed_to_opp(SightRules rules, const Position& position) {
  return mirrored(rules.movement, held_points(rules, position.own)) | position.opp_pinned;
}

/// Whether a checker alone on a point is a blot: one that can be hit, or pinned.
constexpr bool has_blots(SightRules rules) { return rules.contact != Contact::kBlock; }

/// Blots of the opponent, in the numbering of the player to act. Who pins is none: he holds the
/// point.
inline PlaceSet blots_of_opp(SightRules rules, const Position& position) {
  if (!has_blots(rules)) return 0;
  return mirrored(rules.movement, position.opp.single() & kPoints) & ~position.own_pinned;
}

/// Blots of the player to act, in the opponent's numbering.
inline PlaceSet blots_of_own(SightRules rules, const Position& position) {
  if (!has_blots(rules)) return 0;
  return mirrored(rules.movement, position.own.single() & kPoints) & ~position.opp_pinned;
}

inline Seen look(SightRules rules, const Position& position) {
  Seen seen;
  seen.closed_to_own = closed_to_own(rules, position);
  seen.closed_to_opp = closed_to_opp(rules, position);
  seen.has_blots = has_blots(rules);
  seen.blots_of_opp = blots_of_opp(rules, position);
  seen.blots_of_own = blots_of_own(rules, position);
  if (position.is_pending()) {
    seen.chain = chain_sight(rules, position, seen.closed_to_own);
  }
  return seen;
}

}  // namespace gioul
