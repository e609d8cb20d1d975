#include "eval/search/search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "engine/games/game.h"
#include "engine/games/sample_positions.h"
#include "engine/movegen.h"
#include "engine/outcome.h"
#include "engine/rng.h"
#include "engine/text/notation.h"
#include "eval/solve/exact_table.h"
#include "tests/base/test_name.h"
#include "tests/eval/analysis/small_net.h"
#include "tests/eval/rollout/rollout_players.h"
#include "tests/eval/value/noisy_evaluator.h"

namespace gioul {
namespace {

std::unique_ptr<Search> search_of(const std::string& variant, const SearchOptions& options,
                                  double noise) {
  return make_search(find_game(variant), options,
                     std::make_unique<NoisyEvaluator>(table_of(variant, 2), noise));
}

// Calls f(position, dice) for decisions of random games with two checkers per side.
template <typename F>
void for_each_decision(const std::string& variant, std::size_t count, F f) {
  const Game game = find_game(variant);
  CounterRng dice(5, 0, RngStream::kDice);
  for (const Position& position : sample_positions(game, 2, 11, count))
    f(position, dice.roll_dice());
}

class ExactSearchTest : public ::testing::TestWithParam<const char*> {};

TEST_P(ExactSearchTest, PerfectEvaluatorGivesTheExactValueAtEveryPly) {
  const auto exact = table_evaluator_factory(table_of(GetParam(), 2))();
  for (const int plies : {0, 1, 2}) {
    for (const int beam : {0, 4}) {
      const auto search = search_of(GetParam(), {.plies = plies, .chain_beam = beam}, 0.0);
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

TEST_P(ExactSearchTest, PerfectEvaluatorGivesEveryPlayItsExactEquity) {
  const Game game = find_game(GetParam());
  const auto exact = table_evaluator_factory(table_of(GetParam(), 2))();
  const auto search =
      search_of(GetParam(), {.plies = 1, .filter_margin = 4.0, .chain_beam = 2}, 0.0);
  const auto list = std::make_unique<AfterstateList>();
  for_each_decision(GetParam(), 60, [&](const Position& position, Dice dice) {
    game.generate_afterstates(position, dice, *list);
    const auto ranked = search->rank(position, *list);
    ASSERT_EQ(ranked.size(), list->size());
    for (const ScoredPlay& line : ranked) {
      if (line.afterstate_index >= list->positions().size()) {
        EXPECT_EQ(line.equity, points(outcome_of(list->ending(line.afterstate_index))));
        continue;
      }
      const double there = equity(exact->evaluate(list->positions()[line.afterstate_index]));
      EXPECT_NEAR(line.equity, list->mover_acts_next() ? there : -there, 1e-6);
      EXPECT_NEAR(equity(line.value), line.equity, 1e-6);
    }
  });
}

INSTANTIATE_TEST_SUITE_P(SmallGames, ExactSearchTest,
                         ::testing::Values("gioul", "gul-bara", "gul-bara-lost", "plakoto",
                                           "fevga"),
                         kTestName);

// Returns the mean equity lost per decision, over decisions of random games.
double mean_loss(const SearchOptions& options, double noise) {
  const Game game = find_game("gioul");
  const auto exact = table_evaluator_factory(table_of("gioul", 2))();
  const auto search = search_of("gioul", options, noise);
  const auto list = std::make_unique<AfterstateList>();
  double loss = 0.0;
  std::size_t decisions = 0;
  for_each_decision("gioul", 600, [&](const Position& position, Dice dice) {
    game.generate_afterstates(position, dice, *list);
    const auto exact_equity = [&](std::size_t line) {
      if (list->ending(line) != Ending::kNone) {
        return static_cast<double>(points(outcome_of(list->ending(line))));
      }
      const double there = equity(exact->evaluate(list->positions()[line]));
      return list->mover_acts_next() ? there : -there;
    };
    double best = -3.0;
    for (std::size_t line = 0; line < list->size(); ++line) {
      best = std::max(best, exact_equity(line));
    }
    loss += best - exact_equity(search->choose(position, *list));
    ++decisions;
  });
  return loss / static_cast<double>(decisions);
}

TEST(Search, DeeperSearchLosesLess) {
  constexpr double kNoise = 0.1;
  const double at0 = mean_loss({.plies = 0}, kNoise);
  const double at1 = mean_loss({.plies = 1, .filter_margin = 4.0}, kNoise);
  const double at2 = mean_loss({.plies = 2, .filter_margin = 4.0}, kNoise);
  EXPECT_GT(at0, 0.005);  // otherwise there is nothing to gain
  EXPECT_LT(at1, 0.6 * at0);
  EXPECT_LT(at2, at1);
  EXPECT_EQ(mean_loss({.plies = 1, .filter_margin = 4.0}, 0.0), 0.0);
}

// Computes one ply as eval/search/search.h defines it, without shortcuts.
double one_ply(Game game, Evaluator& evaluator, const Position& position, bool chains_owed) {
  const auto list = std::make_unique<AfterstateList>();
  double sum = 0.0;
  for (const Dice dice : kDistinctRolls) {
    if (chains_owed && dice.is_doublet() && doublet_starts_chain(game, position)) {
      Position owed = position;
      owed.owed_moves = static_cast<std::uint8_t>(chain_length(dice.high));
      sum += count_permutations(dice) * equity(evaluator.evaluate(owed));
      continue;
    }
    game.generate_afterstates(position, dice, *list);
    double best = -3.0;
    for (std::size_t line = 0; line < list->size(); ++line) {
      double found = 0.0;
      if (list->ending(line) != Ending::kNone) {
        found = points(outcome_of(list->ending(line)));
      } else {
        const double there = equity(evaluator.evaluate(list->positions()[line]));
        found = list->mover_acts_next() ? there : -there;
      }
      best = std::max(best, found);
    }
    sum += count_permutations(dice) * best;
  }
  return sum / 36.0;
}

EvaluatorFactory random_net_of(Game game, const std::vector<int>& hidden = {16}) {
  return small_net(game, hidden, 3);
}

TEST(Search, OnePlyValueIsTheMeanOverBestReplies) {
  const Game game = find_game("gioul");
  const EvaluatorFactory factory = random_net_of(game);
  const auto evaluator = factory();
  const auto search = make_search(game, {.plies = 1}, factory());
  for (const Position& position : sample_positions(game, 15, 2, 40)) {
    if (position.is_pending()) continue;
    EXPECT_NEAR(equity(search->evaluate(position)), one_ply(game, *evaluator, position, false),
                1e-5);
  }
}

// Replies that the evaluator leaves out must not matter.
TEST(Search, LimitedRepliesAreNearlyAsGoodAsAll) {
  const Game game = find_game("gioul");
  const EvaluatorFactory factory = random_net_of(game, {256, 16});
  const auto evaluator = factory();
  const auto few = make_search(game, {.plies = 1}, factory());
  const auto all = make_search(game, {.plies = 1, .max_replies = 0}, factory());
  double missed = 0.0;
  int positions = 0;
  for (const Position& position : sample_positions(game, 15, 2, 40)) {
    if (position.is_pending()) continue;
    const double exact = one_ply(game, *evaluator, position, false);
    EXPECT_NEAR(equity(all->evaluate(position)), exact, 1e-5);
    const double found = equity(few->evaluate(position));
    EXPECT_LT(found, exact + 1e-5);
    missed += exact - found;
    ++positions;
  }
  EXPECT_GT(missed, 0.0);
  EXPECT_LT(missed / positions, 0.005);
}

TEST(Search, ExpandsChainsOnlyWhereTheyMayChangeTheRanking) {
  const Game game = find_game("gioul");
  const EvaluatorFactory factory = random_net_of(game);
  const auto evaluator = factory();
  const SearchOptions options{
      .plies = 1, .move_filter = 1000, .filter_margin = 4.0, .chain_margin = 0.002};
  const auto search = make_search(game, options, factory());
  const auto list = std::make_unique<AfterstateList>();
  CounterRng dice(5, 0, RngStream::kDice);
  std::size_t rough = 0;
  std::size_t others = 0;
  for (const Position& position : sample_positions(game, 15, 2, 12)) {
    game.generate_afterstates(position, dice.roll_dice(), *list);
    if (list->mover_acts_next() || list->positions().empty()) continue;
    const auto ranked = search->rank(position, *list);
    const auto owed = [&](const ScoredPlay& line) {
      return -one_ply(game, *evaluator, list->positions()[line.afterstate_index], true);
    };
    double best = -3.0;
    for (const ScoredPlay& line : ranked) best = std::max(best, owed(line));
    EXPECT_FALSE(ranked.front().has_unexpanded_chains);
    for (const ScoredPlay& line : ranked) {
      EXPECT_EQ(line.searched_plies, 1);
      ++(line.has_unexpanded_chains ? rough : others);
      const double expected =
          line.has_unexpanded_chains
              ? owed(line)
              : -one_ply(game, *evaluator, list->positions()[line.afterstate_index], false);
      EXPECT_NEAR(line.equity, expected, 1e-5);
      EXPECT_NEAR(equity(line.value), line.equity, 1e-9);
      if (ranked.size() > 1 && std::abs(owed(line) - best + options.chain_margin) > 1e-5) {
        EXPECT_EQ(line.has_unexpanded_chains, owed(line) < best - options.chain_margin);
      }
    }
  }
  EXPECT_GT(rough, 20u);
  EXPECT_GT(others, 5u);
}

TEST(Search, ExpandsAllChainsIfRequested) {
  const Game game = find_game("gioul");
  const EvaluatorFactory factory = random_net_of(game);
  const auto list = std::make_unique<AfterstateList>();
  for (const int plies : {1, 2}) {
    SearchOptions options{.plies = plies,
                          .move_filter = 8,
                          .filter_margin = 4.0,
                          .chain_beam = 2,
                          .chain_margin = 0.0};
    const auto sparing = make_search(game, options, factory());
    options.chain_margin = kExpandAllChainsMargin;
    const auto search = make_search(game, options, factory());
    CounterRng dice(5, 0, RngStream::kDice);
    for (const Position& position : sample_positions(game, 15, 2, plies == 1 ? 12 : 3)) {
      game.generate_afterstates(position, dice.roll_dice(), *list);
      sparing->rank(position, *list);
      for (const ScoredPlay& line : search->rank(position, *list)) {
        EXPECT_TRUE(!line.has_unexpanded_chains || line.searched_plies < plies);
      }
    }
    EXPECT_LT(sparing->evaluation_count(), search->evaluation_count());
  }
}

TEST(Search, NoValueIsApproximateInGamesWithoutChains) {
  const Game game = find_game("portes");
  const EvaluatorFactory factory = random_net_of(game);
  const auto list = std::make_unique<AfterstateList>();
  const SearchOptions options{.plies = 2, .move_filter = 3, .chain_beam = 2};
  SearchOptions all = options;
  all.chain_margin = kExpandAllChainsMargin;
  const auto search = make_search(game, options, factory());
  const auto same = make_search(game, all, factory());
  CounterRng dice(5, 0, RngStream::kDice);
  for (const Position& position : sample_positions(game, 15, 2, 4)) {
    game.generate_afterstates(position, dice.roll_dice(), *list);
    for (const ScoredPlay& line : search->rank(position, *list))
      EXPECT_FALSE(line.has_unexpanded_chains);
    same->rank(position, *list);
  }
  EXPECT_EQ(search->evaluation_count(), same->evaluation_count());
}

TEST(Search, ChoosesTheFirstRankedPlay) {
  const Game game = find_game("gioul");
  for (const SearchOptions& options :
       {SearchOptions{}, SearchOptions{.chain_beam = 4}, SearchOptions{.plies = 1, .chain_beam = 4},
        SearchOptions{.plies = 2, .move_filter = 4, .chain_beam = 2}}) {
    const auto search = search_of("gioul", options, 0.1);
    const auto list = std::make_unique<AfterstateList>();
    for_each_decision("gioul", 80, [&](const Position& position, Dice dice) {
      game.generate_afterstates(position, dice, *list);
      const std::size_t choice = search->choose(position, *list);
      if (list->size() > 1) {
        EXPECT_EQ(choice, search->rank(position, *list).front().afterstate_index);
      }
    });
  }
}

TEST(Search, CachedValuesEqualFreshOnes) {
  std::vector<Position> positions;
  for_each_decision("gioul", 200, [&](const Position& p, Dice) { positions.push_back(p); });
  const SearchOptions options{.plies = 1, .chain_beam = 2};
  const auto one_for_all = search_of("gioul", options, 0.1);
  for (int round = 0; round < 2; ++round) {
    for (const Position& position : positions) {
      EXPECT_EQ(one_for_all->evaluate(position),
                search_of("gioul", options, 0.1)->evaluate(position));
    }
  }
}

// Decisions inside chains: each number meets leaves of the previous one.
TEST(Search, ClearingRestoresRankingsAndCountsOfANewSearch) {
  const Game game = find_game("gioul");
  const EvaluatorFactory factory = random_net_of(game);
  const auto list = std::make_unique<AfterstateList>();
  for (const int plies : {1, 2}) {
    const SearchOptions options{
        .plies = plies, .move_filter = 4, .chain_beam = 2, .chain_margin = 0.001};
    const auto one_for_all = make_search(game, options, factory());
    CounterRng dice(5, 0, RngStream::kDice);
    for (const Position& position : sample_positions(game, 15, 7, plies == 1 ? 30 : 6)) {
      game.generate_afterstates(position, dice.roll_dice(), *list);
      const auto fresh = make_search(game, options, factory());
      const auto expected = fresh->rank(position, *list);
      for (const bool forgets : {false, true}) {
        if (forgets) one_for_all->clear_cache();
        const std::uint64_t before = one_for_all->evaluation_count();
        const auto ranked = one_for_all->rank(position, *list);
        EXPECT_TRUE(std::ranges::equal(ranked, expected, [](const auto& a, const auto& b) {
          return a.afterstate_index == b.afterstate_index && a.searched_plies == b.searched_plies &&
                 a.has_unexpanded_chains == b.has_unexpanded_chains && a.equity == b.equity &&
                 a.value == b.value;
        }));
        if (forgets) {
          EXPECT_EQ(one_for_all->evaluation_count() - before, fresh->evaluation_count());
        }
      }
      EXPECT_EQ(one_for_all->choose(position, *list), expected.front().afterstate_index);
    }
  }
}

TEST(Search, FilterPassesOnlyTheBestPlays) {
  const Game game = find_game("gioul");
  const auto list = std::make_unique<AfterstateList>();
  const Position start = parse_position(game, "20:1,15:1|24:2");
  game.generate_afterstates(start, make_dice(6, 1), *list);
  ASSERT_GT(list->size(), 2u);
  const auto deep = [&](const SearchOptions& options) {
    const auto search = search_of("gioul", options, 0.0);
    return std::ranges::count(search->rank(start, *list), options.plies,
                              &ScoredPlay::searched_plies);
  };
  EXPECT_EQ(deep({.plies = 1, .move_filter = 2, .filter_margin = 4.0}), 2);
  EXPECT_EQ(deep({.plies = 1, .move_filter = 8, .filter_margin = 0.0}), 1);
  EXPECT_EQ(deep({.plies = 1, .move_filter = 1000, .filter_margin = 4.0}),
            static_cast<std::ptrdiff_t>(list->size()));
}

TEST(Search, EachPlyHalvesFilterAndMargin) {
  const Game game = find_game("portes");  // without chains every stage is final
  const EvaluatorFactory factory = random_net_of(game);
  const auto list = std::make_unique<AfterstateList>();
  const Position start = start_position(game);
  game.generate_afterstates(start, make_dice(6, 1), *list);
  ASSERT_GT(list->size(), 8u);
  std::vector<ScoredPlay> ranked;
  const auto deep = [&](const SearchOptions& options) {
    const auto search = make_search(game, options, factory());
    const auto plays = search->rank(start, *list);
    ranked.assign(plays.begin(), plays.end());
    return std::ranges::count(ranked, options.plies, &ScoredPlay::searched_plies);
  };
  EXPECT_EQ(deep({.plies = 2, .move_filter = 8, .filter_margin = 4.0}), 4);
  EXPECT_EQ(deep({.plies = 2, .move_filter = 1, .filter_margin = 4.0}), 2);
  EXPECT_EQ(deep({.plies = 1, .move_filter = 8, .filter_margin = 4.0}), 8);
  constexpr double kMargin = 0.09;
  const auto at_1_ply = deep({.plies = 1, .move_filter = 1000, .filter_margin = kMargin});
  const auto within_half = std::ranges::count_if(ranked, [&](const ScoredPlay& play) {
    return play.searched_plies == 1 && play.equity >= ranked[0].equity - kMargin / 2.0;
  });
  ASSERT_LT(within_half, at_1_ply);
  ASSERT_GT(within_half, 1);
  EXPECT_EQ(deep({.plies = 2, .move_filter = 1000, .filter_margin = kMargin}), within_half);
}

}  // namespace
}  // namespace gioul
