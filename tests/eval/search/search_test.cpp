#include "eval/search/search.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "engine/games/game.h"
#include "engine/movegen.h"
#include "engine/outcome.h"
#include "engine/rng.h"
#include "engine/text/notation.h"
#include "engine/walk/sample_positions.h"
#include "eval/solve/exact_table.h"
#include "eval/solve/solver.h"
#include "eval/solve/table_evaluator.h"
#include "eval/value/net_evaluator.h"
#include "nn/encode/encoder.h"
#include "nn/infer/compiled_net.h"
#include "tests/eval/value/noisy_evaluator.h"

namespace gioul {
namespace {

std::shared_ptr<const ExactTable> table_of(const std::string& variant) {
  static std::map<std::string, std::shared_ptr<const ExactTable>> tables;
  auto& table = tables[variant];
  if (table == nullptr) table = solve({.game = find_game(variant), .checkers = 2, .threads = 2});
  return table;
}

std::unique_ptr<Search> search_of(const std::string& variant, const SearchOptions& options,
                                  double noise) {
  return make_search(find_game(variant), options,
                     std::make_unique<NoisyEvaluator>(table_of(variant), noise));
}

// Calls f(position, dice) for decisions of random games with two checkers a side.
template <typename F>
void for_each_decision(const std::string& variant, std::size_t count, F f) {
  const Game game = find_game(variant);
  CounterRng dice(5, 0, Stream::kDice);
  for (const Position& position : sample_positions(game, 2, 11, count)) f(position, dice.roll());
}

class ExactSearchTest : public ::testing::TestWithParam<const char*> {};

TEST_P(ExactSearchTest, WithAPerfectEvaluatorEveryPlyGivesTheExactValue) {
  const auto exact = table_evaluator_factory(table_of(GetParam()))();
  for (const int plies : {0, 1, 2}) {
    for (const int beam : {0, 4}) {
      const auto search = search_of(GetParam(), {.plies = plies, .beam = beam}, 0.0);
      for_each_decision(GetParam(), plies == 2 ? 12 : 60, [&](const Position& position, Dice) {
        const Value got = search->evaluate(position);
        EXPECT_NEAR(equity(got), equity(exact->evaluate(position)), 1e-6)
            << format_position(find_game(GetParam()), position) << " plies " << plies << " beam "
            << beam;
        EXPECT_NEAR(got[0] + got[1] + got[2] + got[3] + got[4], 1.0, 1e-12);
      });
    }
  }
}

TEST_P(ExactSearchTest, WithAPerfectEvaluatorEveryPlayGetsItsExactEquity) {
  const Game game = find_game(GetParam());
  const auto exact = table_evaluator_factory(table_of(GetParam()))();
  const auto search = search_of(GetParam(), {.plies = 1, .margin = 4.0, .beam = 2}, 0.0);
  const auto list = std::make_unique<AfterstateList>();
  for_each_decision(GetParam(), 60, [&](const Position& position, Dice dice) {
    game.generate(position, dice, *list);
    const auto ranked = search->rank(position, *list);
    ASSERT_EQ(ranked.size(), list->lines());
    for (const RankedLine& line : ranked) {
      if (line.line >= list->positions().size()) {
        EXPECT_EQ(line.equity, points(outcome_of(list->ending(line.line))));
        continue;
      }
      const double there = equity(exact->evaluate(list->positions()[line.line]));
      EXPECT_NEAR(line.equity, list->mover_acts_next() ? there : -there, 1e-6);
      EXPECT_NEAR(equity(line.value), line.equity, 1e-6);
    }
  });
}

INSTANTIATE_TEST_SUITE_P(SmallGames, ExactSearchTest,
                         ::testing::Values("gioul", "gul-bara", "gul-bara-lost", "plakoto",
                                           "fevga"),
                         [](const auto& param_info) {
                           std::string name = param_info.param;
                           std::erase(name, '-');
                           return name;
                         });

// What a player loses by his choices, on average over decisions of random games.
double mean_loss(const SearchOptions& options, double noise) {
  const Game game = find_game("gioul");
  const auto exact = table_evaluator_factory(table_of("gioul"))();
  const auto search = search_of("gioul", options, noise);
  const auto list = std::make_unique<AfterstateList>();
  double loss = 0.0;
  std::size_t decisions = 0;
  for_each_decision("gioul", 600, [&](const Position& position, Dice dice) {
    game.generate(position, dice, *list);
    const auto exact_equity = [&](std::size_t line) {
      if (list->ending(line) != Ending::kNone) {
        return static_cast<double>(points(outcome_of(list->ending(line))));
      }
      const double there = equity(exact->evaluate(list->positions()[line]));
      return list->mover_acts_next() ? there : -there;
    };
    double best = -3.0;
    for (std::size_t line = 0; line < list->lines(); ++line) {
      best = std::max(best, exact_equity(line));
    }
    loss += best - exact_equity(search->choose(position, *list));
    ++decisions;
  });
  return loss / static_cast<double>(decisions);
}

TEST(Search, DeeperLosesLess) {
  constexpr double kNoise = 0.1;
  const double at0 = mean_loss({.plies = 0}, kNoise);
  const double at1 = mean_loss({.plies = 1, .margin = 4.0}, kNoise);
  const double at2 = mean_loss({.plies = 2, .margin = 4.0}, kNoise);
  EXPECT_GT(at0, 0.005);  // else there is nothing to gain
  EXPECT_LT(at1, 0.6 * at0);
  EXPECT_LT(at2, at1);
  EXPECT_EQ(mean_loss({.plies = 1, .margin = 4.0}, 0.0), 0.0);
}

// A net with random weights: 1 ply worked out from the words of eval/search/search.h, without
// shortcuts.
TEST(Search, OnePlyIsTheMeanOfTheBestReplies) {
  const Game game = find_game("gioul");
  const Encoder encoder(game);
  Net net = random_net("gioul", encoder.inputs(), {16}, 3);
  const auto shared = std::make_shared<const CompiledNet>(net, encoder);
  const auto evaluator = net_evaluator_factory(shared)();
  const auto search = make_search(game, {.plies = 1}, net_evaluator_factory(shared)());
  const auto list = std::make_unique<AfterstateList>();
  for (const Position& position : sample_positions(game, 15, 2, 40)) {
    if (position.is_pending()) continue;
    double sum = 0.0;
    for (const Dice dice : kRolls) {
      game.generate(position, dice, *list);
      double best = -3.0;
      for (std::size_t line = 0; line < list->lines(); ++line) {
        double found = 0.0;
        if (list->ending(line) != Ending::kNone) {
          found = points(outcome_of(list->ending(line)));
        } else {
          const double there = equity(evaluator->evaluate(list->positions()[line]));
          found = list->mover_acts_next() ? there : -there;
        }
        best = std::max(best, found);
      }
      sum += weight(dice) * best;
    }
    EXPECT_NEAR(equity(search->evaluate(position)), sum / 36.0, 1e-5);
  }
}

TEST(Search, ChoosesTheFirstOfItsRanking) {
  const Game game = find_game("gioul");
  for (const SearchOptions& options :
       {SearchOptions{}, SearchOptions{.beam = 4}, SearchOptions{.plies = 1, .beam = 4},
        SearchOptions{.plies = 2, .filter = 4, .beam = 2}}) {
    const auto search = search_of("gioul", options, 0.1);
    const auto list = std::make_unique<AfterstateList>();
    for_each_decision("gioul", 80, [&](const Position& position, Dice dice) {
      game.generate(position, dice, *list);
      const std::size_t choice = search->choose(position, *list);
      if (list->lines() > 1) {
        EXPECT_EQ(choice, search->rank(position, *list).front().line);
      }
    });
  }
}

TEST(Search, RemembersOnlyWhatItWouldFindAgain) {
  std::vector<Position> positions;
  for_each_decision("gioul", 200, [&](const Position& p, Dice) { positions.push_back(p); });
  const SearchOptions options{.plies = 1, .beam = 2};
  const auto one_for_all = search_of("gioul", options, 0.1);
  for (int round = 0; round < 2; ++round) {
    for (const Position& position : positions) {
      EXPECT_EQ(one_for_all->evaluate(position),
                search_of("gioul", options, 0.1)->evaluate(position));
    }
  }
}

TEST(Search, PassesOnlyTheBestPlaysThroughItsFilter) {
  const Game game = find_game("gioul");
  const auto list = std::make_unique<AfterstateList>();
  const Position start = parse_position(game, "20:1,15:1|24:2");
  game.generate(start, make_dice(6, 1), *list);
  ASSERT_GT(list->lines(), 2u);
  const auto deep = [&](const SearchOptions& options) {
    const auto search = search_of("gioul", options, 0.0);
    return std::ranges::count(search->rank(start, *list), options.plies, &RankedLine::plies);
  };
  EXPECT_EQ(deep({.plies = 1, .filter = 2, .margin = 4.0}), 2);
  EXPECT_EQ(deep({.plies = 1, .filter = 8, .margin = 0.0}), 1);
  EXPECT_EQ(deep({.plies = 1, .filter = 1000, .margin = 4.0}),
            static_cast<std::ptrdiff_t>(list->lines()));
}

}  // namespace
}  // namespace gioul
