#include "eval/rollout/rollout.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/interrupt.h"
#include "engine/games/dispatch.h"
#include "engine/games/game.h"
#include "engine/movegen.h"
#include "engine/outcome.h"
#include "engine/text/notation.h"
#include "eval/play/luck_evaluator.h"
#include "eval/solve/exact_table.h"
#include "eval/value/evaluator.h"
#include "tests/eval/rollout/rollout_players.h"

namespace gioul {
namespace {

#ifdef GIOUL_REDUCED_TESTS
constexpr std::int64_t kTrials = 144;
constexpr int kSeeds = 40;
#else
constexpr std::int64_t kTrials = 1296;
constexpr int kSeeds = 120;
#endif

RolloutResult roll_out(const RolloutOptions& options, const Position& position,
                       const EvaluatorFactory& evaluator, const PlayerFactory& player = {}) {
  const RolloutStart start{.position = position};
  return rollout(options, {&start, 1}, evaluator, player).front();
}

// The start and, in games with chains, a pending position of each kind.
std::vector<Position> some_positions(const std::string& variant) {
  Game game = table_of(variant)->game();
  std::vector<Position> positions = {start_position(game, kCheckers)};
  if (game.variant().doublets == DoubletRule::kChain) {
    for (const std::uint8_t forfeited : {std::uint8_t{0}, std::uint8_t{1}}) {
      positions.push_back(positions.front());
      if (game.variant().rolls_before_chains > 0)
        positions.back().own_roll_count = positions.back().opp_roll_count = 3;
      positions.back().owed_moves = 3;
      positions.back().is_forfeited = forfeited;
    }
  }
  return positions;
}

// Plays with equal equities can win different numbers of gammons, so outcomes depend on the choice.
constexpr double kEqualPlays = 1e-4;

TEST(Rollout, ExactVarianceReductionMakesEveryTrialExact) {
  for (const std::string variant : {"gioul", "gul-bara", "gul-bara-lost", "plakoto", "fevga"}) {
    for (const Position& position : some_positions(variant)) {
      const RolloutOptions options = {.game = find_game(variant),
                                      .max_trials = 72,
                                      .variance_reduction = VarianceReduction::kAllRolls,
                                      .threads = 2};
      const RolloutResult result = roll_out(options, position, perfect(variant));
      const Value exact = table_evaluator_factory(table_of(variant))()->evaluate(position);
      EXPECT_NEAR(result.equity.mean, equity(exact), kFloatChoice) << variant;
      EXPECT_LT(result.equity.standard_error, kFloatChoice) << variant;
      for (std::size_t o = 0; o < kOutcomeCount; ++o) {
        EXPECT_NEAR(result.outcome_probabilities[o].mean, exact[o], kEqualPlays)
            << variant << " " << o;
        EXPECT_LT(result.outcome_probabilities[o].standard_error, kEqualPlays)
            << variant << " " << o;
      }
    }
  }
}

TEST(Rollout, TruncatesWhereTheEvaluatorIsExact) {
  const Position start = start_position(game_with_rules<Gioul>(), kCheckers);
  const RolloutOptions options = {.max_trials = 8, .variance_reduction = VarianceReduction::kNone};
  const RolloutResult result = roll_out(options, start, perfect("gioul", Admits::kAll));
  EXPECT_NEAR(result.equity.mean, equity(table_of("gioul")->value(start)), 1e-12);
  EXPECT_NEAR(result.equity.standard_error, 0.0, 1e-12);
}

// A random net estimates luck badly, which must not change the mean of perfect play.
TEST(Rollout, VarianceReductionIsUnbiasedForAnyEvaluator) {
  for (const std::string variant : {"gioul", "gul-bara", "plakoto"}) {
    for (const Position& position : some_positions(variant)) {
      const Value exact = table_evaluator_factory(table_of(variant))()->evaluate(position);
      for (const VarianceReduction luck :
           {VarianceReduction::kAllRolls, VarianceReduction::kAuto, VarianceReduction::kNone}) {
        const RolloutOptions options = {.game = find_game(variant),
                                        .max_trials = kTrials,
                                        .variance_reduction = luck,
                                        .seed = 11,
                                        .threads = 2};
        const RolloutResult result =
            roll_out(options, position, random_net_evaluator(variant), perfect_player(variant));
        EXPECT_GT(result.equity.standard_error, 0.0);
        EXPECT_NEAR(result.equity.mean, equity(exact), 4.5 * result.equity.standard_error)
            << variant << " " << static_cast<int>(luck);
        double sum = 0.0;
        for (std::size_t o = 0; o < kOutcomeCount; ++o) {
          const Estimate& outcome = result.outcome_probabilities[o];
          // Outcomes too rare to occur have no measured error: use that of the exact probability.
          const double error = std::max(outcome.standard_error,
                                        std::sqrt(std::abs(exact[o] * (1.0 - exact[o])) / kTrials));
          EXPECT_NEAR(outcome.mean, exact[o], 4.5 * error + 1e-12) << variant;
          sum += outcome.mean;
        }
        EXPECT_NEAR(sum, 1.0, 1e-6);
        EXPECT_NEAR(result.win_probability.mean,
                    result.outcome_probabilities[3].mean + result.outcome_probabilities[4].mean,
                    1e-12);
      }
    }
  }
}

// Compares the spread of the means over many seeds with the reported errors. Stratified dice can
// make the true error smaller than the reported one, but not larger.
TEST(Rollout, ErrorHasItsNominalCoverage) {
  const Position start = start_position(game_with_rules<Gioul>(), kCheckers);
  const double exact = equity(table_of("gioul")->value(start));
  for (const VarianceReduction luck :
       {VarianceReduction::kAllRolls, VarianceReduction::kDoublets, VarianceReduction::kNone}) {
    double squares = 0.0;
    double reported = 0.0;
    for (int seed = 1; seed <= kSeeds; ++seed) {
      const RolloutOptions options = {.max_trials = 144,
                                      .variance_reduction = luck,
                                      .seed = static_cast<std::uint64_t>(seed),
                                      .threads = 2};
      const RolloutResult result =
          roll_out(options, start, random_net_evaluator("gioul"), perfect_player("gioul"));
      squares += (result.equity.mean - exact) * (result.equity.mean - exact);
      reported += result.equity.standard_error * result.equity.standard_error;
    }
    const double ratio = std::sqrt(squares / reported);
    // Four standard errors of a standard deviation estimated from kSeeds values.
    EXPECT_LT(ratio, 1.0 + 4.0 / std::sqrt(2.0 * kSeeds)) << static_cast<int>(luck);
    EXPECT_GT(ratio, 0.5) << static_cast<int>(luck);
  }
}

TEST(Rollout, ResultDependsOnTheSeedAndNotOnThreads) {
  const Position start = start_position(game_with_rules<Gioul>(), 3);
  const auto result_of = [&](int threads, std::uint64_t seed, VarianceReduction luck) {
    const RolloutOptions options = {
        .max_trials = kTrials, .variance_reduction = luck, .seed = seed, .threads = threads};
    return roll_out(options, start, random_net_evaluator("gioul")).equity;
  };
  for (const VarianceReduction luck :
       {VarianceReduction::kAllRolls, VarianceReduction::kDoublets}) {
    const Estimate one = result_of(1, 5, luck);
    const Estimate four = result_of(4, 5, luck);
    EXPECT_EQ(one.mean, four.mean);
    EXPECT_EQ(one.standard_error, four.standard_error);
    EXPECT_NE(one.mean, result_of(1, 6, luck).mean);
  }
}

// Returns the mean static equity, over all rolls, of the positions `rolls` rolls later.
double value_after_rolls(Evaluator& evaluator, const Position& position, int rolls) {
  if (rolls == 0 && !position.is_pending()) return equity(evaluator.evaluate(position));
  const auto list = std::make_unique<AfterstateList>();
  double mean = 0.0;
  for (const Dice roll : kDistinctRolls) {
    generate_afterstates<Gioul>(position, roll, *list);
    const std::size_t line = best_afterstate_index(*list, evaluator.evaluate(position, *list));
    double value = 0.0;
    if (list->ending(line) != Ending::kNone) {
      value = points(outcome_of(list->ending(line)));
    } else {
      const Position next = list->positions()[line];
      value = value_after_rolls(evaluator, next, position.is_pending() ? rolls : rolls - 1);
      if (!list->mover_acts_next()) value = -value;
    }
    if (position.is_pending()) return value;
    mean += value * count_permutations(roll) / 36.0;
  }
  return mean;
}

// A cycle of dice goes through all first rolls of both players, so the result has no random error.
TEST(Rollout, TruncationAfterTwoRollsGivesTheirExactMean) {
  const EvaluatorFactory net = random_net_evaluator("gioul");
  const Position position = parse_position(game_with_rules<Gioul>(), "24:1,12:2,5:1|24:3,7:1");
  for (const int rolls : {1, 2}) {
    const RolloutOptions options = {.max_trials = kFirstRollCycleLength,
                                    .truncation_rolls = rolls,
                                    .variance_reduction = VarianceReduction::kNone,
                                    .threads = 2};
    const RolloutResult result = roll_out(options, position, net);
    EXPECT_NEAR(result.equity.mean, value_after_rolls(*net(), position, rolls), 1e-6) << rolls;
  }
}

// Enough trials for several blocks.
TEST(Rollout, ManyCyclesGiveTheExactMeanOnAnyNumberOfThreads) {
  const Position start = start_position(game_with_rules<Gioul>(), 1);
  const EvaluatorFactory evaluator = table_evaluator_factory(table_of("gioul", 1));
  RolloutOptions options = {.max_trials = 120 * kFirstRollCycleLength,
                            .truncation_rolls = 1,
                            .variance_reduction = VarianceReduction::kNone};
  const RolloutResult one = roll_out(options, start, evaluator);
  options.threads = 2;
  const RolloutResult two = roll_out(options, start, evaluator);
  EXPECT_EQ(one.trial_count, 120 * kFirstRollCycleLength);
  EXPECT_NEAR(one.equity.mean, value_after_rolls(*evaluator(), start, 1), 1e-9);
  EXPECT_EQ(one.equity.mean, two.equity.mean);
  EXPECT_EQ(one.equity.standard_error, two.equity.standard_error);
}

TEST(Rollout, StopsAtTheTargetError) {
  const Position start = start_position(game_with_rules<Gioul>(), 3);
  const RolloutOptions options = {.max_trials = 100'000,
                                  .variance_reduction = VarianceReduction::kNone,
                                  .threads = 2,
                                  .target_error = 0.05};
  const RolloutResult result = roll_out(options, start, random_net_evaluator("gioul"));
  EXPECT_LE(result.equity.standard_error, 0.05);
  EXPECT_GE(result.trial_count, options.min_trials);
  EXPECT_LT(result.trial_count, 2000);
}

// Memory for all planned trials could not be allocated.
TEST(Rollout, UsesNoMemoryForUnplayedTrials) {
  const Position start = start_position(game_with_rules<Gioul>(), 3);
  RolloutOptions options = {.max_trials = 1'000'000'000'000'000,
                            .variance_reduction = VarianceReduction::kNone,
                            .threads = 2,
                            .target_error = 0.05};
  const RolloutResult most = roll_out(options, start, random_net_evaluator("gioul"));
  options.max_trials = 100'000;
  const RolloutResult many = roll_out(options, start, random_net_evaluator("gioul"));
  EXPECT_EQ(most.trial_count, many.trial_count);
  EXPECT_EQ(most.equity.mean, many.equity.mean);
}

TEST(Rollout, ReducesDoubletVarianceByDefaultInGamesWithChains) {
  for (const auto& [variant, luck] : {std::pair{"gioul", VarianceReduction::kDoublets},
                                      std::pair{"plakoto", VarianceReduction::kNone}}) {
    const Position start = start_position(table_of(variant)->game(), kCheckers);
    const RolloutOptions options = {.game = find_game(variant), .max_trials = 4};
    EXPECT_EQ(roll_out(options, start, random_net_evaluator(variant)).variance_reduction, luck)
        << variant;
  }
}

TEST(Rollout, VarianceReductionReducesTheError) {
  const Position start = start_position(game_with_rules<Gioul>(), kCheckers);
  const auto error_with = [&](VarianceReduction luck) {
    return roll_out({.max_trials = kTrials, .variance_reduction = luck, .threads = 2}, start,
                    perfect("gioul"))
        .equity.standard_error;
  };
  EXPECT_LT(error_with(VarianceReduction::kDoublets), 0.9 * error_with(VarianceReduction::kNone));
  EXPECT_LT(error_with(VarianceReduction::kAllRolls),
            0.1 * error_with(VarianceReduction::kDoublets));
}

TEST(Rollout, ReportsProgressOverTheTrialsOfAllStarts) {
  const std::array starts = {RolloutStart{.position = start_position(game_with_rules<Gioul>(), 1)},
                             RolloutStart{.position = start_position(game_with_rules<Gioul>(), 2)}};
  RolloutProgress last;
  std::int64_t calls = 0;
  rollout({.max_trials = 400, .variance_reduction = VarianceReduction::kNone}, starts,
          random_net_evaluator("gioul"), {}, [&](const RolloutProgress& progress) {
            EXPECT_GE(progress.trials_done, last.trials_done);
            last = progress;
            ++calls;
          });
  EXPECT_EQ(calls, 800);
  EXPECT_EQ(last.trials_done, 800);
  EXPECT_EQ(last.trials_total, 800);
}

TEST(Rollout, RejectsInvalidOptions) {
  const auto refused = [](const RolloutOptions& options) {
    EXPECT_THROW(roll_out(options, start_position(game_with_rules<Gioul>(), 1),
                          random_net_evaluator("gioul")),
                 InputError);
  };
  refused({.max_trials = 2});
  refused({.max_trials = 101});
  refused({.truncation_rolls = -1});
  refused({.threads = 0});
  refused({.target_error = -0.1});
  refused({.drop_sigmas = -1.0});
  EXPECT_THROW(
      roll_out({.game = find_game("fevga"), .variance_reduction = VarianceReduction::kDoublets},
               start_position(game_with_rules<Fevga>(), 1), random_net_evaluator("fevga")),
      InputError);
  EXPECT_THROW(rollout({}, {}, random_net_evaluator("gioul")), InputError);
}

TEST(Rollout, StopsAllItsThreadsOnItsStopFlag) {
  StopFlag stop = false;
  const RolloutOptions options{
      .max_trials = 1'000'000, .variance_reduction = VarianceReduction::kNone, .threads = 3};
  const RolloutStart start{.position = start_position(options.game)};
  const StopFlagScope bound(&stop);
  std::size_t told = 0;
  const RolloutResult result = rollout(options, {&start, 1}, random_net_evaluator("gioul"), {},
                                       [&](const RolloutProgress& progress) {
                                         if (progress.results.empty()) return;
                                         EXPECT_EQ(progress.results.size(), 1u);
                                         ++told;
                                         stop = true;
                                       })
                                   .front();
  EXPECT_GT(told, 0u);
  EXPECT_GT(result.trial_count, 0);
  EXPECT_LT(result.trial_count, 100'000);
}

}  // namespace
}  // namespace gioul
