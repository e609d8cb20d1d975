#include "nn/encode/board_features.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "engine/checker_moves.h"
#include "engine/games/dispatch.h"
#include "engine/games/game.h"
#include "engine/games/sample_positions.h"
#include "engine/games/variants.h"
#include "engine/rng.h"
#include "engine/text/notation.h"

namespace gioul {
namespace {

#ifdef GIOUL_REDUCED_TESTS
constexpr int kRepeats = 300;
#else
constexpr int kRepeats = 3000;
#endif

bool has(PlaceSet set, int place) { return (set >> place & 1) != 0; }

PlaceSet random_set(CounterRng& rng) { return static_cast<PlaceSet>(rng.next()) & kAllPoints; }

// A side of 15 checkers on random places.
Side random_side(CounterRng& rng, int last) {
  Side side{};
  for (int checker = 0; checker < kMaxCheckers; ++checker) {
    const int place = static_cast<int>(rng.uniform_below(static_cast<std::uint64_t>(last) + 1));
    side.set_count(place, side.count(place) + 1);
  }
  return side;
}

TEST(BoardFeatures, PatternHasABitForEachClosedPointAhead) {
  CounterRng rng(1, 0, RngStream::kShuffle);
  for (int i = 0; i < kRepeats; ++i) {
    const PlaceSet closed = random_set(rng);
    for (int place = 1; place <= kBar; ++place) {
      int pattern = 0;
      for (int ahead = 1; ahead <= 6; ++ahead) {
        pattern *= 2;
        if (place - ahead >= 1 && has(closed, place - ahead)) ++pattern;
      }
      ASSERT_EQ(pattern_ahead(closed, place), pattern) << closed << ", " << place;
    }
  }
}

TEST(BoardFeatures, BehindContainsPlacesWithAPointAhead) {
  CounterRng rng(2, 0, RngStream::kShuffle);
  for (int i = 0; i < kRepeats; ++i) {
    PlaceSet points = random_set(rng);
    for (int thinner = i % 4; thinner > 0; --thinner) points &= random_set(rng);
    for (int place = 1; place <= kBar; ++place) {
      bool expected = false;
      for (int point = 1; point <= kStartPoint; ++point) {
        expected |= has(points, point) && point < place && point >= place - 6;
      }
      ASSERT_EQ(has(places_up_to_six_behind(points), place), expected) << points << ", " << place;
    }
  }
}

// Computes ChainMobility by moving one checker at a time.
struct SlowMobility {
  std::array<int, kPlaceCount> count{};
  PlaceSet closed;
  PlaceSet pinned;
  bool bears_off = true;

  SlowMobility(const Position& position, PlaceSet closed_to_own)
      : closed(closed_to_own), pinned(position.own_pinned) {
    for (int place = kOff; place <= kBar; ++place) {
      count[static_cast<std::size_t>(place)] = position.own.count(place);
      if (place > 6 && position.own.count(place) > 0) bears_off = false;
    }
    if (pinned != 0) bears_off = false;
  }
  int on(int place) const { return count[static_cast<std::size_t>(place)]; }

  // Returns how many moves by `number` the checkers on `place` can make, each by itself.
  int moves(int place, int number) const {
    if (place == kOff || on(place) == 0 || has(pinned, place)) return 0;
    if (on(kBar) > 0 && place != kBar) return 0;
    int moves = 0;
    for (int at = place; at >= 1; at -= number) {
      const bool can = at <= number ? bears_off : !has(closed, at - number);
      if (!can) break;
      ++moves;
    }
    return moves;
  }
  bool closes(FeatureRules rules, int place, int number) const {
    if (moves(place, number) == 0 || place <= number) return false;
    return on(place - number) == (rules.contact == ContactRule::kBlock ? 0 : 1);
  }
};

void expect_same_mobility(FeatureRules rules, const Position& position, PlaceSet closed_to_own) {
  const ChainMobility mobility = compute_chain_mobility(rules, position, closed_to_own);
  const SlowMobility slow(position, closed_to_own);
  const int number = next_chain_number(position.owed_moves);
  ASSERT_EQ(mobility.number_to_play, number);
  for (int place = kOff; place <= kBar; ++place) {
    SCOPED_TRACE(place);
    ASSERT_EQ(has(mobility.movable_places, place), slow.moves(place, number) >= 1);
    ASSERT_EQ(has(mobility.twice_movable_places, place), slow.moves(place, number) >= 2);
    ASSERT_EQ(has(mobility.point_making_places, place), slow.closes(rules, place, number));
  }
  for (int of = 1; of <= 6; ++of) {
    SCOPED_TRACE(of);
    int moves = 0;
    for (int place = kOff; place <= kBar; ++place) moves += slow.on(place) * slow.moves(place, of);
    const int left = of == number ? moves_left_of_number(position.owed_moves) : kDoubletMoves;
    const int expected = of < number ? 0 : std::min(moves - left, 4) + 4;
    ASSERT_EQ(static_cast<int>(mobility.surplus_moves_by_number[static_cast<std::size_t>(of)]),
              expected);
  }
}

TEST(BoardFeatures, ChainMobilityMatchesMovingEachChecker) {
  CounterRng rng(4, 0, RngStream::kShuffle);
  for (const ContactRule contact : {ContactRule::kBlock, ContactRule::kHit, ContactRule::kPin}) {
    for (int i = 0; i < kRepeats; ++i) {
      Position p{};
      const int farthest = contact == ContactRule::kHit ? kBar : kStartPoint;
      p.own = random_side(rng, i % 3 == 0 ? 6 : farthest);
      if (contact == ContactRule::kPin && i % 2 == 0)
        p.own_pinned = p.own.occupied() & random_set(rng);
      p.owed_moves = static_cast<std::uint8_t>(1 + rng.uniform_below(kMaxOwedMoves));
      PlaceSet closed = random_set(rng);
      if (i % 4 == 0) closed &= random_set(rng);
      expect_same_mobility({.contact = contact}, p, closed | p.own_pinned);
    }
  }
}

// Calls f(rules, position) for positions of all games; f is a generic lambda.
template <typename F>
void at_sample_positions(F f) {
  for (const std::string_view name : game_names()) {
    const Game game = find_game(name);
    dispatch_game(game, [&]<GameRules R>(std::type_identity<R> rules) {
      for (const Position& position : sample_positions(game, kMaxCheckers, 5, 400)) {
        SCOPED_TRACE(format_position(game, position));
        f(rules, position);
      }
    });
  }
}

TEST(BoardFeatures, ClosedPointsMatchTheRules) {
  at_sample_positions([]<GameRules R>(std::type_identity<R>, const Position& position) {
    const BoardFeatures features = compute_board_features(feature_rules(R::kVariant), position);
    ASSERT_EQ(features.closed_to_own,
              kAllPoints & ~make_move_context<R>(position, Dice{2, 1}).open_points);
    ASSERT_EQ(features.closed_to_opp,
              kAllPoints & ~make_move_context<R>(position.flipped(), Dice{2, 1}).open_points);
  });
}

// A single checker of the opponent on an open point can be hit or pinned.
TEST(BoardFeatures, BlotsAreSingleCheckersThatMayBeHitOrPinned) {
  int blots = 0;
  at_sample_positions([&]<GameRules R>(std::type_identity<R>, const Position& position) {
    const auto alone = [](const Position& p) {
      const MoveContext context = make_move_context<R>(p, Dice{2, 1});
      const PlaceSet singles =
          to_opponent_numbering(R::kVariant.movement, p.opp.single_checker_places() & kAllPoints);
      return R::kVariant.contact == ContactRule::kBlock ? PlaceSet{0}
                                                        : singles & context.open_points;
    };
    const BoardFeatures features = compute_board_features(feature_rules(R::kVariant), position);
    ASSERT_EQ(features.game_has_blots, R::kVariant.contact != ContactRule::kBlock);
    ASSERT_EQ(features.blots_of_opp, alone(position));
    ASSERT_EQ(features.blots_of_own, alone(position.flipped()));
    if constexpr (R::kVariant.contact == ContactRule::kHit) {
      ASSERT_EQ(features.blots_of_opp,
                make_move_context<R>(position, Dice{2, 1}).opp_blots & kAllPoints);
    }
    blots += features.blots_of_opp != 0 ? 1 : 0;
  });
  EXPECT_GT(blots, 100);
}

TEST(BoardFeatures, FirstMovesIncludeCheckersWaitingToBearOff) {
  int pending = 0;
  at_sample_positions([&]<GameRules R>(std::type_identity<R>, const Position& position) {
    if (!position.is_pending()) return;
    ++pending;
    const int number = next_chain_number(position.owed_moves);
    const PlaceSet legal =
        legal_origins<R>(make_move_context<R>(position, Dice{2, 1}), position.own, number);
    const BoardFeatures features = compute_board_features(feature_rules(R::kVariant), position);
    PlaceSet waiting = 0;
    for (int place = 1; place < number; ++place) {
      if (highest_place(position.own.occupied()) > place) waiting |= place_bit(place);
    }
    ASSERT_EQ(legal & ~features.chain_mobility.movable_places, 0u);
    ASSERT_EQ(features.chain_mobility.movable_places & ~waiting, legal & ~waiting);
  });
  EXPECT_GT(pending, 100);
}

TEST(BoardFeatures, ChainMobilityIsEmptyBeforeRolling) {
  Position p{};
  p.own.set_count(kStartPoint, kMaxCheckers);
  p.opp.set_count(kStartPoint, kMaxCheckers);
  const BoardFeatures features = compute_board_features({}, p);
  EXPECT_EQ(features.chain_mobility.number_to_play, 0);
  EXPECT_EQ(features.chain_mobility.movable_places | features.chain_mobility.twice_movable_places |
                features.chain_mobility.point_making_places,
            0u);
  EXPECT_EQ(features.closed_to_own, place_bit(1));
  EXPECT_EQ(features.closed_to_opp, place_bit(1));
}

}  // namespace
}  // namespace gioul
