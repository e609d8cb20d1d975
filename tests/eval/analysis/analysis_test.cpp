// Tests of analyzing positions, decisions and whole chains.
#include "eval/analysis/analysis.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>

#include "engine/games/game.h"
#include "engine/outcome.h"
#include "engine/text/notation.h"
#include "eval/search/search.h"
#include "eval/solve/exact_table.h"
#include "eval/value/evaluator.h"
#include "tests/eval/analysis/small_net.h"
#include "tests/eval/rollout/rollout_players.h"

namespace gioul {
namespace {

Position at(std::string_view game, std::string_view text) {
  return parse_position(find_game(game), text);
}

TEST(PositionAnalyzer, ExactValuesAreEqualAtEveryDepth) {
  const EvaluatorFactory table = table_evaluator_factory(table_of("gioul", 2));
  const Position start = at("gioul", "24:2|24:2");
  const Position middle = at("gioul", "13:1,9:1|20:1,6:1");
  for (int plies = 0; plies <= 2; ++plies) {
    PositionAnalyzer analyzer(find_game("gioul"), default_search_options(plies), table);
    // Published in docs/results.md, `gioul solve --checkers 2`.
    EXPECT_NEAR(equity(mean_value_over_rolls(analyzer.analyze_rolls(start, 1))), 0.225776, 5e-7)
        << plies;
    const auto rolls = analyzer.analyze_rolls(middle, 1);
    EXPECT_NEAR(equity(mean_value_over_rolls(rolls)), equity(table()->evaluate(middle)), 1e-9)
        << plies;
    for (const AnalyzedRoll& roll : rolls) EXPECT_TRUE(roll.best_play.is_exact);
  }
}

TEST(PositionAnalyzer, WholeChainMatchesItsFirstDecisionWithAPerfectEvaluator) {
  const EvaluatorFactory table = table_evaluator_factory(table_of("gioul", 2));
  PositionAnalyzer analyzer(find_game("gioul"), default_search_options(1), table);
  const Position position = at("gioul", "24:1,19:1|22:1,10:1");
  for (int number = 1; number <= 6; ++number) {
    const Dice dice = make_dice(number, number);
    const ChainAnalysis chain = analyzer.analyze_whole_chain(position, dice, 40);
    EXPECT_TRUE(chain.is_complete);
    EXPECT_NEAR(chain.chain_plays.front().equity,
                analyzer.analyze_plays(position, dice).front().equity, 1e-6)
        << number;
    EXPECT_NEAR(chain.stepwise_play.equity, chain.chain_plays.front().equity, 1e-6) << number;
  }
}

TEST(PositionAnalyzer, ListsAllRollsBestFirst) {
  PositionAnalyzer analyzer(find_game("gioul"), default_search_options(1),
                            small_net(find_game("gioul")));
  const Position position = at("gioul", "20:2,13:3,8:4,6:3,5:3|24:3,18:2,14:4,9:3,4:3");
  const auto rolls = analyzer.analyze_rolls(position, 1);
  ASSERT_EQ(rolls.size(), 21u);
  std::set<std::pair<int, int>> seen;
  for (std::size_t i = 0; i < rolls.size(); ++i) {
    seen.insert({rolls[i].dice.high, rolls[i].dice.low});
  }
  EXPECT_TRUE(std::ranges::is_sorted(rolls, std::ranges::greater{}, [](const AnalyzedRoll& roll) {
    return roll.best_play.equity;
  }));
  EXPECT_EQ(seen.size(), 21u);
}

TEST(PositionAnalyzer, PlaysAreLegalAndLeadToTheirAfterstates) {
  for (const std::string_view game : {"gioul", "plakoto", "fevga"}) {
    const Game any = find_game(game);
    PositionAnalyzer analyzer(any, default_search_options(1), small_net(any));
    const Position start = start_position(any);
    const auto plays = analyzer.analyze_plays(start, make_dice(4, 2));
    AfterstateList list;
    any.generate_afterstates(start, make_dice(4, 2), list);
    ASSERT_EQ(plays.size(), list.size());
    for (const ScoredPlay& play : plays) {
      EXPECT_EQ(play.afterstate_text,
                format_position(any, list.positions()[play.afterstate_index]));
      EXPECT_NEAR(play.equity, equity(play.value), 1e-5);
    }
  }
}

TEST(PositionAnalyzer, PathOfAChainIsLegalNumberByNumber) {
  const Game game = find_game("gioul");
  PositionAnalyzer analyzer(game, default_search_options(1), small_net(find_game("gioul")));
  const Position position = at("gioul", "12:2,8:1,3:2,off:10|16:1,14:2,5:2,off:10");
  const ChainAnalysis chain = analyzer.analyze_whole_chain(position, make_dice(4, 4), 30);
  ASSERT_FALSE(chain.chain_plays.empty());
  AfterstateList list;
  for (const ScoredChainPlay& line : chain.chain_plays) {
    Position before = position;
    ASSERT_EQ(line.plays.size(), line.afterstate_texts.size());
    for (std::size_t step = 0; step < line.plays.size(); ++step) {
      game.generate_afterstates(before, make_dice(4, 4), list);
      const auto plays = game.legal_plays(before, make_dice(4, 4), list);
      const auto found = std::ranges::find_if(plays, [&](const LegalPlay& play) {
        return format_play(play.play) == format_play(line.plays[step]);
      });
      ASSERT_NE(found, plays.end());
      if (list.ending(found->afterstate_index) != Ending::kNone) break;
      before = list.positions()[found->afterstate_index];
      ASSERT_EQ(format_position(game, before), line.afterstate_texts[step]);
    }
  }
}

TEST(PositionAnalyzer, StepwiseChainIsAmongTheWholeChains) {
  PositionAnalyzer analyzer(find_game("gioul"), default_search_options(1),
                            small_net(find_game("gioul")));
  const Position position = at("gioul", "20:2,13:3,8:4,6:3,5:3|24:3,18:2,14:4,9:3,4:3");
  const ChainAnalysis chain = analyzer.analyze_whole_chain(position, make_dice(4, 4), 3);
  const std::string& end = chain.stepwise_play.afterstate_texts.back();
  EXPECT_EQ(std::ranges::count_if(
                chain.chain_plays,
                [&](const ScoredChainPlay& other) { return other.afterstate_texts.back() == end; }),
            1);
  EXPECT_GE(chain.chain_plays.front().equity, chain.stepwise_play.equity);
}

TEST(PositionAnalyzer, ReportsTheProgressOfAWholeChain) {
  PositionAnalyzer analyzer(find_game("gioul"), default_search_options(2),
                            small_net(find_game("gioul")));
  std::vector<double> told;
  analyzer.analyze_whole_chain(at("gioul", "12:2,8:1,3:2,off:10|16:1,14:2,5:2,off:10"),
                               make_dice(4, 4), 30, [&](double done) { told.push_back(done); });
  EXPECT_GT(told.size(), 3u);
  EXPECT_EQ(told.front(), 0.0);
  EXPECT_TRUE(std::ranges::is_sorted(told));
  EXPECT_EQ(told.back(), 1.0);
}

TEST(PositionAnalyzer, TreatsPendingPositionsAsChains) {
  PositionAnalyzer analyzer(find_game("gioul"), default_search_options(1),
                            small_net(find_game("gioul")));
  const Position position = at("gioul", "24:11,21:4|24:15|forfeit=6");
  const ChainAnalysis chain = analyzer.analyze_whole_chain(position, std::nullopt, 5);
  EXPECT_EQ(chain.chain_plays.front().plays.size(), 2u);  // two 5's, four 6's
}

}  // namespace
}  // namespace gioul
