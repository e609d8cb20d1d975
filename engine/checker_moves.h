// Single checker moves: legal origins for a die, the board afterwards, and whether the game ends.
// Move generation and the listing of plays are built on these.
#pragma once

#include <optional>

#include "engine/dice.h"
#include "engine/position.h"
#include "engine/rules.h"

namespace gioul {

/// Computes the MoveContext of a decision: everything that stays the same while the player to move
/// makes its checker moves, such as the points where they may land.
template <GameRules R>
MoveContext make_move_context(const Position& position, [[maybe_unused]] std::optional<Dice> dice) {
  constexpr Variant kVariant = R::kVariant;
  MoveContext context{};
  if constexpr (R::kDiceOrderMatters) {
    context.initial_own = position.own;
    context.is_single_number = position.is_pending() || dice->is_doublet();
  }
  const auto mine = [](PlaceSet set) { return to_opponent_numbering(kVariant.movement, set); };
  context.opp_points = mine(position.opp.occupied());
  context.opp_has_borne_off = (position.opp.occupied() & place_bit(kOff)) != 0;
  if constexpr (kVariant.contact == ContactRule::kBlock) {
    context.open_points = kAllPoints & ~context.opp_points;
  } else {
    const PlaceSet two = mine(position.opp.multi_checker_places());
    context.open_points = kAllPoints & ~two;
    if constexpr (kVariant.contact == ContactRule::kHit)
      context.opp_blots = context.opp_points & ~two;
    if constexpr (kVariant.contact == ContactRule::kPin) {
      context.own_pinned = position.own_pinned;
      context.open_points &= ~context.own_pinned;
    }
  }
  if constexpr (kVariant.mother != MotherRule::kNone) {
    const PlaceSet mother = position.opp.single_checker_places() & place_bit(kStartPoint);
    context.exposed_mother = mine(mother) & ~context.own_pinned;
  }
  return context;
}

/// The mover's checkers in the middle of a play, after some of its checker moves.
struct MoverState {
  Side own;             // the mover's checkers
  PlaceSet hit_points;  // points where a checker of the opponent was hit so far, in the mover's
                        // numbering
};

/// Returns the places from which one checker may move by `die` pips. `own` holds the mover's
/// checkers after the checker moves so far.
template <GameRules R>
PlaceSet legal_origins(const MoveContext& context, const Side& own, int die) {
  const PlaceSet occupied = own.occupied();
  if constexpr (R::kVariant.contact == ContactRule::kHit) {
    // All checkers on the bar must enter before any other moves.
    if ((occupied & place_bit(kBar)) != 0) return (context.open_points << die) & place_bit(kBar);
  }
  PlaceSet result = occupied & (context.open_points << die);
  if constexpr (R::kVariant.contact == ContactRule::kPin) result &= ~context.own_pinned;
  if ((occupied & kOutsideHome) == 0 && context.own_pinned == 0) {
    const PlaceSet home = occupied & kHomeBoard;
    // From the die's own point, or from the highest one if all are below it.
    if (home >> (die + 1) != 0) {
      result |= home & place_bit(die);
    } else if (home != 0) {
      result |= place_bit(highest_place(home));
    }
  }
  if constexpr (R::kDiceOrderMatters) result = R::filter_origins(context, own, result, die);
  return result;
}

/// Returns the place that a checker on `from` reaches by `die` pips; kOff if it is borne off.
constexpr int destination(int from, int die) { return from > die ? from - die : kOff; }

/// Returns the state of the mover after one checker moves from place `from` by `die` pips.
template <GameRules R>
MoverState after_move(const MoveContext& context, MoverState mover, int from, int die) {
  const PlaceSet to = place_bit(destination(from, die));
  mover.own = mover.own.with_move(place_bit(from), to);
  if constexpr (R::kVariant.contact == ContactRule::kHit)
    mover.hit_points |= to & context.opp_blots;
  return mover;
}

/// Returns the way in which the game ends if a checker move led to the state `mover`; kNone if the
/// game goes on.
template <GameRules R>
Ending ending_after(const MoveContext& context, const MoverState& mover) {
  const PlaceSet occupied = mover.own.occupied();
  if ((occupied & kOnBoardOrBar) == 0)
    return context.opp_has_borne_off ? Ending::kWin1 : Ending::kWin2;
  if constexpr (R::kVariant.mother != MotherRule::kNone) {
    if ((occupied & context.exposed_mother) != 0) {
      if ((context.own_pinned & place_bit(kStartPoint)) != 0) return Ending::kTie;
      const bool start_left = (occupied & place_bit(kStartPoint)) == 0;
      if (R::kVariant.mother == MotherRule::kPinWins && start_left) return Ending::kWin2;
    }
  }
  return Ending::kNone;
}

}  // namespace gioul
