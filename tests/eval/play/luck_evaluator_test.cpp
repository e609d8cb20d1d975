#include "eval/play/luck_evaluator.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <string>

#include "engine/dice.h"
#include "engine/games/game.h"
#include "engine/outcome.h"
#include "engine/text/notation.h"
#include "eval/play/play_game.h"
#include "tests/eval/rollout/rollout_players.h"

namespace gioul {
namespace {

constexpr std::array kVariants = {"gioul", "gul-bara", "plakoto", "fevga", "portes"};

TEST(LuckEvaluator, MeanLuckOverAllRollsIsZero) {
  for (const std::string variant : kVariants) {
    const Game game = find_game(variant);
    for (const VarianceReduction luck :
         {VarianceReduction::kAllRolls, VarianceReduction::kDoublets}) {
      LuckEvaluator evaluator(game, luck, random_net_evaluator(variant)());
      const RollValues values = evaluator.roll_values(start_position(game));
      Value sum{};
      bool differs = false;
      for (const Dice roll : kDistinctRolls) {
        const Value one = values.luck(roll);
        for (std::size_t o = 0; o < kOutcomeCount; ++o) sum[o] += count_permutations(roll) * one[o];
        differs = differs || equity(one) != 0.0;
      }
      for (const double share : sum) EXPECT_NEAR(share, 0.0, 1e-6) << variant;
      EXPECT_TRUE(differs) << variant;
    }
  }
}

TEST(LuckEvaluator, ResultMinusExactLuckIsTheExactValue) {
  for (const std::string variant : {"gioul", "fevga"}) {
    const std::shared_ptr<const ExactTable> table = table_of(variant);
    const Game game = table->game();
    const Position start = start_position(game, kCheckers);
    const double value = equity(perfect(variant)()->evaluate(start));
    LuckEvaluator luck(game, VarianceReduction::kAllRolls, perfect(variant)());
    const auto player = perfect_player(variant)();
    AfterstateList list;
    bool differs = false;
    for (std::uint64_t number = 0; number < 20; ++number) {
      const GameResult result =
          play_game(game, start, {player.get(), player.get()}, GameRng(1, number), list,
                    DecisionTiming::kNone, {}, &luck);
      ASSERT_TRUE(result.luck_units) << variant;
      const double adjusted =
          points(result.outcome) - static_cast<double>(*result.luck_units) / kLuckUnitsPerPoint;
      EXPECT_NEAR(adjusted, value, 1.0 / kLuckUnitsPerPoint) << variant << ", game " << number;
      differs = differs || points(result.outcome) != value;
    }
    EXPECT_TRUE(differs) << variant;
  }
}

}  // namespace
}  // namespace gioul
