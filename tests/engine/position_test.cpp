#include "engine/position.h"

#include <gtest/gtest.h>

#include "engine/rng.h"

namespace gioul {
namespace {

TEST(Position, CheckerAndPipCountsMatchSumsOverPlaces) {
  CounterRng rng(3, 0, RngStream::kShuffle);
  for (int i = 0; i < 300; ++i) {
    constexpr PlaceSet kAllPlaces = kOnBoardOrBar | place_bit(kOff);
    const auto random_set = [&] { return static_cast<PlaceSet>(rng.next()) & kAllPlaces; };
    const Side side = {{random_set(), random_set(), random_set(), random_set()}};
    const PlaceSet places = random_set();
    int all = 0;
    int on_places = 0;
    int pips = 0;
    for (int place = kOff; place <= kBar; ++place) {
      if ((places & place_bit(place)) != 0) on_places += side.count(place);
      pips += place * side.count(place);
      all += side.count(place);
    }
    ASSERT_EQ(side.count_on(places), on_places);
    ASSERT_EQ(side.pip_count(), pips);
    ASSERT_EQ(side.total(), all);
  }
}

TEST(Position, AllCheckersMayBeOnOnePlace) {
  for (int place = kOff; place <= kBar; ++place) {
    Side side{};
    side.set_count(place, kMaxCheckers);
    EXPECT_EQ(side.count_on(place_bit(place)), kMaxCheckers);
    EXPECT_EQ(side.count_on(~place_bit(place)), 0);
    EXPECT_EQ(side.pip_count(), kMaxCheckers * place);
  }
}

}  // namespace
}  // namespace gioul
