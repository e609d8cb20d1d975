// Tests choosing plays by utility: at 0 plies, and in searches, where the opponent has the opposite
// utility.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "engine/games/game.h"
#include "engine/games/sample_positions.h"
#include "engine/outcome.h"
#include "engine/text/notation.h"
#include "eval/match/match_equity.h"
#include "eval/players/search_player.h"
#include "eval/search/search.h"
#include "eval/value/evaluator.h"
#include "tests/eval/rollout/rollout_players.h"
#include "tests/eval/value/noisy_evaluator.h"

namespace gioul {
namespace {

constexpr StarterProbabilities kShares = {0.2, 0.25, 0.0, 0.3, 0.25};
constexpr double kNoise = 0.1;

EvaluatorFactory noisy(const std::string& game) {
  return [table = table_of(game, 2)] { return std::make_unique<NoisyEvaluator>(table, kNoise); };
}

// Calls f(position, list) for decisions of random games with two checkers per side.
template <typename F>
void for_each_decision(const std::string& name, std::size_t count, F f) {
  const Game game = find_game(name);
  CounterRng dice(5, 0, RngStream::kDice);
  const auto list = std::make_unique<AfterstateList>();
  for (const Position& position : sample_positions(game, 2, 17, count)) {
    game.generate_afterstates(position, dice.roll_dice(), *list);
    f(position, *list);
  }
}

// Returns the value of an afterstate or ending for the player who decides.
Value value_of_line(Evaluator& evaluator, const AfterstateList& list, std::size_t line) {
  if (list.ending(line) != Ending::kNone) return one_hot_value(outcome_of(list.ending(line)));
  const Value value = evaluator.evaluate(list.positions()[line]);
  return list.mover_acts_next() ? value : flipped(value);
}

class MatchPlay : public ::testing::TestWithParam<SearchOptions> {
 protected:
  std::unique_ptr<Player> player(const std::string& game, const Utility& utility) const {
    auto made = search_player_factory(find_game(game), GetParam(), noisy(game))();
    made->set_utility(utility);
    return made;
  }
};

TEST_P(MatchPlay, ScalingAndShiftingTheUtilityKeepsChoices) {
  CounterRng unused(1, 0, RngStream::kFirstPlayer);
  const Utility::OutcomeUtilities values = {0.05, 0.3, 0.5, 0.7, 0.99};
  Utility::OutcomeUtilities scaled = values;
  for (double& value : scaled) value = 700.0 * value - 3000.0;
  const auto one = player("gioul", Utility(values));
  const auto two = player("gioul", Utility(scaled));
  for_each_decision("gioul", 40, [&](const Position& position, const AfterstateList& list) {
    EXPECT_EQ(one->choose(position, list, unused), two->choose(position, list, unused));
  });
}

TEST_P(MatchPlay, PointsAreTheDefaultAndCanBeRestored) {
  CounterRng unused(1, 0, RngStream::kFirstPlayer);
  const auto plain = search_player_factory(find_game("gioul"), GetParam(), noisy("gioul"))();
  const auto changed = player("gioul", MatchEquityTable(3, {kShares}).utility({1, 1, true, 0}));
  for_each_decision("gioul", 40, [&](const Position& position, const AfterstateList& list) {
    changed->set_utility(Utility(Utility::OutcomeUtilities{0, 1, 2, 3, 4}));
    EXPECT_EQ(plain->choose(position, list, unused), changed->choose(position, list, unused));
    changed->set_utility(Utility(Utility::OutcomeUtilities{0, 0, 0, 1, 1}));
    changed->choose(position, list, unused);
  });
}

INSTANTIATE_TEST_SUITE_P(Searches, MatchPlay,
                         ::testing::Values(SearchOptions{}, SearchOptions{.chain_beam = 4},
                                           SearchOptions{.plies = 1, .chain_beam = 4},
                                           SearchOptions{.plies = 2, .move_filter = 2}),
                         [](const auto& param_info) {
                           return "Plies" + std::to_string(param_info.param.plies) + "Beam" +
                                  std::to_string(param_info.param.chain_beam);
                         });

TEST(MatchPlayAtZeroPly, MaximizesWinsIfBothNeedOnePoint) {
  CounterRng unused(1, 0, RngStream::kFirstPlayer);
  const auto player = search_player_factory(find_game("gioul"), {}, noisy("gioul"))();
  const auto by_points = search_player_factory(find_game("gioul"), {}, noisy("gioul"))();
  player->set_utility(MatchEquityTable(5, {kShares}).utility({1, 1, true, 0}));
  const auto evaluator = noisy("gioul")();
  int differ = 0;
  for_each_decision("gioul", 400, [&](const Position& position, const AfterstateList& list) {
    const auto wins = [&](std::size_t line) {
      const Value value = value_of_line(*evaluator, list, line);
      return value[3] + value[4];
    };
    double most = 0.0;
    for (std::size_t line = 0; line < list.size(); ++line) most = std::max(most, wins(line));
    const std::size_t chosen = player->choose(position, list, unused);
    EXPECT_NEAR(wins(chosen), most, 1e-6) << format_position(find_game("gioul"), position);
    if (by_points->choose(position, list, unused) != chosen) ++differ;
  });
  EXPECT_GT(differ, 0);  // otherwise points would choose the same plays
}

TEST(MatchPlayAtZeroPly, PlaysForTheGammonIfItNeedsTwoAgainstOne) {
  CounterRng unused(1, 0, RngStream::kFirstPlayer);
  const MatchEquityTable equity(5, {kShares});
  const auto player = search_player_factory(find_game("gioul"), {}, noisy("gioul"))();
  const auto at_one_all = search_player_factory(find_game("gioul"), {}, noisy("gioul"))();
  player->set_utility(equity.utility({2, 1, true, 0}));
  at_one_all->set_utility(equity.utility({1, 1, true, 0}));
  const auto evaluator = noisy("gioul")();
  double gained = 0.0;
  for_each_decision("gioul", 400, [&](const Position& position, const AfterstateList& list) {
    const auto gammon = [&](const auto& chooser) {
      return value_of_line(*evaluator, list, chooser->choose(position, list, unused))[4];
    };
    // One player maximizes wins, the other wins plus a bonus per gammon, and so never wins fewer
    // gammons.
    const double more = gammon(player) - gammon(at_one_all);
    EXPECT_GE(more, -1e-5) << format_position(find_game("gioul"), position);
    gained += more;
  });
  EXPECT_GT(gained, 0.01);
}

// A second implementation of the search, for games without chains. The best reply to a roll is
// chosen at 0 plies by the utility of the player who rolls, and then searched deeper.
Value looked_ahead(Game game, Evaluator& evaluator, const Position& position, int plies,
                   const Utility& utility) {
  if (plies == 0) return evaluator.evaluate(position);
  Value sum{};
  for (const Dice dice : kDistinctRolls) {
    const auto list = std::make_unique<AfterstateList>();
    game.generate_afterstates(position, dice, *list);
    std::size_t best = 0;
    double best_worth = -1e9;
    Value ending{};
    double ending_worth = -1e9;
    for (std::size_t line = 0; line < list->size(); ++line) {
      const Value value = value_of_line(evaluator, *list, line);
      if (list->ending(line) == Ending::kNone && utility.evaluate(value) > best_worth + 1e-7) {
        best_worth = utility.evaluate(value);
        best = line;
      }
      if (list->ending(line) != Ending::kNone && utility.evaluate(value) > ending_worth) {
        ending_worth = utility.evaluate(value);
        ending = value;
      }
    }
    Value after = ending;
    if (best_worth > -1e9) {
      const Value deeper = flipped(
          looked_ahead(game, evaluator, list->positions()[best], plies - 1, utility.flipped()));
      if (utility.evaluate(deeper) > ending_worth) after = deeper;
    }
    for (std::size_t o = 0; o < kOutcomeCount; ++o)
      sum[o] += count_permutations(dice) * after[o] / 36.0;
  }
  return sum;
}

TEST(MatchSearch, OpponentMinimizesTheUtility) {
  const Game game = find_game("plakoto");
  const MatchEquityTable equity(3, {{0.2, 0.25, 0.05, 0.3, 0.2}});
  const auto evaluator = noisy("plakoto")();
  for (const MatchScore score : {MatchScore{2, 1, true, 0}, MatchScore{1, 2, false, 0}}) {
    const Utility utility = equity.utility(score);
    for (const int plies : {1, 2}) {
      const auto search = make_search(game, {.plies = plies}, noisy("plakoto")());
      search->set_utility(utility);
      for_each_decision("plakoto", plies == 2 ? 6 : 30, [&](const Position& position, const auto&) {
        const Value got = search->evaluate(position);
        const Value expected = looked_ahead(game, *evaluator, position, plies, utility);
        EXPECT_NEAR(utility.evaluate(got), utility.evaluate(expected), 1e-6)
            << format_position(game, position) << " plies " << plies;
      });
    }
  }
}

TEST(MatchSearch, EquityOfAPlayIsItsUtility) {
  const Utility utility = MatchEquityTable(3, {kShares}).utility({2, 1, true, 0});
  const auto search = make_search(find_game("gioul"), {.plies = 1}, noisy("gioul")());
  search->set_utility(utility);
  for_each_decision("gioul", 30, [&](const Position& position, const AfterstateList& list) {
    for (const ScoredPlay& line : search->rank(position, list)) {
      EXPECT_NEAR(line.equity, utility.evaluate(line.value), 1e-6);
    }
  });
}

}  // namespace
}  // namespace gioul
