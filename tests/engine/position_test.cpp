#include "engine/position.h"

#include <gtest/gtest.h>

#include "engine/rng.h"

namespace gioul {
namespace {

// Of 15 checkers, on any places up to the last.
Side random_side(CounterRng& rng, int last) {
  Side side{};
  for (int checker = 0; checker < kMaxCheckers; ++checker) {
    const int place = static_cast<int>(rng.below(static_cast<std::uint64_t>(last) + 1));
    side.set_count(place, side.count(place) + 1);
  }
  return side;
}

TEST(Position, CheckersOnASetAndPipsAreThoseOfThePlacesOneByOne) {
  CounterRng rng(3, 0, Stream::kShuffle);
  for (int i = 0; i < 300; ++i) {
    const Side side = random_side(rng, i % 2 == 0 ? kBar : 2);
    const PlaceSet places = static_cast<PlaceSet>(rng.next()) & (kOnBoardOrBar | place_bit(kOff));
    int on_places = 0;
    int pips = 0;
    for (int place = kOff; place <= kBar; ++place) {
      if ((places & place_bit(place)) != 0) on_places += side.count(place);
      pips += place * side.count(place);
    }
    ASSERT_EQ(side.count_on(places), on_places);
    ASSERT_EQ(side.pip_count(), pips);
    ASSERT_EQ(side.total(), kMaxCheckers);
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
