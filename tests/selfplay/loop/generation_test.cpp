#include "selfplay/loop/generation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "base/parallel.h"
#include "engine/games/game.h"
#include "engine/games/variants.h"
#include "engine/movegen.h"
#include "engine/outcome.h"
#include "nn/infer/quantized_net.h"
#include "selfplay/loop/generation_source.h"
#include "tests/selfplay/record/recorded_games.h"

namespace gioul {
namespace {

#ifdef GIOUL_REDUCED_TESTS
constexpr std::uint64_t kGames = 10;
#else
constexpr std::uint64_t kGames = 200;
#endif

TEST(Generation, DoesNotDependOnThreads) {
  const QuantizedNet net = small_random_net(Game());
  const GenerationOptions with_siblings = {
      .seed = 4, .games = 4, .target_kind = TargetKind::kLookahead, .siblings_per_decision = 2};
  for (GenerationOptions options : {GenerationOptions{.seed = 4, .games = kGames}, with_siblings}) {
    options.threads = 1;
    const Generation one = play_generation(options, net);
    options.threads = 3;
    const Generation three = play_generation(options, net);
    EXPECT_EQ(one.games_hash, three.games_hash);
    EXPECT_EQ(one.gammons, three.gammons);
    ASSERT_EQ(one.examples.size(), three.examples.size());
    for (std::size_t i = 0; i < one.examples.size(); ++i) {
      ASSERT_EQ(one.examples[i].position, three.examples[i].position);
      ASSERT_EQ(one.examples[i].target, three.examples[i].target);
    }
  }
}

TEST(Generation, GamesDependOnlyOnTheirNumber) {
  const QuantizedNet net = small_random_net(Game());
  const Generation all = play_generation({.seed = 4, .games = 6}, net);
  const Generation tail = play_generation({.seed = 4, .first_game = 4, .games = 2}, net);
  ASSERT_LT(tail.examples.size(), all.examples.size());
  const std::size_t offset = all.examples.size() - tail.examples.size();
  for (std::size_t i = 0; i < tail.examples.size(); ++i) {
    ASSERT_EQ(tail.examples[i].position, all.examples[offset + i].position);
  }
}

TEST(Generation, DifferentSeedGivesDifferentGames) {
  const QuantizedNet net = small_random_net(Game());
  EXPECT_NE(play_generation({.seed = 4, .games = 5}, net).games_hash,
            play_generation({.seed = 5, .games = 5}, net).games_hash);
}

// With lambda 1 the target of every position is the game's result for its player to move.
TEST(Generation, TargetsWithLambdaOneAreTheResult) {
  const QuantizedNet net = small_random_net(Game());
  const Generation game = play_generation({.seed = 4, .games = 1, .td_lambda = 1.0}, net);
  Distribution expected = game.examples.back().target;
  EXPECT_GT(equity(expected), 0.9f) << "the last player to act bore off the last checker";
  for (std::size_t i = game.examples.size(); i-- > 1;) {
    const bool again = mover_acts_next(game.examples[i - 1].position, game.examples[i].position);
    if (!again) expected = flipped(expected);
    ASSERT_EQ(game.examples[i - 1].target, expected) << "decision " << i - 1;
  }
  EXPECT_EQ(static_cast<std::int64_t>(equity(game.examples.front().target)),
            game.first_mover_points);
}

// With lambda 0 the target is the value of the next position.
TEST(Generation, TargetsWithLambdaZeroAreTheNextValue) {
  const QuantizedNet net = small_random_net(Game());
  EvaluationBuffer buffer;
  const Generation game = play_generation({.seed = 4, .games = 1, .td_lambda = 0.0}, net);
  for (std::size_t i = 0; i + 1 < game.examples.size(); ++i) {
    const Position& next = game.examples[i + 1].position;
    Distribution expected = net.evaluate(next, buffer);
    if (!mover_acts_next(game.examples[i].position, next)) expected = flipped(expected);
    for (std::size_t o = 0; o < kOutcomeCount; ++o) {
      ASSERT_NEAR(game.examples[i].target[o], expected[o], 2e-6) << "decision " << i;
    }
  }
}

TEST(Generation, IncludesChainsAndForfeits) {
  const QuantizedNet net = small_random_net(Game());
  const Generation generation = play_generation({.seed = 4, .games = kGames}, net);
  std::size_t chains = 0;
  std::size_t forfeits = 0;
  for (const TrainingExample& example : generation.examples) {
    if (!example.position.is_pending()) continue;
    ++(example.position.is_forfeited != 0 ? forfeits : chains);
  }
  EXPECT_GT(chains, kGames);
  EXPECT_GT(forfeits, kGames);
}

TEST(Generation, PlaysEveryGameToItsEnd) {
  for (const std::string_view name : game_names()) {
    const Game game = find_game(name);
    const Generation generation = play_generation(
        {.game = game, .seed = 4, .games = 10, .threads = 2}, small_random_net(game));
    EXPECT_EQ(generation.games, 10u) << name;
    for (const TrainingExample& example : generation.examples) {
      float sum = 0.0f;
      for (const float p : example.target) sum += p;
      ASSERT_NEAR(sum, 1.0f, 1e-5f) << name;
    }
  }
}

TEST(Generation, CountsEvents) {
  const QuantizedNet net = small_random_net(Game());
  const Generation generation = play_generation({.seed = 4, .games = 20}, net);
  std::uint64_t forfeits = 0;
  for (const TrainingExample& example : generation.examples) {
    forfeits += example.position.is_forfeited != 0 ? 1 : 0;
  }
  EXPECT_EQ(generation.forfeit_decision_count, forfeits);
  EXPECT_GT(generation.forfeit_decision_count, 0u);
  EXPECT_GT(generation.evaluation_count, generation.decisions);
  EXPECT_LE(generation.first_mover_wins + generation.ties, generation.games);
}

// In a truncated game, with lambda 1 all targets are the net's value of the last position, turned
// from decision to decision. A game that is one decision longer contains that position.
TEST(Generation, TruncatedGamesLearnTheValueOfTheLastPosition) {
  const Game game = find_game("portes");
  const QuantizedNet net = small_random_net(game);
  constexpr std::int64_t kLongest = 20;
  GenerationOptions options = {.game = game,
                               .seed = 4,
                               .games = 1,
                               .td_lambda = 1.0,
                               .max_decisions = kLongest,
                               .with_calibration = true};
  const Generation cut = play_generation(options, net);
  EXPECT_EQ(cut.truncated_game_count, 1u);
  EXPECT_EQ(cut.first_mover_wins + cut.ties + cut.gammons, 0u);
  for (const CalibrationBin& bin : cut.calibration.bins[0]) EXPECT_EQ(bin.prediction_count, 0u);
  ASSERT_EQ(cut.examples.size(), kLongest);

  options.max_decisions = kLongest + 1;
  const Generation longer = play_generation(options, net);
  ASSERT_EQ(longer.examples.size(), kLongest + 1);
  EvaluationBuffer buffer;
  float value = equity(net.evaluate(longer.examples.back().position, buffer));
  for (std::size_t i = cut.examples.size(); i-- > 0;) {
    value = -value;
    EXPECT_EQ(cut.examples[i].position, longer.examples[i].position);
    EXPECT_NEAR(equity(cut.examples[i].target), value, 1e-5) << i;
  }
}

TEST(Generation, GamesThatEndInTimeAreNotTruncated) {
  const QuantizedNet net = small_random_net(Game());
  GenerationOptions options = {.seed = 4, .games = 1};
  const Generation whole = play_generation(options, net);
  options.max_decisions = static_cast<std::int64_t>(whole.examples.size());
  const Generation in_time = play_generation(options, net);
  EXPECT_EQ(in_time.truncated_game_count, 0u);
  EXPECT_EQ(in_time.games_hash, whole.games_hash);
  EXPECT_EQ(in_time.examples.front().target, whole.examples.front().target);
  options.max_decisions -= 1;
  EXPECT_EQ(play_generation(options, net).truncated_game_count, 1u);
}

// Computes the mean over the rolls of the best reply's value in the simplest way.
double mean_over_rolls(const QuantizedNet& net, const Position& position) {
  AfterstateList list;
  EvaluationBuffer buffer;
  double sum = 0.0;
  int rolls = 0;
  for (int a = 1; a <= 6; ++a) {
    for (int b = 1; b <= 6; ++b) {
      if (position.is_pending() && (a != 1 || b != 1)) continue;
      ++rolls;
      generate_afterstates<Gioul>(position, make_dice(a, b), list);
      double best = -3.0;
      for (std::size_t line = 0; line < list.size(); ++line) {
        if (list.ending(line) != Ending::kNone) {
          best = std::max<double>(best, points(outcome_of(list.ending(line))));
          continue;
        }
        const double value = equity(net.evaluate(list.positions()[line], buffer));
        best = std::max(best, list.mover_acts_next() ? value : -value);
      }
      sum += best;
    }
  }
  return sum / rolls;
}

TEST(Generation, LookaheadTargetsWithLambdaZeroAreMeansOverRolls) {
  const QuantizedNet net = small_random_net(Game());
  const Generation game = play_generation(
      {.seed = 4, .games = 1, .td_lambda = 0.0, .target_kind = TargetKind::kLookahead}, net);
  for (std::size_t i = 0; i < game.examples.size(); i += 3) {
    const double expected = mean_over_rolls(net, game.examples[i].position);
    EXPECT_NEAR(equity(game.examples[i].target), expected, 1e-5) << i;
  }
}

TEST(Generation, SiblingsAreAfterstatesOfOtherPlays) {
  const QuantizedNet net = small_random_net(Game());
  GenerationOptions options = {.seed = 4, .games = 1, .target_kind = TargetKind::kLookahead};
  const Generation without = play_generation(options, net);
  options.siblings_per_decision = 3;
  const Generation with = play_generation(options, net);
  EXPECT_EQ(with.games_hash, without.games_hash);
  ASSERT_EQ(with.decisions, without.decisions);
  EXPECT_EQ(without.sibling_example_count, 0u);

  // Siblings are in order of decisions; each is an afterstate other than the chosen one.
  auto sibling = with.examples.begin() + static_cast<std::ptrdiff_t>(with.decisions);
  play_games(options, net, [&](std::uint64_t, std::span<const GameStep> steps, Outcome) {
    AfterstateList list;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const Decision& decision = steps[i].decision;
      generate_afterstates<Gioul>(decision.position, decision.dice, list);
      std::vector<Position> others(list.positions().begin(), list.positions().end());
      if (i + 1 < steps.size()) std::erase(others, steps[i + 1].decision.position);
      for (std::size_t n = std::min<std::size_t>(others.size(), 3); n > 0; --n, ++sibling) {
        ASSERT_NE(sibling, with.examples.end());
        EXPECT_EQ(std::erase(others, sibling->position), 1u) << i;
      }
    }
  });
  EXPECT_EQ(sibling, with.examples.end());
  for (std::size_t i = with.decisions; i < with.examples.size(); i += 5) {
    const double expected = mean_over_rolls(net, with.examples[i].position);
    EXPECT_NEAR(equity(with.examples[i].target), expected, 1e-5) << i;
  }
}

TEST(Generation, GroupsAreAfterstatesOfOneDecision) {
  const QuantizedNet net = small_random_net(Game());
  GenerationOptions options = {
      .seed = 4, .games = 2, .target_kind = TargetKind::kLookahead, .siblings_per_decision = 3};
  const Generation plain = play_generation(options, net);
  EXPECT_TRUE(plain.group_sizes.empty());
  options.with_group_sizes = true;
  const Generation grouped = play_generation(options, net);
  EXPECT_EQ(grouped.games_hash, plain.games_hash);
  EXPECT_EQ(grouped.decisions, plain.decisions);
  ASSERT_EQ(std::accumulate(grouped.group_sizes.begin(), grouped.group_sizes.end(), std::size_t{0}),
            grouped.examples.size());

  // The same examples in another order: in a group the chosen position comes first, if the game
  // continued.
  auto group = grouped.group_sizes.begin();
  auto example = grouped.examples.begin();
  play_games(options, net, [&](std::uint64_t, std::span<const GameStep> steps, Outcome) {
    EXPECT_EQ(*group++, 1u);  // the start of the game
    EXPECT_EQ((example++)->position, steps.front().decision.position);
    AfterstateList list;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const Decision& decision = steps[i].decision;
      generate_afterstates<Gioul>(decision.position, decision.dice, list);
      const bool goes_on = i + 1 < steps.size();
      std::size_t others = list.positions().size();
      if (goes_on) {
        EXPECT_EQ(example->position, steps[i + 1].decision.position);
        --others;
      }
      const std::size_t count = std::min<std::size_t>(others, 3) + (goes_on ? 1 : 0);
      if (count == 0) continue;
      EXPECT_EQ(*group++, count) << i;
      for (std::size_t k = 0; k < count; ++k, ++example) {
        EXPECT_THAT(list.positions(), testing::Contains(example->position)) << i;
      }
    }
  });
  EXPECT_EQ(group, grouped.group_sizes.end());
  EXPECT_EQ(example, grouped.examples.end());
}

TEST(Generation, LambdaCorrectionAppliesToTheWholeGroup) {
  const QuantizedNet net = small_random_net(Game());
  GenerationOptions options = {.seed = 4,
                               .games = 1,
                               .td_lambda = 0.0,
                               .target_kind = TargetKind::kLookahead,
                               .siblings_per_decision = 3,
                               .with_group_sizes = true};
  const Generation ahead = play_generation(options, net);
  options.td_lambda = 0.7;
  const Generation later = play_generation(options, net);
  ASSERT_EQ(later.group_sizes, ahead.group_sizes);
  const auto correction = [&](std::size_t i, std::size_t o) {
    return later.examples[i].target[o] - ahead.examples[i].target[o];
  };
  float largest = 0.0f;
  std::size_t first = 0;
  for (const std::uint32_t count : later.group_sizes) {
    for (std::size_t i = first; i < first + count; ++i) {
      ASSERT_EQ(later.examples[i].position, ahead.examples[i].position);
      for (std::size_t o = 0; o < kOutcomeCount; ++o) {
        EXPECT_NEAR(correction(i, o), correction(first, o), 1e-6) << i;
        largest = std::max(largest, std::abs(correction(i, o)));
      }
    }
    first += count;
  }
  EXPECT_GT(largest, 0.01f);
}

// Corrections of a perfect evaluator have mean zero. For any evaluator the targets sum to 1.
TEST(Generation, LookaheadTargetsSumToOne) {
  const QuantizedNet net = small_random_net(Game());
  for (const double lambda : {0.0, 0.7, 1.0}) {
    const Generation games = play_generation(
        {.seed = 4, .games = 3, .td_lambda = lambda, .target_kind = TargetKind::kLookahead}, net);
    for (const TrainingExample& example : games.examples) {
      EXPECT_NEAR(std::accumulate(example.target.begin(), example.target.end(), 0.0), 1.0, 1e-4);
    }
  }
}

TEST(Generation, CalibrationCountsEveryPredictionOnce) {
  const QuantizedNet net = small_random_net(Game());
  const Generation games = play_generation({.seed = 4, .games = 10, .with_calibration = true}, net);
  for (const auto& bins : games.calibration.bins) {
    std::int64_t count = 0;
    for (std::size_t i = 0; i < bins.size(); ++i) {
      count += bins[i].prediction_count;
      const auto n = static_cast<double>(bins[i].prediction_count);
      EXPECT_GE(bins[i].predicted_sum, 0.1 * static_cast<double>(i) * n - 1e-3);
      EXPECT_LE(bins[i].predicted_sum, 0.1 * static_cast<double>(i + 1) * n + 1e-3);
      EXPECT_LE(bins[i].event_count, bins[i].prediction_count);
    }
    EXPECT_EQ(count, static_cast<std::int64_t>(games.decisions - games.games));
  }
}

// With one checker per side the loser has borne off none, so each win is a gammon.
TEST(Generation, CalibrationCountsGammonsWonAndLost) {
  const Calibration found =
      play_generation({.checkers = 1, .seed = 4, .games = 50, .with_calibration = true},
                      small_random_net(Game()))
          .calibration;
  std::array<std::int64_t, 3> events{};
  std::array<std::int64_t, 3> predictions{};
  for (std::size_t i = 0; i < events.size(); ++i) {
    for (const CalibrationBin& bin : found.bins[i]) {
      events[i] += bin.event_count;
      predictions[i] += bin.prediction_count;
    }
  }
  EXPECT_EQ(events[1], events[0]);
  EXPECT_EQ(events[2], predictions[0] - events[0]);
}

TEST(SelfPlayThreads, AreSharedByTheProcessesOfAHost) {
  TrainingConfig config;
  EXPECT_EQ(selfplay_thread_count(config), available_core_count());
  EXPECT_EQ(selfplay_thread_count(config, 2), std::max(1, available_core_count() / 2));
  EXPECT_EQ(selfplay_thread_count(config, 100'000), 1);
  config.run.selfplay_threads = 3;
  EXPECT_EQ(selfplay_thread_count(config, 2), 3);
}

}  // namespace
}  // namespace gioul
