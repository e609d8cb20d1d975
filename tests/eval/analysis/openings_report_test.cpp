#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "engine/text/notation.h"
#include "eval/analysis/openings.h"
#include "tests/eval/analysis/small_net.h"

namespace gioul {
namespace {

using nlohmann::json;

OpeningsAnalyzer::Options few_openings() {
  const Game game;
  RollAnalyzerOptions options{.search_options = default_search_options(0), .max_candidates = 2};
  options.rollout_options.max_trials = 4;
  return {.game = game,
          .start_position = game.start(2),
          .player_name = "small",
          .opening_options = options,
          .reply_options = options};
}

TEST(OpeningsReport, JsonHasAllOpeningsAndTheRequestedReplies) {
  const EvaluatorFactory net = small_net(Game());
  std::size_t last = 0;
  OpeningsAnalyzer analyzer(few_openings(), net, {}, [&](const OpeningsProgress& at) {
    EXPECT_GE(at.rolls_done, last);
    last = at.rolls_done;
  });
  analyzer.analyze_openings();
  ASSERT_TRUE(analyzer.has_replies(1));
  analyzer.analyze_replies(1);
  const json found = json::parse(openings_json(analyzer.report()));
  EXPECT_EQ(found.at("player"), "small");
  EXPECT_EQ(found.at("openings").size(), kDistinctRolls.size());
  ASSERT_EQ(found.at("replies").size(), 1u);
  EXPECT_EQ(found.at("replies").at(0).at("opening"), format_dice(kDistinctRolls[1]));
  EXPECT_EQ(found.at("replies").at(0).at("rolls").size(), kDistinctRolls.size());
  EXPECT_LT(last, 2 * kDistinctRolls.size());
}

}  // namespace
}  // namespace gioul
