// Properties of every state of every game, in random play with 15 checkers and with fewer. Only the
// rules in the game's Variant are known here. differential_test.cpp compares the afterstates with
// those of the reference.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/error.h"
#include "engine/afterstates.h"
#include "engine/dice.h"
#include "engine/movegen.h"
#include "engine/position.h"
#include "engine/rng.h"
#include "engine/rules.h"
#include "engine/text/notation.h"
#include "tests/reference/all_games.h"
#include "tests/reference/random_positions.h"

namespace gioul {
namespace {

#ifdef GIOUL_REDUCED_TESTS
constexpr int kGames = 15;
constexpr int kCandidates = 2'000;
#else
constexpr int kGames = 150;
constexpr int kCandidates = 20'000;
#endif

// Random games last some 100 decisions, with hits several hundred. Without hits there are at most 2
// * 15 * 24 = 720 pips to play, so 20,000 decisions would include 19,000 passes.
constexpr int kEndless = 20'000;

template <typename R>
class Properties : public ::testing::Test {
 protected:
  static constexpr Variant kVariant = R::kVariant;

  // Plays one random game and calls check(position, dice, list) at each of its decisions.
  template <typename Check>
  void play(std::uint64_t game, Check check) {
    CounterRng dice_rng(kSeed, game, RngStream::kDice);
    CounterRng seat_rng(kSeed, game, RngStream::kFirstPlayer);
    const int checkers = kVariant.allows_fewer_checkers && game % 2 == 1
                             ? 1 + static_cast<int>(game / 2 % 14)
                             : kMaxCheckers;
    Position position = start_position(kVariant, checkers);
    for (int decision = 0; decision < kEndless; ++decision) {
      const Dice dice = dice_rng.roll_dice();
      generate_afterstates<R>(position, dice, *list_);
      SCOPED_TRACE(std::string(kVariant.name) + " " + format_position(kVariant, position) + " " +
                   format_dice(dice) + " (game " + std::to_string(game) + ")");
      check(position, dice, *list_);
      if (::testing::Test::HasFailure()) return;
      const auto line = static_cast<std::size_t>(seat_rng.uniform_below(list_->size()));
      if (list_->ending(line) != Ending::kNone) return;
      position = list_->positions()[line];
    }
    ADD_FAILURE() << kVariant.name << ": game " << game << " does not end";
  }

  template <typename Check>
  void play_games(Check check) {
    for (int game = 0; game < kGames && !this->HasFailure(); ++game) {
      play(static_cast<std::uint64_t>(game), check);
    }
  }

  // Returns true if the player to move could move a checker with some number.
  bool can_move(const Position& position) {
    Position to_roll = position;
    to_roll.owed_moves = 0;
    to_roll.is_forfeited = 0;
    for (int number = 1; number <= 6; ++number) {
      generate_afterstates<R>(to_roll, Dice{number, number}, *other_list_);
      if (other_list_->positions().empty()) return true;  // the game can end
      const Position& first = other_list_->positions().front();
      if ((other_list_->mover_acts_next() ? first.own : first.opp) != position.own) return true;
    }
    return false;
  }

  static constexpr std::uint64_t kSeed = 4;

 private:
  std::unique_ptr<AfterstateList> list_ = std::make_unique<AfterstateList>();
  std::unique_ptr<AfterstateList> other_list_ = std::make_unique<AfterstateList>();
};

TYPED_TEST_SUITE(Properties, reference::AllGameTypes, reference::GameName);

TYPED_TEST(Properties, GamesEnd) {
  this->play_games(
      [](const Position&, Dice, const AfterstateList& list) { EXPECT_GE(list.size(), 1u); });
}

TYPED_TEST(Properties, AfterstatesOfADecisionHaveEqualNextPlayerAndPendingMoves) {
  this->play_games([](const Position& position, Dice, const AfterstateList& list) {
    for (const Position& next : list.positions()) {
      ASSERT_EQ(mover_acts_next(position, next), list.mover_acts_next());
      ASSERT_EQ(next.owed_moves, list.positions().front().owed_moves);
      ASSERT_EQ(next.is_forfeited, list.positions().front().is_forfeited);
    }
  });
}

TYPED_TEST(Properties, FlippingTwiceRestoresThePosition) {
  this->play_games([](const Position& position, Dice, const AfterstateList&) {
    EXPECT_EQ(position.flipped().flipped(), position);
  });
}

TYPED_TEST(Properties, OnePlayerCanAlwaysMoveIfSingleCheckersBlock) {
  if (TypeParam::kVariant.contact != ContactRule::kBlock)
    GTEST_SKIP() << "single checkers do not block";
  this->play_games([this](const Position& position, Dice, const AfterstateList&) {
    EXPECT_TRUE(this->can_move(position) || this->can_move(position.flipped()));
  });
}

TYPED_TEST(Properties, OnePlayerCanMoveOnEveryValidBoardIfSingleCheckersBlock) {
  if (TypeParam::kVariant.contact != ContactRule::kBlock)
    GTEST_SKIP() << "single checkers do not block";
  reference::Random random(5);
  for (int i = 0; i < kCandidates; ++i) {
    const Position position = reference::random_position(TypeParam::kVariant.name, random);
    ASSERT_TRUE(this->can_move(position) || this->can_move(position.flipped()))
        << format_position(TypeParam::kVariant, position);
  }
}

// Otherwise a program could print positions that it cannot read.
TYPED_TEST(Properties, ValidPositionsLeadToValidPositions) {
  reference::Random random(7);
  const auto list = std::make_unique<AfterstateList>();
  for (int i = 0; i < kCandidates; ++i) {
    const Position position = reference::random_position(TypeParam::kVariant.name, random);
    const Dice dice =
        kDistinctRolls[static_cast<std::size_t>(reference::random_int(random, 0, 20))];
    generate_afterstates<TypeParam>(position, dice, *list);
    for (const Position& next : list->positions()) {
      ASSERT_EQ(reference::refusal(TypeParam::kVariant.name, next), "")
          << format_position(TypeParam::kVariant, position) << " " << format_dice(dice) << " to "
          << format_position(TypeParam::kVariant, next);
    }
  }
}

TYPED_TEST(Properties, ParsesExactlyTheValidPositions) {
  reference::Random random(6);
  for (int i = 0; i < kCandidates; ++i) {
    const Position position = reference::random_candidate(TypeParam::kVariant.name, random);
    const std::string_view refusal = reference::refusal(TypeParam::kVariant.name, position);
    const std::string text = format_position(TypeParam::kVariant, position);
    try {
      ASSERT_EQ(parse_position(TypeParam::kVariant, text), position) << text;
      ASSERT_EQ(refusal, "") << text << " is read";
    } catch (const InputError& error) {
      ASSERT_NE(refusal, "") << text << " is refused: " << error.what();
    }
  }
}

}  // namespace
}  // namespace gioul
