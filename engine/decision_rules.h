// Computes which dice a decision may play, and what follows it: the next player, moves owed or
// forfeited in a chain, hits and pins.
#pragma once

#include "engine/checker_moves.h"
#include "engine/dice.h"
#include "engine/position.h"
#include "engine/rules.h"

namespace gioul {

/// The dice still to be played in a decision: `moves` of `high`, or one each of `high` and `low`.
struct Allowance {
  int high;
  int low;    // 0 if the decision is about one number
  int moves;  // maximum number of checker moves

  constexpr bool is_one_number() const { return low == 0; }
};

/// Returns what is played in a decision: the pending number, or the roll.
constexpr Allowance allowance_of(const Position& position, Dice dice) {
  if (position.is_pending()) {
    const auto owed = static_cast<int>(position.owed);
    return {chain_number(owed), 0, chain_moves_left(owed)};
  }
  if (dice.is_doublet()) return {dice.high, 0, kDoubletMoves};
  return {dice.high, dice.low, 2};
}

/// The part of an afterstate that all plays with the same number of checker moves share.
struct Frame {
  Position position;  // for the next player; the mover's half is still that before the moves
  bool passes;        // the mover's half is `opp`
};

namespace detail {

/// Chains (rules, sections 3.1 to 3.5) after `used` checker moves of the number to be played.
template <Rules R>
Frame chain_frame(const Position& position, int owed, int used) {
  Frame frame{position, true};
  const auto pend = [&](int left, bool forfeited) {
    frame.position.owed = static_cast<unsigned>(left) & 31u;
    frame.position.forfeited = left != 0 && forfeited ? 1 : 0;
  };
  const bool complete = used == chain_moves_left(owed);
  if (position.forfeited != 0) {
    frame.passes = false;
    pend(complete ? owed - used : 0, true);
  } else if (complete) {
    frame.passes = owed == used;
    pend(owed - used, false);
  } else {
    pend(R::kAxes.unfinished == Unfinished::kForfeited ? owed - used : 0, true);
  }
  return frame;
}

}  // namespace detail

/// Returns the header of the afterstates reached by `used` checker moves.
template <Rules R>
Frame frame_after(const Position& position, Dice dice, int used) {
  Frame frame{position, true};
  if constexpr (R::kAxes.doublets == Doublets::kChain) {
    auto owed = static_cast<int>(position.owed);
    if (owed == 0 && dice.is_doublet() && rolls_chain(R::kAxes, position)) {
      owed = chain_length(dice.high);
    }
    if (owed != 0) frame = detail::chain_frame<R>(position, owed, used);
  }
  if constexpr (R::kAxes.plain_rolls > 0) {
    static_assert(R::kAxes.plain_rolls == kRollsCounted);
    const bool rolled = !position.is_pending();
    if (rolled && position.own_rolls < kRollsCounted) {
      frame.position.own_rolls = (position.own_rolls + 1u) & 3u;
    }
  }
  if (frame.passes) frame.position = frame.position.flipped();
  return frame;
}

/// Applies the moves to the opponent's checkers: sends hit ones to the bar and marks pinned ones.
template <Rules R>
void settle_contact([[maybe_unused]] const Ground& ground, [[maybe_unused]] const Mover& mover,
                    [[maybe_unused]] bool passes, [[maybe_unused]] Position& next) {
  constexpr Axes kAxes = R::kAxes;
  if constexpr (kAxes.contact == Contact::kHit) {
    Side& opp = passes ? next.own : next.opp;
    for (PlaceSet rest = mover.hits; rest != 0; rest &= rest - 1) {
      const int point = mirror(kAxes.movement, lowest_place(rest));
      opp = opp.with_move(place_bit(point), place_bit(kBar));
    }
  } else if constexpr (kAxes.contact == Contact::kPin) {
    const PlaceSet pins = mover.own.occupied() & ground.opp_points & ~ground.pinned;
    const PlaceSet seen_by_opp = mirrored(kAxes.movement, pins);
    if (passes) {
      next.own_pinned = seen_by_opp & kPoints;
    } else {
      next.opp_pinned = seen_by_opp & kPoints;
    }
  }
}

/// Writes the afterstate to `next`.
template <Rules R>
void write_afterstate(const Frame& frame, const Ground& ground, const Mover& mover,
                      Position& next) {
  next = frame.position;
  (frame.passes ? next.opp : next.own) = mover.own;
  settle_contact<R>(ground, mover, frame.passes, next);
}

}  // namespace gioul
