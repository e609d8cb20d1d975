// The formatting half of notation.h, and start positions.
#include <cassert>
#include <string>
#include <string_view>

#include "base/error.h"
#include "engine/text/notation.h"

namespace gioul {
namespace {

void append_side(std::string& text, const Side& side) {
  for (PlaceSet rest = side.occupied(); rest != 0;) {
    const int place = highest_place(rest);
    rest &= ~place_bit(place);
    text += place == kBar ? "bar" : place == kOff ? "off" : std::to_string(place);
    text += ':';
    text += std::to_string(side.count(place));
    if (rest != 0) text += ',';
  }
}

void append_pinned(std::string& text, PlaceSet pinned) {
  if (pinned == 0) text += '-';
  while (pinned != 0) {
    const int point = highest_place(pinned);
    pinned &= ~place_bit(point);
    text += std::to_string(point);
    if (pinned != 0) text += '+';
  }
}

}  // namespace

std::string format_position(const Variant& variant, const Position& position) {
  std::string text;
  text.reserve(128);
  append_side(text, position.own);
  text += '|';
  append_side(text, position.opp);
  char separator = '|';
  const auto begin_field = [&](std::string_view name) {
    text += separator;
    text += name;
    separator = ',';
  };
  if (position.is_pending()) {
    begin_field(position.is_forfeited != 0 ? "forfeit=" : "owed=");
    text += std::to_string(position.owed_moves);
  }
  if (variant.rolls_before_chains > 0 && (position.own_roll_count != kMaxCountedRolls ||
                                          position.opp_roll_count != kMaxCountedRolls)) {
    begin_field("turns=");
    text += std::to_string(position.own_roll_count) + "/" + std::to_string(position.opp_roll_count);
  }
  if (position.own_pinned != 0 || position.opp_pinned != 0) {
    begin_field("pinned=");
    append_pinned(text, position.own_pinned);
    text += '/';
    append_pinned(text, position.opp_pinned);
  }
  return text;
}

std::string format_dice(Dice dice) {
  return std::to_string(dice.high) + "-" + std::to_string(dice.low);
}

Position start_position(const Variant& variant, int checkers) {
  if (checkers < 1 || checkers > kMaxCheckers) {
    throw InputError(std::to_string(checkers) + " checkers per side (expected 1..15)");
  }
  if (checkers != kMaxCheckers && !variant.allows_fewer_checkers) {
    throw InputError(std::to_string(checkers) + " checkers per side: " + std::string(variant.name) +
                     " needs 15");
  }
  std::string side(variant.start_checkers);
  if (checkers != kMaxCheckers) side = "24:" + std::to_string(checkers);
  Position position = parse_position(variant, side + "|" + side);
  position.own_roll_count = 0;
  position.opp_roll_count = 0;
  return position;
}

std::string_view format_ending(Ending ending) {
  switch (ending) {
    case Ending::kWin1:
      return "win=1";
    case Ending::kWin2:
      return "win=2";
    case Ending::kTie:
      return "tie";
    case Ending::kNone:
      break;
  }
  assert(false && "a play that does not end the game is written as its afterstate");
  return "";
}

}  // namespace gioul
