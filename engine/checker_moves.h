// Single checker moves: legal origins for a die, the board afterwards, and whether the game ends.
// Move generation and the listing of plays are built on these.
#pragma once

#include "engine/dice.h"
#include "engine/position.h"
#include "engine/rules.h"

namespace gioul {

/// Returns what is fixed during the decision, in the numbering of the player to move.
template <Rules R>
Ground ground_of(const Position& position, [[maybe_unused]] Dice dice) {
  constexpr Axes kAxes = R::kAxes;
  Ground ground{};
  if constexpr (R::kOrderMatters) {
    ground.before = position.own;
    ground.one_number = position.is_pending() || dice.is_doublet();
  }
  const auto mine = [](PlaceSet set) { return mirrored(kAxes.movement, set); };
  ground.opp_points = mine(position.opp.occupied());
  ground.opp_has_off = (position.opp.occupied() & place_bit(kOff)) != 0;
  if constexpr (kAxes.contact == Contact::kBlock) {
    ground.open = kPoints & ~ground.opp_points;
  } else {
    const PlaceSet two = mine(position.opp.two_or_more());
    ground.open = kPoints & ~two;
    if constexpr (kAxes.contact == Contact::kHit) ground.blots = ground.opp_points & ~two;
    if constexpr (kAxes.contact == Contact::kPin) {
      ground.pinned = static_cast<PlaceSet>(position.own_pinned);
      ground.open &= ~ground.pinned;
    }
  }
  if constexpr (kAxes.mother != Mother::kNone) {
    const PlaceSet mother = position.opp.single() & place_bit(kStart);
    ground.target = mine(mother) & ~ground.pinned;
  }
  return ground;
}

/// The mover's half of the board in the middle of a decision.
struct Mover {
  Side own;
  PlaceSet hits;  // points where a checker of the opponent was hit so far
};

/// Returns the places from which a checker may move by `die`; `own` is the mover's current side.
template <Rules R>
PlaceSet origins(const Ground& ground, const Side& own, int die) {
  const PlaceSet occupied = own.occupied();
  if constexpr (R::kAxes.contact == Contact::kHit) {
    // All checkers on the bar must enter before any other moves.
    if ((occupied & place_bit(kBar)) != 0) return (ground.open << die) & place_bit(kBar);
  }
  PlaceSet result = occupied & (ground.open << die);
  if constexpr (R::kAxes.contact == Contact::kPin) result &= ~ground.pinned;
  if ((occupied & kOutside) == 0 && ground.pinned == 0) {
    const PlaceSet home = occupied & kHome;
    // From the die's own point, or from the highest one if all are below it.
    if (home >> (die + 1) != 0) {
      result |= home & place_bit(die);
    } else if (home != 0) {
      result |= place_bit(highest_place(home));
    }
  }
  if constexpr (R::kOrderMatters) result = R::movable(ground, own, result, die);
  return result;
}

/// Returns the place that a checker on `from` reaches by `die`; kOff if it is borne off.
constexpr int destination(int from, int die) { return from > die ? from - die : kOff; }

/// Returns the mover's half after one checker moves from `from` by `die`.
template <Rules R>
Mover moved(const Ground& ground, Mover mover, int from, int die) {
  const PlaceSet to = place_bit(destination(from, die));
  mover.own = mover.own.with_move(place_bit(from), to);
  if constexpr (R::kAxes.contact == Contact::kHit) mover.hits |= to & ground.blots;
  return mover;
}

/// Returns how the game ends if a checker move led to `mover`; kNone if it goes on.
template <Rules R>
Ending ending_of(const Ground& ground, const Mover& mover) {
  const PlaceSet occupied = mover.own.occupied();
  if ((occupied & kOnBoardOrBar) == 0) return ground.opp_has_off ? Ending::kWin1 : Ending::kWin2;
  if constexpr (R::kAxes.mother != Mother::kNone) {
    if ((occupied & ground.target) != 0) {
      if ((ground.pinned & place_bit(kStart)) != 0) return Ending::kTie;
      const bool start_left = (occupied & place_bit(kStart)) == 0;
      if (R::kAxes.mother == Mother::kPinWins && start_left) return Ending::kWin2;
    }
  }
  return Ending::kNone;
}

}  // namespace gioul
