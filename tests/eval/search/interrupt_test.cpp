#include "base/interrupt.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "engine/games/game.h"
#include "engine/text/notation.h"
#include "eval/rollout/rollout.h"
#include "eval/search/search.h"
#include "tests/base/test_name.h"
#include "tests/eval/rollout/rollout_players.h"

namespace gioul {
namespace {

// Requests a stop at the `at`th call, and counts all calls. A decision is one call.
class StopsWhenAsked : public Evaluator {
 public:
  struct Count {
    int at;
    int asked = 0;
    StopFlag stop = false;

    int asked_after() const { return asked - at; }
  };

  StopsWhenAsked(std::unique_ptr<Evaluator> inner, Count& count)
      : inner_(std::move(inner)), count_(count) {}

  Value evaluate(const Position& position) override {
    ask_once();
    return inner_->evaluate(position);
  }
  void submit(const Position& before, const AfterstateList& list, std::size_t limit) override {
    ask_once();
    inner_->submit(before, list, limit);
  }
  void submit(const Position& position) override {
    ask_once();
    inner_->submit(position);
  }
  void flush() override { inner_->flush(); }
  std::span<const AfterstateEquity> results(std::size_t decision) override {
    return inner_->results(decision);
  }
  Value result_value(std::size_t decision, std::size_t i) const override {
    return inner_->result_value(decision, i);
  }

 private:
  void ask_once() {
    if (++count_.asked == count_.at) count_.stop = true;
  }

  std::unique_ptr<Evaluator> inner_;
  Count& count_;
};

constexpr int kRollsAtOnce = 21;

class Interrupt : public ::testing::TestWithParam<const char*> {};

TEST_P(Interrupt, StopsASearchBeforeTheNextRoll) {
  const Game game = find_game(GetParam());
  const auto list = std::make_unique<AfterstateList>();
  for (const int plies : {1, 2, 3}) {
    for (const Dice dice : {Dice{6, 4}, Dice{3, 3}}) {
      for (const int at : {1, 2, 17, 111, 1003}) {
        StopsWhenAsked::Count count{.at = at};
        const StopFlagScope bound(&count.stop);
        const auto search = make_search(
            game, default_search_options(plies),
            std::make_unique<StopsWhenAsked>(random_net_evaluator(GetParam())(), count));
        const Position start = start_position(game);
        game.generate_afterstates(start, dice, *list);
        EXPECT_EQ(search->rank(start, *list).size(), list->size());
        EXPECT_LE(count.asked_after(), kRollsAtOnce) << plies << " plies, at " << at;
      }
    }
  }
}

TEST_P(Interrupt, StopsARolloutBeforeTheNextDecision) {
  const Game game = find_game(GetParam());
  for (const int at : {1, 17, 111, 1003}) {
    StopsWhenAsked::Count count{.at = at};
    const StopFlagScope bound(&count.stop);
    const RolloutOptions options{
        .game = game, .max_trials = 1296, .variance_reduction = VarianceReduction::kNone};
    const RolloutStart start{.position = start_position(game)};
    rollout(options, {&start, 1}, [&] {
      return std::make_unique<StopsWhenAsked>(random_net_evaluator(GetParam())(), count);
    });
    EXPECT_GE(count.asked_after(), 0) << "it did not come so far";
    EXPECT_LE(count.asked_after(), 1) << "at " << at;
  }
}

INSTANTIATE_TEST_SUITE_P(Games, Interrupt,
                         ::testing::Values("gioul", "gul-bara", "plakoto", "fevga", "portes"),
                         kTestName);

}  // namespace
}  // namespace gioul
