// The rules of a game as compile-time constants (Variant), and hooks: functions for rules that are
// not constants. Move generation, game flow and notation are written once, as templates over these.
#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>

#include "engine/position.h"

namespace gioul {

/// The direction in which the players move: opposite ones (kContrary) or the same one (kParallel).
enum class Movement : std::uint8_t { kContrary, kParallel };

/// The effect of checkers of the opponent on a checker that would land on their point.
enum class ContactRule : std::uint8_t {
  kBlock,  // one checker blocks a point
  kHit,    // two checkers block a point; a single one is hit and goes to the bar
  kPin     // two checkers block a point; a single one is pinned under the checker that lands on it
};

/// The checker moves that a doublet n gives: four of n (kPlain), or a chain of four each of n, n+1,
/// ..., 6 (kChain).
enum class DoubletRule : std::uint8_t { kPlain, kChain };

/// The rule for moves of a chain that the roller could not make: the opponent plays them
/// (kForfeited), or they are lost (kLost).
enum class UnfinishedChainRule : std::uint8_t { kForfeited, kLost };

/// The effect of pinning the mother, a player's last checker on the start point (Plakoto).
/// kPinWins: a player who pins the opponent's mother wins if none of its own checkers is left on
/// its own start; two pinned mothers are a tie. kBothPinnedTie: only two pinned mothers end the
/// game, as a tie.
enum class MotherRule : std::uint8_t { kNone, kPinWins, kBothPinnedTie };

/// The constants that define the rules of a game. A game sets only those that differ from the
/// defaults.
struct Variant {
  std::string_view name;        // name of the game, such as "gul-bara"
  std::string_view alias = {};  // another name of the game, such as "crazy-narde"; "" if none
  Movement movement = Movement::kContrary;
  ContactRule contact = ContactRule::kBlock;
  DoubletRule doublets = DoubletRule::kPlain;
  UnfinishedChainRule unfinished_chain = UnfinishedChainRule::kForfeited;
  int rolls_before_chains = 0;  // a player's first rolls, 0..3, whose doublets start no chain
  MotherRule mother = MotherRule::kNone;
  /// The checkers of each side at the start, as POINT:CHECKERS.
  std::string_view start_checkers = "24:15";
  bool allows_fewer_checkers = true;  // the game can be played with 1..14 checkers per side
  /// Returns why a well-formed position cannot occur in the game, or "". Null if all can.
  std::string_view (*illegal_reason)(const Position&) = nullptr;
};

/// The way in which a play ends the game, for the player who made it: a win of 1 or 2 points or a
/// tie; kNone if the game goes on. No player can lose by its own play.
enum class Ending : std::uint8_t { kNone, kWin1, kWin2, kTie };

/// Everything that stays the same while a player (the mover) makes the checker moves of one
/// decision, in the numbering of the mover. Open points are part of it: a hit, or the release of a
/// pinned checker, opens no point before the next decision.
struct MoveContext {
  PlaceSet open_points;     // points where the mover may land
  PlaceSet opp_blots;       // single checkers of the opponent that a landing hits (Portes)
  PlaceSet opp_points;      // points with checkers of the opponent
  PlaceSet own_pinned;      // points of own pinned checkers, which cannot move
  PlaceSet exposed_mother;  // the opponent's start if its mother is there and pins no checker
  bool opp_has_borne_off;   // the opponent has borne off, so no gammon is possible
  Side initial_own;         // the mover's side before the decision; set only if kDiceOrderMatters
  bool is_single_number;    // all moves are by one number; set only if kDiceOrderMatters
};

/// The default hooks, for games whose legal plays follow from MoveContext alone. Such games get the
/// fast move generator. Games that set kDiceOrderMatters get a slower one, which tries all orders
/// of the dice and calls the functions below.
struct DefaultRules {
  /// True if plays with the same checker moves in another order of the dice may have other
  /// afterstates or be illegal.
  static constexpr bool kDiceOrderMatters = false;

  /// Returns the subset of `origins` from which a checker may move by `die` pips when the mover's
  /// checkers are `now`. `origins` excludes moves to blocked points.
  static PlaceSet filter_origins(const MoveContext& /*context*/, const Side& /*now*/,
                                 PlaceSet origins, int /*die*/) {
    return origins;
  }

  /// Returns true if a play to this afterstate is illegal whenever another play leads to an
  /// afterstate for which this function returns false. `own_after` is the side of the mover after
  /// the play.
  static bool forbidden_if_avoidable(const Side& /*own_after*/, const Side& /*opp*/) {
    return false;
  }
};

/// The requirements on a type that holds the rules of a game: a Variant and the hooks of
/// DefaultRules.
template <typename R>
concept GameRules = requires(const MoveContext& context, const Side& side, PlaceSet set, int die) {
  { R::kVariant } -> std::convertible_to<const Variant&>;
  { R::kDiceOrderMatters } -> std::convertible_to<bool>;
  { R::filter_origins(context, side, set, die) } -> std::same_as<PlaceSet>;
  { R::forbidden_if_avoidable(side, side) } -> std::same_as<bool>;
};

/// Converts a point 1..24 to the opponent's numbering.
constexpr int opponent_point(Movement movement, int p) {
  if (movement == Movement::kContrary) return 25 - p;
  return p > 12 ? p - 12 : p + 12;
}

/// Converts a set of points to the opponent's numbering; off and bar are dropped.
constexpr PlaceSet to_opponent_numbering(Movement movement, PlaceSet set) {
  set &= kAllPoints;
  if (movement == Movement::kParallel) return (set >> 12 | set << 12) & kAllPoints;
  // Reversing 32 bits maps p to 31 - p; a shift by six gives 25 - p.
  set = (set >> 1 & 0x55555555u) | (set & 0x55555555u) << 1;
  set = (set >> 2 & 0x33333333u) | (set & 0x33333333u) << 2;
  set = (set >> 4 & 0x0F0F0F0Fu) | (set & 0x0F0F0F0Fu) << 4;
  return __builtin_bswap32(set) >> 6;
}

/// Returns true if a doublet rolled by the player to move starts a chain.
constexpr bool doublet_starts_chain(const Variant& variant, const Position& position) {
  return variant.doublets == DoubletRule::kChain &&
         position.own_roll_count >= variant.rolls_before_chains;
}

/// Returns true if the player who decided at `before` also makes the next decision: within a chain,
/// or after playing the forfeited moves of the opponent (notation, section 3). The play from
/// `before` to `afterstate` must not end the game.
constexpr bool mover_acts_next(const Position& before, const Position& afterstate) {
  if (before.owed_moves != 0 && before.is_forfeited != 0) return true;
  return afterstate.owed_moves != 0 && afterstate.is_forfeited == 0;
}

}  // namespace gioul
