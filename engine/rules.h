// What distinguishes one game from another: its axes, as constants, and the few hooks where a rule
// is no constant. Everything else (move generation, game flow, notation) is written once over
// these.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <string_view>

#include "engine/position.h"

namespace gioul {

enum class Movement : std::uint8_t { kContrary, kParallel };

/// What a single enemy checker means to a checker that lands on it.
enum class Contact : std::uint8_t {
  kBlock,  // one checker holds a point
  kHit,    // two hold it, a single one goes to the bar
  kPin     // two hold it, a single one is pinned under the other
};

/// What a doublet n is worth: the number four times, or the chain n, n+1, ... 6, four times each.
enum class Doublets : std::uint8_t { kPlain, kChain };

/// What happens to the part of a chain that its roller could not play.
enum class Unfinished : std::uint8_t { kForfeited, kLost };

/// What the last checker on its own start (the mother) decides when it is pinned.
enum class Mother : std::uint8_t { kNone, kPinWins, kBothPinnedTie };

/// The axes of a game. A game names only those in which it differs from the defaults.
struct Axes {
  std::string_view name;
  std::string_view alias = {};
  Movement movement = Movement::kContrary;
  Contact contact = Contact::kBlock;
  Doublets doublets = Doublets::kPlain;
  Unfinished unfinished = Unfinished::kForfeited;
  int plain_rolls = 0;  // of each player's first rolls, those in which a doublet is no chain (0..3)
  Mother mother = Mother::kNone;
  std::string_view start = "24:15";  // both sides, as in position text
  bool fewer_checkers = true;        // can it be played with 1..14 checkers?
  /// Why this well-formed board can't occur in the game, or empty if it can.
  std::string_view (*refuse)(const Position&) = nullptr;
};

/// How a game can end at a checker move, seen by the player who made it. Nobody loses by his own
/// checker move in any of the games.
enum class Ending : std::uint8_t { kNone, kWin1, kWin2, kTie };

/// What stays as it is while a player makes the checker moves of one decision, in his numbering.
/// Hitting or unpinning never changes which points are closed to the mover: a point with one enemy
/// checker is open before and after, one with two or more stays closed.
struct Ground {
  PlaceSet open;        // points where the mover may land
  PlaceSet blots;       // single enemy checkers that a landing hits (Portes)
  PlaceSet opp_points;  // points with enemy checkers
  PlaceSet pinned;      // own pinned checkers, immobile
  PlaceSet target;      // the opponent's mother if it stands alone on his start, unpinned or not
  bool opp_has_off;     // the opponent has borne off: no gammon any more
  Side before;          // his side when the decision began; only in games with hooks, as the next:
  bool one_number;      // a doublet or a pending number, not two different dice
};

/// Hooks of games whose lawful plays are no function of static masks. Games without such rules
/// inherit these and get the fast generator; a game that sets kOrderMatters gets the one that tries
/// every order of the dice.
struct NoHooks {
  static constexpr bool kOrderMatters = false;

  /// The subset of `origins` that may move by `die`, in the middle of a decision that has led to
  /// `now`. Targets that the opponent closes are already left out.
  static PlaceSet movable(const Ground& /*ground*/, const Side& /*now*/, PlaceSet origins,
                          int /*die*/) {
    return origins;
  }

  /// A play that leads to an objectionable afterstate is unlawful while another does not.
  static bool objectionable(const Side& /*own_after*/, const Side& /*opp*/) { return false; }
};

template <typename R>
concept Rules = requires(const Ground& ground, const Side& side, PlaceSet set, int die) {
  { R::kAxes } -> std::convertible_to<const Axes&>;
  { R::kOrderMatters } -> std::convertible_to<bool>;
  { R::movable(ground, side, set, die) } -> std::same_as<PlaceSet>;
  { R::objectionable(side, side) } -> std::same_as<bool>;
};

/// The opponent's number for my point p, 1..24.
constexpr int mirror(Movement movement, int p) {
  if (movement == Movement::kContrary) return 25 - p;
  return p > 12 ? p - 12 : p + 12;
}

/// A set of points in the other player's numbering; off and bar are dropped.
constexpr PlaceSet mirrored(Movement movement, PlaceSet set) {
  set &= kPoints;
  if (movement == Movement::kParallel) return (set >> 12 | set << 12) & kPoints;
  // Reversing 32 bits maps p to 31 - p; six to the right makes that 25 - p.
  set = (set >> 1 & 0x55555555u) | (set & 0x55555555u) << 1;
  set = (set >> 2 & 0x33333333u) | (set & 0x33333333u) << 2;
  set = (set >> 4 & 0x0F0F0F0Fu) | (set & 0x0F0F0F0Fu) << 4;
  return __builtin_bswap32(set) >> 6;
}

/// True if a doublet that the player to act rolls here starts a chain.
constexpr bool rolls_chain(const Axes& axes, const Position& position) {
  return axes.doublets == Doublets::kChain &&
         static_cast<int>(position.own_rolls) >= axes.plain_rolls;
}

/// Who acts after a decision: the mover again after playing forfeited numbers and inside his own
/// chain, else the other player (notation, section 3). Not for plays that end the game.
constexpr bool mover_acts_again(const Position& before, const Position& afterstate) {
  if (before.owed != 0 && before.forfeited != 0) return true;
  return afterstate.owed != 0 && afterstate.forfeited == 0;
}

}  // namespace gioul
