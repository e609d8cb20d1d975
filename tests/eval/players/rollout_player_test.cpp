#include "eval/players/rollout_player.h"

#include <gtest/gtest.h>

#include "engine/games/dispatch.h"
#include "engine/games/game.h"
#include "engine/games/gioul.h"
#include "engine/movegen.h"
#include "engine/text/notation.h"
#include "eval/players/players.h"
#include "eval/players/search_player.h"
#include "eval/solve/exact_table.h"
#include "eval/solve/solver.h"
#include "eval/value/evaluator.h"
#include "nn/net/net_file.h"
#include "tests/base/holds.h"
#include "tests/eval/players/refusal.h"
#include "tests/eval/value/noisy_evaluator.h"

namespace gioul {
namespace {

std::shared_ptr<const ExactTable> table() {
  static const auto solved = solve({.game = find_game("gioul"), .checkers = 2, .threads = 2});
  return solved;
}

EvaluatorFactory evaluator(double noise) {
  return [noise] { return std::make_unique<NoisyEvaluator>(table(), noise); };
}

class RolloutPlayerTest : public ::testing::Test {
 protected:
  // Returns the equity lost by the player's choice at `text` with `dice`, in points.
  double loss(Player& player, const char* text, Dice dice) {
    const Position before = parse_position(game_with_rules<Gioul>(), text);
    generate_afterstates<Gioul>(before, dice, *list_);
    CounterRng rng(1, 1, RngStream::kFirstPlayer);
    const auto exact = table_evaluator_factory(table())();
    const auto equity_of = [&](std::size_t line) {
      if (list_->ending(line) != Ending::kNone) {
        return static_cast<double>(points(outcome_of(list_->ending(line))));
      }
      const double there = equity(exact->evaluate(list_->positions()[line]));
      return list_->mover_acts_next() ? there : -there;
    };
    double best = -3.0;
    for (std::size_t line = 0; line < list_->size(); ++line) {
      best = std::max(best, equity_of(line));
    }
    return best - equity_of(player.choose(before, *list_, rng));
  }

  std::unique_ptr<AfterstateList> list_ = std::make_unique<AfterstateList>();
};

constexpr std::pair<const char*, Dice> kDecisions[] = {
    {"20:1,15:1|24:2", {3, 1}},    {"20:1,15:1|24:2", {6, 2}}, {"13:1,9:1|22:1,17:1", {5, 4}},
    {"12:1,4:1|18:1,7:1", {2, 1}}, {"24:2|20:1,13:1", {4, 3}}, {"16:1,8:1|23:1,14:1", {6, 5}},
};

TEST_F(RolloutPlayerTest, IsPerfectWithAPerfectEvaluator) {
  const auto player =
      rollout_player_factory(game_with_rules<Gioul>(), {.max_trials = 36}, evaluator(0.0))();
  for (const auto& [text, dice] : kDecisions) {
    EXPECT_NEAR(loss(*player, text, dice), 0.0, 1e-6) << text;
  }
}

TEST_F(RolloutPlayerTest, LosesLessThanItsSearch) {
  constexpr double kNoise = 0.2;
  const RolloutPlayerOptions options{.search_options = {.filter_margin = 4.0},
                                     .max_plays = 100,
                                     .candidate_margin = 4.0,
                                     .max_trials = 2592,
                                     .truncation_rolls = 0};
  const auto rolls_out =
      rollout_player_factory(game_with_rules<Gioul>(), options, evaluator(kNoise))();
  const auto at_once =
      search_player_factory(game_with_rules<Gioul>(), options.search_options, evaluator(kNoise))();
  double lost = 0.0;
  double lost_at_once = 0.0;
  for (const auto& [text, dice] : kDecisions) {
    lost += loss(*rolls_out, text, dice);
    lost_at_once += loss(*at_once, text, dice);
  }
  EXPECT_GT(lost_at_once, 0.01);  // otherwise there is nothing to gain
  EXPECT_LT(lost, lost_at_once);
}

TEST_F(RolloutPlayerTest, ChoosesTheSameWithTheSameSeed) {
  const auto make =
      rollout_player_factory(game_with_rules<Gioul>(), {.max_trials = 36}, evaluator(0.3));
  for (const auto& [text, dice] : kDecisions) {
    EXPECT_EQ(loss(*make(), text, dice), loss(*make(), text, dice));
  }
}

// Counts its evaluations in `count`.
class CountingEvaluator : public NoisyEvaluator {
 public:
  explicit CountingEvaluator(int& count) : NoisyEvaluator(table(), 0.1), count_(count) {}
  Value evaluate(const Position& position) override {
    ++count_;
    return NoisyEvaluator::evaluate(position);
  }

 private:
  int& count_;
};

TEST_F(RolloutPlayerTest, RollsOutOnlyTheBestPlays) {
  const auto evaluations = [&](int max_plays, double margin) {
    int count = 0;
    const RolloutPlayerOptions options{.search_options = {.plies = 0},
                                       .max_plays = max_plays,
                                       .candidate_margin = margin,
                                       .max_trials = 4};
    const auto player = rollout_player_factory(game_with_rules<Gioul>(), options, [&] {
      return std::make_unique<CountingEvaluator>(count);
    })();
    loss(*player, "20:1,15:1|24:2", {3, 1});
    return count;
  };
  EXPECT_LT(evaluations(2, 4.0), evaluations(100, 4.0));
  EXPECT_LT(evaluations(100, 0.0), evaluations(2, 4.0));
}

TEST(RolloutPlayer, ParsesItsOptions) {
  const auto options_of = [](std::string_view name) {
    return parse_rollout_player_options(ParsedPlayerName(name));
  };
  const RolloutPlayerOptions expected = {.search_options = default_search_options(2),
                                         .max_plays = 3,
                                         .max_trials = 36,
                                         .truncation_rolls = 0};
  EXPECT_EQ(options_of("rollout:g,trials=36,truncate=0,candidates=3,plies=2,tables=off"), expected);
  EXPECT_EQ(options_of("rollout:g"), RolloutPlayerOptions{});
  EXPECT_EQ(RolloutPlayerOptions{}.candidate_margin, 0.15);
  EXPECT_EQ(parse_player("rollout:g").net_or_table_file, "g");
  EXPECT_TRUE(parse_player("rollout:g").uses_tables);
  EXPECT_FALSE(parse_player("rollout:g,tables=off").uses_tables);
  EXPECT_TRUE(holds(refusal_of("rollout:g,trials=7"), "trials '7': expected an even number"));
  EXPECT_TRUE(holds(refusal_of("rollout:g,beam=1"), "unknown option 'beam' (known are trials"));
}

TEST(RolloutPlayer, DefaultsToTheBundledNet) {
  const PlayerSpec player = parse_player("rollout,trials=36");
  EXPECT_EQ(player.evaluator_file(game_with_rules<Gioul>()),
            require_bundled_net(game_with_rules<Gioul>()));
}

}  // namespace
}  // namespace gioul
