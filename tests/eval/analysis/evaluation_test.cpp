#include "eval/analysis/evaluation.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "api/answers.h"
#include "engine/text/notation.h"
#include "tests/eval/analysis/small_net.h"

namespace gioul {
namespace {

using nlohmann::json;

TEST(Evaluation, HasPlaysIfDiceAreGivenOrMovesArePending) {
  const Game game;
  const auto evaluator = small_net(game)();
  const json value = json::parse(evaluation_json(evaluate(game, *evaluator, game.start(), {})));
  EXPECT_EQ(value.size(), 2u);
  EXPECT_EQ(value.at("outcomes").size(), kOutcomeCount);

  const PositionEvaluation decision = evaluate(game, *evaluator, game.start(), make_dice(3, 1));
  const json found = json::parse(evaluation_json(decision));
  EXPECT_EQ(found.at("equity"), value.at("equity"));
  ASSERT_EQ(found.at("plays").size(), decision.plays->size());
  EXPECT_GE(found.at("plays").at(0).at("equity"), found.at("plays").at(1).at("equity"));

  const Position owed = parse_position(game, "24:15|24:15|owed=4");
  EXPECT_TRUE(evaluate(game, *evaluator, owed, std::nullopt).plays.has_value());
}

}  // namespace
}  // namespace gioul
