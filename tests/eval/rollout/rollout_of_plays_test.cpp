// Tests of rollouts that compare the plays of a decision.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <barrier>
#include <cmath>
#include <memory>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "engine/games/dispatch.h"
#include "engine/movegen.h"
#include "engine/text/notation.h"
#include "eval/rollout/rollout.h"
#include "eval/solve/exact_table.h"
#include "tests/eval/rollout/rollout_players.h"

namespace gioul {
namespace {

class RolloutOfPlays : public ::testing::Test {
 protected:
  // Rolls out all plays of a decision.
  std::vector<RolloutResult> roll_out(RolloutOptions options, const char* position, Dice dice,
                                      const EvaluatorFactory& evaluator) {
    generate_afterstates<Gioul>(parse_position(game_with_rules<Gioul>(), position), dice, *list_);
    for (std::size_t line = 0; line < list_->size(); ++line) {
      starts_.push_back(make_rollout_start(*list_, line));
    }
    options.threads = 2;
    return rollout(options, starts_, evaluator);
  }

  const std::unique_ptr<AfterstateList> list_ = std::make_unique<AfterstateList>();
  std::vector<RolloutStart> starts_;
};

TEST_F(RolloutOfPlays, ResultsAreForThePlayerToMove) {
  if (kCheckers < 2) GTEST_SKIP();
  for (const Dice dice : {make_dice(2, 1), make_dice(3, 3)}) {
    starts_.clear();
    const auto results =
        roll_out({.max_trials = 36, .variance_reduction = VarianceReduction::kAllRolls},
                 "24:1,9:1|24:2", dice, perfect("gioul"));
    const auto exact = table_evaluator_factory(table_of("gioul"))();
    for (std::size_t line = 0; line < results.size(); ++line) {
      const double value = equity(exact->evaluate(list_->positions()[line]));
      EXPECT_NEAR(results[line].equity.mean, list_->mover_acts_next() ? value : -value,
                  kFloatChoice);
      EXPECT_NEAR(results[line].difference_to_best.mean,
                  results[line].equity.mean - results[best_start_index(results)].equity.mean,
                  1e-12);
    }
  }
}

TEST_F(RolloutOfPlays, PlayThatEndsTheGameNeedsNoTrial) {
  const auto results = roll_out({.max_trials = 36}, "2:1,1:1,off:2|20:4", make_dice(2, 1),
                                random_net_evaluator("gioul"));
  const std::size_t best = best_start_index(results);
  ASSERT_EQ(list_->ending(best), Ending::kWin2);
  EXPECT_EQ(results[best].trial_count, 0);
  EXPECT_EQ(results[best].equity.mean, 2.0);
  EXPECT_EQ(results[best].outcome_probabilities[4].mean, 1.0);
  EXPECT_EQ(results[best].win_probability.mean, 1.0);
}

TEST_F(RolloutOfPlays, SharedDiceReduceErrorsOfDifferences) {
  const auto results =
      roll_out({.max_trials = 432, .variance_reduction = VarianceReduction::kNone},
               "24:2,13:1|24:2,7:1", make_dice(2, 1), random_net_evaluator("gioul"));
  const std::size_t best = best_start_index(results);
  double differences = 0.0;
  double independent = 0.0;
  for (std::size_t line = 0; line < results.size(); ++line) {
    if (line == best) continue;
    differences += std::pow(results[line].difference_to_best.standard_error, 2);
    independent += std::pow(results[line].equity.standard_error, 2) +
                   std::pow(results[best].equity.standard_error, 2);
  }
  EXPECT_LT(differences, independent);
}

TEST_F(RolloutOfPlays, DropsClearlyWorsePlaysAndStopsAtTheLast) {
  if (kCheckers < 2) GTEST_SKIP();
  const auto results = roll_out({.max_trials = 20000,
                                 .variance_reduction = VarianceReduction::kNone,
                                 .drop_sigmas = 3.3,
                                 .min_trials = 216},
                                "18:1,9:1|24:1,3:1", make_dice(4, 3), perfect("gioul"));
  ASSERT_GT(results.size(), 2u);
  const std::size_t best = best_start_index(results);
  const auto exact = table_evaluator_factory(table_of("gioul"))();
  const auto value = [&](std::size_t line) {
    return -equity(exact->evaluate(list_->positions()[line]));
  };
  std::int64_t least = 20000;
  for (std::size_t line = 0; line < results.size(); ++line) {
    EXPECT_LE(value(line), value(best) + kFloatChoice);
    EXPECT_GE(results[line].trial_count, 216);
    least = std::min(least, results[line].trial_count);
    if (results[line].is_dropped) {
      EXPECT_LT(results[line].difference_to_best.mean, 0.0);
    }
  }
  EXPECT_LT(least, 20000);
  EXPECT_EQ(results[best].difference_to_best.standard_error, 0.0);
}

// Threads that stand for processes sharing a rollout; they exchange values after each block.
class Together : public TrialExchange {
 public:
  struct Meeting {
    std::barrier<> all;
    std::vector<Value> block = {};
    std::mutex mutex = {};
  };

  Together(WorkPart part, Meeting& meeting) : part_(part), meeting_(meeting) {}

  WorkPart part() const override { return part_; }

  bool exchange(std::span<Value> values) override {
    {
      const std::scoped_lock lock(meeting_.mutex);
      meeting_.block.resize(values.size());
      for (std::size_t i = 0; i < values.size(); ++i) {
        if (!std::isnan(values[i][0])) meeting_.block[i] = values[i];
      }
    }
    meeting_.all.arrive_and_wait();
    std::ranges::copy(meeting_.block, values.begin());
    meeting_.all.arrive_and_wait();
    return true;
  }

 private:
  WorkPart part_;
  Meeting& meeting_;
};

TEST_F(RolloutOfPlays, SplittingTrialsOverEnginesKeepsTheResults) {
  const RolloutOptions options = {.max_trials = 1000,
                                  .variance_reduction = VarianceReduction::kNone,
                                  .drop_sigmas = 3.3,
                                  .min_trials = 216};
  const auto alone =
      roll_out(options, "24:2,13:1|24:2,7:1", make_dice(2, 1), random_net_evaluator("gioul"));
  constexpr int kEngines = 3;
  Together::Meeting meeting{.all = std::barrier<>(kEngines)};
  std::array<std::vector<RolloutResult>, kEngines> found;
  std::vector<std::thread> threads;
  for (int engine = 0; engine < kEngines; ++engine) {
    threads.emplace_back([&, engine] {
      Together together({.part_number = engine + 1, .part_count = kEngines}, meeting);
      RolloutOptions own = options;
      own.trial_exchange = &together;
      found[static_cast<std::size_t>(engine)] =
          rollout(own, starts_, random_net_evaluator("gioul"));
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const auto& results : found) {
    ASSERT_EQ(results.size(), alone.size());
    for (std::size_t s = 0; s < alone.size(); ++s) {
      EXPECT_EQ(results[s].trial_count, alone[s].trial_count);
      EXPECT_EQ(results[s].equity.mean, alone[s].equity.mean);
      EXPECT_EQ(results[s].equity.standard_error, alone[s].equity.standard_error);
      EXPECT_EQ(results[s].difference_to_best.standard_error,
                alone[s].difference_to_best.standard_error);
    }
  }
}

TEST_F(RolloutOfPlays, ReturnsPartialResultsIfTheExchangeStops) {
  class Alone : public TrialExchange {
    WorkPart part() const override { return {.part_number = 1, .part_count = 2}; }
    bool exchange(std::span<Value> values) override {
      EXPECT_TRUE(std::isnan(values.back()[0])) << "is the other's";
      return false;
    }
  } alone;
  const auto results =
      roll_out({.max_trials = 1000,
                .variance_reduction = VarianceReduction::kNone,
                .trial_exchange = &alone},
               "24:2,13:1|24:2,7:1", make_dice(2, 1), random_net_evaluator("gioul"));
  for (const RolloutResult& result : results) EXPECT_EQ(result.trial_count, 2) << "the first pair";
}

}  // namespace
}  // namespace gioul
