#include "nn/encode/slots.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace gioul {
namespace {

using testing::ElementsAre;

std::string text(Slot slot, int value) {
  return std::to_string(static_cast<int>(slot.kind)) + ":" + std::to_string(slot.index) + "=" +
         std::to_string(value);
}

Position full_position() {
  Position p{};
  p.own.set_count(24, 13);
  p.own.set_count(kOff, 2);
  p.opp.set_count(7, 15);
  p.own_pinned = place_bit(24);
  p.opp_pinned = place_bit(7) | place_bit(9);
  p.owed = 10;
  p.forfeited = 1;
  p.own_rolls = 3;
  p.opp_rolls = 2;
  return p;
}

TEST(Slots, PositionIsReadInTheOrderOfTheTable) {
  std::vector<std::string> seen;
  visit_slots(full_position(), [&](Slot slot, int value) { seen.push_back(text(slot, value)); });
  EXPECT_THAT(seen, ElementsAre("0:0=2", "0:24=13", "1:7=15", "2:24=1", "3:7=1", "3:9=1", "4:0=35",
                                "5:0=11"));
}

TEST(Slots, ValuesStayBelowTheNumberThatTheTableSays) {
  Position p = full_position();
  p.owed = kMaxOwed;
  p.own_rolls = p.opp_rolls = kRollsCounted;
  visit_slots(p, [](Slot slot, int value) {
    EXPECT_LT(slot.index, group_of(slot.kind).slots);
    EXPECT_LT(value, group_of(slot.kind).values);
  });
}

TEST(Slots, OnlyWhatOnePositionHasIsGainedOrLost) {
  const Position from = full_position();
  Position to = from;
  to.own_pinned = 0;
  to.opp_pinned = place_bit(9) | place_bit(3);
  std::vector<std::string> gained;
  std::vector<std::string> lost;
  visit_changed_slots(
      from, to, [&](Slot slot, int value) { gained.push_back(text(slot, value)); },
      [&](Slot slot, int value) { lost.push_back(text(slot, value)); });
  EXPECT_THAT(gained, ElementsAre("3:3=1"));
  EXPECT_THAT(lost, ElementsAre("2:24=1", "3:7=1"));
}

}  // namespace
}  // namespace gioul
