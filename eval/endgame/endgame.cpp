#include "eval/endgame/endgame.h"

#include <algorithm>

#include "engine/games/game.h"
#include "eval/endgame/bearoff.h"

namespace gioul {

EndgameTables::EndgameTables(Game game, TablesByKind tables)
    : game_(game), tables_(std::move(tables)) {}

bool EndgameTables::may_contain_afterstate(const Position& before) const {
  if ((before.opp.occupied() & kOutsideHome) == 0 &&
      before.own.count_on(kOutsideHome) <= kDoubletMoves)
    return true;
  if (tables_.few_checkers == nullptr || !has_off(before.opp)) return false;
  const int few = tables_.few_checkers->max_checkers();
  return checkers_left(before.opp) <= few && checkers_left(before.own) <= few + kDoubletMoves;
}

std::optional<EndgameValue> EndgameTables::look_up(const Position& position) const {
  // The tables are only for positions after the first rolls that some games count.
  if (position.own_roll_count < game_.variant().rolls_before_chains ||
      position.opp_roll_count < game_.variant().rolls_before_chains)
    return {};
  const bool bearoff = is_bearoff(position);
  if (has_off(position.own) && has_off(position.opp)) {
    const int most_checkers = std::max(checkers_left(position.own), checkers_left(position.opp));
    if (bearoff && tables_.two_sided != nullptr &&
        most_checkers <= tables_.two_sided->max_checkers()) {
      const double win = tables_.two_sided->win_probability(position);
      return EndgameValue{{0.0, 1.0 - win, 0.0, win, 0.0}, EndgameKind::kTwoSided};
    }
    if (tables_.few_checkers != nullptr && most_checkers <= tables_.few_checkers->max_checkers()) {
      return EndgameValue{tables_.few_checkers->value(position), EndgameKind::kFewCheckers};
    }
  }
  if (!bearoff || tables_.one_sided == nullptr) return {};
  return EndgameValue{tables_.one_sided->value(position), EndgameKind::kOneSided};
}

}  // namespace gioul
