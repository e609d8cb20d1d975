// Computes which dice a decision may play and what follows the decision: the next player, moves
// owed or forfeited in a chain, hits and pins.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/checker_moves.h"
#include "engine/dice.h"
#include "engine/position.h"
#include "engine/rules.h"

namespace gioul {

/// The dice that may be played in a decision. A roll of two numbers gives one checker move by each.
/// After a doublet or in a chain, `low` is 0, and up to `max_moves` checker moves are by `high`.
struct AvailableDice {
  int high;       // the only number to be played, or the higher one of two
  int low;        // 0 if only one number is to be played
  int max_moves;  // maximum number of checker moves

  /// Returns true if all checker moves of the decision are by the same number.
  constexpr bool is_single_number() const { return low == 0; }
};

/// Returns the dice that may be played in a decision: the next number of the chain if moves are
/// owed, else the roll, which must then be set.
constexpr AvailableDice available_dice(const Position& position, std::optional<Dice> dice) {
  if (position.is_pending()) {
    const int owed = position.owed_moves;
    return {next_chain_number(owed), 0, moves_left_of_number(owed)};
  }
  if (dice->is_doublet()) return {dice->high, 0, kDoubletMoves};
  return {dice->high, dice->low, 2};
}

/// The part of an afterstate that is the same for all plays with the same number of checker moves:
/// next player, owed moves, roll counts. The checkers are still those before the play;
/// write_afterstate() puts in the mover's checkers, hits and pins.
struct AfterstateSkeleton {
  Position position;  // for the next player; the mover's checkers are still those before the play
  bool opponent_acts_next;  // the next player is the opponent; the mover's checkers are then
                            // `position.opp`
};

namespace detail {

/// Returns the AfterstateSkeleton after `used` checker moves of a chain in which `owed` moves were
/// left (rules, sections 3.1 to 3.5). Its position is still from the viewpoint of the mover, even
/// if the opponent is the next player.
template <GameRules R>
AfterstateSkeleton make_chain_afterstate_skeleton(const Position& position, int owed, int used) {
  AfterstateSkeleton skeleton{position, true};
  const auto set_owed = [&](int left, bool forfeited) {
    skeleton.position.owed_moves = static_cast<std::uint8_t>(left);
    skeleton.position.is_forfeited = left != 0 && forfeited ? 1 : 0;
  };
  const bool complete = used == moves_left_of_number(owed);
  if (position.is_forfeited != 0) {
    skeleton.opponent_acts_next = false;
    set_owed(complete ? owed - used : 0, true);
  } else if (complete) {
    skeleton.opponent_acts_next = owed == used;
    set_owed(owed - used, false);
  } else {
    set_owed(R::kVariant.unfinished_chain == UnfinishedChainRule::kForfeited ? owed - used : 0,
             true);
  }
  return skeleton;
}

}  // namespace detail

/// Returns the AfterstateSkeleton of all plays of `used` checker moves in this decision.
template <GameRules R>
AfterstateSkeleton make_afterstate_skeleton(const Position& position, std::optional<Dice> dice,
                                            int used) {
  AfterstateSkeleton skeleton{position, true};
  if constexpr (R::kVariant.doublets == DoubletRule::kChain) {
    int owed = position.owed_moves;
    if (owed == 0 && dice->is_doublet() && doublet_starts_chain(R::kVariant, position)) {
      owed = chain_length(dice->high);
    }
    if (owed != 0) skeleton = detail::make_chain_afterstate_skeleton<R>(position, owed, used);
  }
  if constexpr (R::kVariant.rolls_before_chains > 0) {
    static_assert(R::kVariant.rolls_before_chains == kMaxCountedRolls);
    if (!position.is_pending() && position.own_roll_count < kMaxCountedRolls) {
      ++skeleton.position.own_roll_count;
    }
  }
  if (skeleton.opponent_acts_next) skeleton.position = skeleton.position.flipped();
  return skeleton;
}

/// Updates the opponent's checkers in the afterstate `next`, in which the mover's checkers `mover`
/// are already placed: moves hit checkers to the bar and marks pinned ones.
template <GameRules R>
void apply_hits_and_pins([[maybe_unused]] const MoveContext& context,
                         [[maybe_unused]] const MoverState& mover,
                         [[maybe_unused]] bool opponent_acts_next,
                         [[maybe_unused]] Position& next) {
  constexpr Variant kVariant = R::kVariant;
  if constexpr (kVariant.contact == ContactRule::kHit) {
    Side& opp = opponent_acts_next ? next.own : next.opp;
    for (PlaceSet rest = mover.hit_points; rest != 0; rest &= rest - 1) {
      const int point = opponent_point(kVariant.movement, lowest_place(rest));
      opp = opp.with_move(place_bit(point), place_bit(kBar));
    }
  } else if constexpr (kVariant.contact == ContactRule::kPin) {
    const PlaceSet pins = mover.own.occupied() & context.opp_points & ~context.own_pinned;
    (opponent_acts_next ? next.own_pinned : next.opp_pinned) =
        to_opponent_numbering(kVariant.movement, pins);
  }
}

/// Writes to `next` the afterstate of a play that led to the checkers `mover`: `skeleton` with
/// these checkers and their hits and pins.
template <GameRules R>
void write_afterstate(const AfterstateSkeleton& skeleton, const MoveContext& context,
                      const MoverState& mover, Position& next) {
  next = skeleton.position;
  (skeleton.opponent_acts_next ? next.opp : next.own) = mover.own;
  apply_hits_and_pins<R>(context, mover, skeleton.opponent_acts_next, next);
}

}  // namespace gioul
