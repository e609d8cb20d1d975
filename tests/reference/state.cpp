#include "tests/reference/state.h"

#include <cstdint>
#include <utility>

namespace gioul::reference {
namespace {

Checkers checkers_of(const Side& side, std::uint64_t pinned) {
  Checkers checkers;
  for (std::size_t place = kOff; place <= kBar; ++place) {
    checkers.on[place] = static_cast<std::uint8_t>(side.count(static_cast<int>(place)));
    checkers.pinned[place] = static_cast<std::uint8_t>(pinned >> place & 1u);
  }
  return checkers;
}

Side side_of(const Checkers& checkers) {
  Side side{};
  for (std::size_t place = kOff; place <= kBar; ++place) {
    side.set_count(static_cast<int>(place), checkers.on[place]);
  }
  return side;
}

std::uint32_t pins_of(const Checkers& checkers) {
  std::uint32_t pins = 0;
  for (std::size_t place = kOff; place <= kBar; ++place) {
    if (checkers.pinned[place] != 0) pins |= 1u << place;
  }
  return pins;
}

}  // namespace

Board board_of(const Position& position) {
  return {checkers_of(position.own, position.own_pinned),
          checkers_of(position.opp, position.opp_pinned)};
}

Duty duty_of(const Position& position) {
  return {position.owed_moves, position.is_forfeited != 0, position.own_roll_count,
          position.opp_roll_count};
}

Position position_of(const Board& board, const Duty& duty, ToAct to_act) {
  Board seen = board;
  std::size_t own_rolls = duty.my_rolls;
  std::size_t opp_rolls = duty.their_rolls;
  if (to_act == ToAct::kOther) {
    std::swap(seen.mine, seen.theirs);
    std::swap(own_rolls, opp_rolls);
  }
  Position position{};
  position.own = side_of(seen.mine);
  position.opp = side_of(seen.theirs);
  position.own_pinned = pins_of(seen.mine) & 0x3FFFFFFu;
  position.opp_pinned = pins_of(seen.theirs) & 0x3FFFFFFu;
  position.owed_moves = duty.owed & 31u;
  position.is_forfeited = duty.forfeited ? 1u : 0u;
  position.own_roll_count = own_rolls & 3u;
  position.opp_roll_count = opp_rolls & 3u;
  return position;
}

}  // namespace gioul::reference
