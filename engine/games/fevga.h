// Fevga and its Turkish preset Moultezim (rules, section 6): parallel movement, one checker blocks
// a point, no chains, and three rules that depend on the whole side:
//
// 1. Runner: until one checker has passed the opponent's start (own point <= 11), only the leading
//    checker may move.
// 2. Fevga: a player may never hold all six points of its own start table (19..24). Moultezim: a
//    player may never hold more than four points of the opponent's start table (own 7..12).
// 3. A play may not leave all remaining checkers of the opponent on the one point directly behind
//    six held points in a row, unless every play does.
#pragma once

#include <bit>
#include <string_view>

#include "engine/rules.h"

namespace gioul {

namespace fevga {

/// Off and points 1..11, which are past the opponent's start.
inline constexpr PlaceSet kPastOpponentStart = 0x00000FFFu;
/// Points 19..24, the player's own start table.
inline constexpr PlaceSet kOwnStartTable = 0x01F80000u;
/// Points 7..12, the opponent's start table.
inline constexpr PlaceSet kOpponentStartTable = 0x00001F80u;
/// Maximum number of points that a player may hold in the opponent's start table (Moultezim).
inline constexpr int kMoultezimMaxPoints = 4;

/// Applies rule 1 (runner): returns the places of `origins` from which a checker may move. Until a
/// checker has passed the opponent's start, only the leading checker, on the lowest point, may
/// move. Nothing can be borne off before that.
constexpr PlaceSet restrict_to_runner(const Side& now, PlaceSet origins) {
  const PlaceSet occupied = now.occupied();
  if ((occupied & kPastOpponentStart) != 0) return origins;
  return origins & occupied & (~occupied + 1);
}

/// Returns true if a checker of `side` has passed the opponent's start (own point <= 11).
constexpr bool has_passed_opponent_start(const Side& side) {
  return (side.occupied() & kPastOpponentStart) != 0;
}

/// Returns true if at least two checkers of `side` have left the start.
constexpr bool has_moved_two_checkers_off_start(const Side& side) {
  return side.total() - side.count(kStartPoint) > 1;
}

/// Returns why rule 1 (runner) excludes the position, or "". It does if neither player has a
/// checker past the opponent's start, but one has moved two checkers off its own start. Once a
/// player has passed, no position is excluded: only two players that are both held by rule 1 could
/// be stuck forever.
constexpr std::string_view runner_rule_violation(const Position& position) {
  const bool is_excluded = !has_passed_opponent_start(position.own) &&
                           !has_passed_opponent_start(position.opp) &&
                           (has_moved_two_checkers_off_start(position.own) ||
                            has_moved_two_checkers_off_start(position.opp));
  return is_excluded ? "a second checker has left the 24-point before anyone has passed point 12 "
                       "(expected all but one on it)"
                     : "";
}

/// The hooks that Fevga and Moultezim share.
struct CommonRules {
  static constexpr bool kDiceOrderMatters = true;

  /// Applies rule 3 (DefaultRules::forbidden_if_avoidable()): returns true if all remaining
  /// checkers of `opp` are on one point, and `own_after` holds the six points directly ahead of it.
  static bool forbidden_if_avoidable(const Side& own_after, const Side& opp) {
    const PlaceSet rest = opp.occupied() & kOnBoardOrBar;
    if ((rest & (rest - 1)) != 0) return false;
    const int point = highest_place(rest);
    if (point <= 6) return false;  // fewer than six points are ahead of it
    const PlaceSet prime = PlaceSet{0x3F} << (point - 6);
    return (to_opponent_numbering(Movement::kParallel, own_after.occupied()) & prime) == prime;
  }
};

}  // namespace fevga

/// The rules of Fevga.
struct Fevga : fevga::CommonRules {
  /// Applies rules 1 and 2; see DefaultRules::filter_origins().
  static PlaceSet filter_origins(const MoveContext& /*context*/, const Side& now, PlaceSet origins,
                                 int die) {
    origins = fevga::restrict_to_runner(now, origins);
    const PlaceSet missing = fevga::kOwnStartTable & ~now.occupied();
    if ((missing & (missing - 1)) != 0) return origins;
    // Landing on the one missing point fills the table, unless the moving checker leaves another
    // point empty.
    return origins & ~((missing << die) & now.multi_checker_places());
  }

  /// Returns why the position breaks rule 1 or 2, or "".
  static std::string_view illegal_reason(const Position& position) {
    for (const Side* side : {&position.own, &position.opp}) {
      if ((side->occupied() & fevga::kOwnStartTable) == fevga::kOwnStartTable) {
        return "all six points 19..24 are held by one player (expected at most five)";
      }
    }
    return fevga::runner_rule_violation(position);
  }

  static constexpr Variant kVariant = {
      .name = "fevga", .movement = Movement::kParallel, .illegal_reason = &Fevga::illegal_reason};
};

/// The rules of Moultezim.
struct Moultezim : fevga::CommonRules {
  /// Applies rules 1 and 2; see DefaultRules::filter_origins().
  static PlaceSet filter_origins(const MoveContext& /*context*/, const Side& now, PlaceSet origins,
                                 int die) {
    origins = fevga::restrict_to_runner(now, origins);
    const PlaceSet held = now.occupied() & fevga::kOpponentStartTable;
    if (std::popcount(held) < fevga::kMoultezimMaxPoints) return origins;
    // A new point there is one too many, unless the moving checker leaves another one empty.
    const PlaceSet fresh = (fevga::kOpponentStartTable & ~held) << die;
    return origins & ~(fresh & ~(held & now.single_checker_places()));
  }

  /// Returns why the position breaks rule 1 or 2, or "".
  static std::string_view illegal_reason(const Position& position) {
    for (const Side* side : {&position.own, &position.opp}) {
      if (std::popcount(side->occupied() & fevga::kOpponentStartTable) >
          fevga::kMoultezimMaxPoints) {
        return "more than four of the points 7..12 are held by one player (expected at most four)";
      }
    }
    return fevga::runner_rule_violation(position);
  }

  static constexpr Variant kVariant = {.name = "moultezim",
                                       .movement = Movement::kParallel,
                                       .illegal_reason = &Moultezim::illegal_reason};
};

}  // namespace gioul
