#include "nn/encode/features.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace gioul {
namespace {

using testing::ElementsAre;

constexpr FeatureRules kRules = {.contact = ContactRule::kPin, .movement = Movement::kContrary};

std::string text(Feature feature, int value) {
  return std::to_string(static_cast<int>(feature.kind)) + ":" +
         std::to_string(feature.index_in_kind) + "=" + std::to_string(value);
}

Position full_position() {
  Position p{};
  p.own.set_count(24, 13);
  p.own.set_count(kOff, 2);
  p.opp.set_count(7, 15);
  p.own_pinned = place_bit(24);
  p.opp_pinned = place_bit(7) | place_bit(9);
  p.owed_moves = 10;
  p.is_forfeited = 1;
  p.own_roll_count = 3;
  p.opp_roll_count = 2;
  return p;
}

TEST(Features, AreVisitedInTheOrderOfTheTable) {
  std::vector<std::string> seen;
  const Position p = full_position();
  for_each_feature(compute_board_features(kRules, p), p,
                   [&](Feature feature, int value) { seen.push_back(text(feature, value)); });
  // Blocked for the player to move: own 24 (pinned there), and the opponent's 7, which is 18, six
  // steps ahead of 24. Blocked for the opponent: 7 and 9 (pinned there), and own 24, which is the
  // opponent's 1. No own checker can move a 4, the number to play. There are no blots.
  EXPECT_THAT(seen, ElementsAre("0:0=2", "0:24=13", "1:7=15", "2:24=1", "3:7=1", "3:9=1", "4:0=35",
                                "5:0=11", "6:24=1", "7:7=1", "8:24=0", "9:7=0", "17:9=2", "17:4=0",
                                "17:5=0"));
}

TEST(Features, WholeBoardFeaturesAreShotsAndContact) {
  constexpr FeatureRules kWithBar = {.contact = ContactRule::kHit};
  Position p{};
  p.own.set_count(24, 2);
  p.own.set_count(6, 13);
  p.opp.set_count(5, 1);  // own point 20
  p.opp.set_count(6, 2);  // own point 19
  p.opp.set_count(2, 12);
  std::vector<std::string> seen;
  for_each_feature(compute_board_features(kWithBar, p), p, [&](Feature feature, int value) {
    if (feature.kind >= FeatureKind::kHittingRolls) seen.push_back(text(feature, value));
  });
  // The blot is 4 ahead of 24. Eleven permutations have a 4; 2-2 and 3-1 (3 first, as 23 is
  // blocked, which also stops 1-1) reach it too. The own two on 24, the opponent's 1, have yet to
  // pass all of the opponent's checkers, and vice versa. Pips: 126 and 41, a difference of 85.
  EXPECT_THAT(
      seen, ElementsAre("11:5=14", "10:0=14", "12:0=2", "12:1=15", "13:0=12", "13:1=4", "13:2=23"));
}

TEST(Features, ChainFeaturesAreForTheNumberToPlay) {
  constexpr FeatureRules kBlocking;
  Position p{};
  p.own.set_count(12, 2);
  p.own.set_count(7, 1);
  p.opp.set_count(23, 1);  // own point 2
  p.owed_moves = 6;        // two 5's, four 6's
  std::vector<std::string> seen;
  for_each_feature(compute_board_features(kBlocking, p), p, [&](Feature feature, int value) {
    if (feature.kind >= FeatureKind::kCanMove) seen.push_back(text(feature, value));
  });
  // A 5 moves from 12 to 7, a held point, and no farther, as 2 is blocked: two moves, and two are
  // left. A 6 moves from 12 to 6, twice, and from 7 to 1: three moves, and four are left.
  const std::string fives = std::to_string(die_place_index(5, 12));
  EXPECT_THAT(seen, ElementsAre("14:" + fives + "=1", "17:10=4", "17:5=3"));
}

TEST(Features, ValuesStayBelowTheLimitOfTheTable) {
  Position p = full_position();
  p.owed_moves = kMaxOwedMoves;
  p.own_roll_count = p.opp_roll_count = kMaxCountedRolls;
  for_each_feature(compute_board_features(kRules, p), p, [](Feature feature, int value) {
    EXPECT_LT(feature.index_in_kind, feature_kind_traits(feature.kind).feature_count);
    EXPECT_LT(value, feature_kind_traits(feature.kind).values_per_feature);
  });
}

}  // namespace
}  // namespace gioul
