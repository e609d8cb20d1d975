#include "eval/match/match.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "base/error.h"
#include "base/interrupt.h"
#include "engine/games/game.h"
#include "engine/text/notation.h"
#include "eval/match/match_spec.h"
#include "eval/match/outcome_frequencies.h"
#include "eval/play/player.h"
#include "eval/players/players.h"
#include "eval/tournament/luck_adjustment.h"
#include "tests/base/holds.h"
#include "tests/eval/rollout/rollout_players.h"

namespace gioul {
namespace {

std::vector<Game> named(const std::vector<std::string>& names) {
  std::vector<Game> games;
  for (const std::string& name : names) games.push_back(find_game(name));
  return games;
}

MatchPlayer everywhere(const std::string& name, const std::vector<Game>& games) {
  MatchPlayer player;
  for (const Game game : games) player.player_factories.push_back(make_player_factory(name, game));
  return player;
}

TEST(Match, EndsAtTheGameThatReachesTheTarget) {
  const MatchOptions options{.target_points = 3, .game_cycle = named({"gioul"}), .checkers = 3};
  MatchRunner runner(options, everywhere("random", options.game_cycle),
                     everywhere("random", options.game_cycle));
  for (int pair = 0; pair < 50; ++pair) {
    for (const PlayedMatch& match : runner.play_pair(pair)) {
      const int winner = std::max(match.points[0], match.points[1]);
      EXPECT_TRUE(winner == 3 || winner == 4) << winner;
      EXPECT_LT(std::min(match.points[0], match.points[1]), 3);
      EXPECT_EQ(match.game_count + match.gammon_count, match.points[0] + match.points[1]);
    }
  }
}

TEST(Match, InterruptedRunReturnsTheFinishedPairs) {
  StopFlag stop = false;
  const StopFlagScope bound(&stop);
  const MatchOptions options{.target_points = 1, .game_cycle = named({"gioul"}), .checkers = 3};
  const MatchPlayer player = everywhere("random", options.game_cycle);
  const MatchTotals result = play_matches(options, player, player, [&](const MatchTotals& totals) {
    stop = totals.match_count() >= 6;
  });
  EXPECT_EQ(result.match_count(), 6);
  EXPECT_THROW(play_matches(options, player, player), Interrupted);
}

TEST(Match, EqualPlayersWinEachPairOnce) {
  const MatchOptions options{.target_points = 3,
                             .game_cycle = named({"fevga", "plakoto"}),
                             .checkers = 4,
                             .pair_count = 40};
  // Both matches of a pair have the same random numbers, so the first seat wins both or loses both.
  const MatchTotals result = play_matches(options, everywhere("blocker", options.game_cycle),
                                          everywhere("blocker", options.game_cycle));
  EXPECT_EQ(result.match_win_share().mean, 0.5);
  EXPECT_EQ(result.match_win_share().standard_error, 1.0 / 40.0);  // as if one pair were lost
  EXPECT_EQ(result.points_per_game().mean, 0.0);
  EXPECT_EQ(result.match_count(), 80);
}

TEST(Match, ContinuesAfterAGameLostByAFailure) {
  class FailingPlayer : public Player {
   public:
    std::size_t choose(const Position&, const AfterstateList&, CounterRng&) override {
      throw PlayerFailure("died");
    }
  };
  const MatchOptions options{.target_points = 3, .game_cycle = named({"gioul"}), .checkers = 3};
  MatchRunner runner(options,
                     {.player_factories = {[] { return std::make_unique<FailingPlayer>(); }}},
                     everywhere("random", options.game_cycle));
  const auto matches = runner.play_pair(0);
  for (std::size_t m = 0; m < 2; ++m) {
    EXPECT_EQ(matches[m].points, (std::array{0, 4}));
    const std::string reason = "died, match " + std::to_string(m) + ", game ";
    EXPECT_EQ(matches[m].failures_by_reason[0],
              (std::map<std::string, std::int64_t>{{reason + "1", 1}, {reason + "2", 1}}));
    EXPECT_TRUE(matches[m].failures_by_reason[1].empty());
  }
}

// Records the games in which it decides, and its utilities.
class Witness : public Player {
 public:
  struct Log {
    std::vector<std::string> events;
    std::vector<Utility> utilities;
  };
  Witness(std::string name, Log& log) : name_(std::move(name)), log_(log) {}

  std::size_t choose(const Position& before, const AfterstateList& list, CounterRng& rng) override {
    if (fresh_)
      log_.events.push_back(before.own.count(kStartPoint) == 2 && before.opp.count(kStartPoint) == 2
                                ? name_ + " starts"
                                : name_ + " follows");
    fresh_ = false;
    return rng.uniform_below(list.size());
  }
  void begin_game() override { fresh_ = true; }
  void set_utility(const Utility& utility) override { log_.utilities.push_back(utility); }

 private:
  std::string name_;
  Log& log_;
  bool fresh_ = false;
};

TEST(Match, WinnerStartsTheNextGameOfTheCycle) {
  Witness::Log log;
  const auto witness = [&](std::string name) -> PlayerFactory {
    return [&log, name = std::move(name)] { return std::make_unique<Witness>(name, log); };
  };
  const MatchOptions options{
      .target_points = 5, .game_cycle = named({"gioul", "fevga"}), .checkers = 2};
  MatchRunner runner(options, {.player_factories = {witness("A gioul"), witness("A fevga")}},
                     {.player_factories = {witness("B gioul"), witness("B fevga")}});
  std::set<std::string> first_starters;
  for (int pair = 0; pair < 20; ++pair) {
    log.events.clear();
    const PlayedMatch match = runner.play_pair(pair)[0];
    std::vector<std::string> starts;
    for (const std::string& event : log.events) {
      if (event.ends_with("starts")) starts.push_back(event);
    }
    ASSERT_GE(starts.size(), static_cast<std::size_t>(match.game_count));
    first_starters.insert(starts[0].substr(0, 1));
    for (std::size_t game = 0; game < static_cast<std::size_t>(match.game_count); ++game) {
      EXPECT_TRUE(holds(starts[game], game % 2 == 0 ? "gioul" : "fevga"));
    }
  }
  EXPECT_EQ(first_starters.size(), 2u);  // the opening roll decides
  EXPECT_TRUE(log.utilities.empty());    // neither player has a table
}

TEST(Match, PassesTheUtilityOfTheScoreToEachPlayer) {
  Witness::Log log;
  const auto equity = std::make_shared<const MatchEquityTable>(
      1, std::vector<StarterProbabilities>{{0.1, 0.3, 0, 0.4, 0.2}});
  const PlayerFactory witness = [&log] { return std::make_unique<Witness>("A", log); };
  MatchRunner runner({.target_points = 1, .game_cycle = named({"gioul"}), .checkers = 2},
                     {.player_factories = {witness}, .equity_table = equity},
                     {.player_factories = {make_player_factory("random", find_game("gioul"))}});
  runner.play_pair(0);
  ASSERT_EQ(log.utilities.size(), 2u);  // one game per match, and one of the two players
  // The player starts one of them.
  const Utility starting = equity->utility({1, 1, true, 0});
  const Utility following = equity->utility({1, 1, false, 0});
  EXPECT_NE(starting, following);
  EXPECT_TRUE(std::ranges::is_permutation(log.utilities, std::array{starting, following}));
}

// With exact values and shares, nothing but luck decides a match: without it, the result is the
// probability of winning from the start of the match.
TEST(Match, ResultMinusExactLuckIsTheMatchEquity) {
  const std::vector<Game> games = named({"gioul", "fevga"});
  MatchOptions options{.target_points = 3, .game_cycle = games, .checkers = kCheckers};
  std::vector<StarterProbabilities> shares;
  MatchPlayer player;
  for (const Game game : games) {
    const std::string name(game.name());
    shares.push_back(perfect(name)()->evaluate(start_position(game, kCheckers)));
    player.player_factories.push_back(perfect_player(name));
    options.luck_evaluator_factories.push_back([game, name] {
      return std::make_unique<LuckEvaluator>(game, VarianceReduction::kAllRolls, perfect(name)());
    });
  }
  options.luck_equity_table = std::make_shared<const MatchEquityTable>(3, shares);
  const double starter = options.luck_equity_table->win_probability({3, 3, true, 0});
  MatchRunner runner(options, player, player);
  bool any_won = false;
  bool any_lost = false;
  for (int pair = 0; pair < 10; ++pair) {
    const auto matches = runner.play_pair(pair);
    double sum = 0.0;
    for (const PlayedMatch& match : matches) {
      ASSERT_TRUE(match.luck_units);
      const double adjusted = (match.player_won() ? 1.0 : 0.0) -
                              static_cast<double>(*match.luck_units) / kLuckUnitsPerPoint;
      EXPECT_NEAR(std::abs(adjusted - 0.5), std::abs(starter - 0.5), 2.0 / kLuckUnitsPerPoint);
      sum += adjusted;
      (match.player_won() ? any_won : any_lost) = true;
    }
    EXPECT_NEAR(sum, 1.0, 2.0 / kLuckUnitsPerPoint);
  }
  EXPECT_TRUE(any_won && any_lost);
}

TEST(Match, AdjustedShareIsTheShareMinusLuck) {
  MatchOptions options{.target_points = 2, .game_cycle = named({"gioul"}), .pair_count = 30};
  const MatchPlayer player = everywhere("net", options.game_cycle);
  const MatchPlayer opponent = everywhere("net,temperature=50", options.game_cycle);
  const MatchTotals raw = play_matches(options, player, opponent);
  options.luck_evaluator_factories = {
      make_luck_evaluator_factory(options.game_cycle[0], VarianceReduction::kAllRolls)};
  options.luck_equity_table = std::make_shared<const MatchEquityTable>(
      2, std::vector<StarterProbabilities>{{0.1, 0.4, 0, 0.4, 0.1}});
  const MatchTotals adjusted = play_matches(options, player, opponent);
  const LuckAdjustedSample& wins = adjusted.pair_wins;
  ASSERT_TRUE(wins.is_adjusted());
  EXPECT_FALSE(raw.pair_wins.is_adjusted());
  EXPECT_EQ(wins.raw_estimate().mean, raw.match_win_share().mean);
  EXPECT_NEAR(adjusted.match_win_share().mean, wins.raw_estimate().mean - wins.luck_estimate().mean,
              1e-9);
  EXPECT_LT(std::abs(wins.luck_estimate().mean), 4 * wins.luck_estimate().standard_error);
  EXPECT_LT(adjusted.match_win_share().standard_error, wins.raw_estimate().standard_error);
}

TEST(GameCounts, SharesHaveErrors) {
  const OutcomeCounts counts{{10, 20, 0, 40, 30}};
  EXPECT_EQ(counts.game_count(), 100);
  EXPECT_DOUBLE_EQ(counts.frequencies()[3], 0.4);
  EXPECT_DOUBLE_EQ(counts.standard_errors()[1], std::sqrt(0.2 * 0.8 / 99.0));
  // Four equal games don't prove that other outcomes never happen.
  EXPECT_EQ((OutcomeCounts{{0, 0, 0, 4, 0}}.standard_errors()),
            (StarterProbabilities{0.25, 0.25, 0.0, 0.25, 0.25}));
}

TEST(RatioEstimator, MatchesATextbookExample) {
  // Three observations of 1/2, 2/2 and 6/4: ratio 9/8; residuals -1.25, -0.25, 1.5.
  RatioEstimator ratio;
  ratio.add(1, 2);
  ratio.add(2, 2);
  ratio.add(6, 4);
  const Estimate estimate = ratio.estimate();
  EXPECT_DOUBLE_EQ(estimate.mean, 1.125);
  const double residuals = 1.25 * 1.25 + 0.25 * 0.25 + 1.5 * 1.5;
  EXPECT_NEAR(estimate.standard_error, std::sqrt(residuals / 2.0 / 3.0) / (8.0 / 3.0), 1e-12);
  EXPECT_EQ(RatioEstimator().estimate().mean, 0.0);
}

TEST(RatioEstimator, EqualRatiosHaveTheErrorOfOneThatDiffers) {
  RatioEstimator ratio;
  ratio.add(5, 3);
  EXPECT_DOUBLE_EQ(ratio.estimate(2.0).standard_error, 2.0 / 3);
  ratio.add(10, 6);
  EXPECT_DOUBLE_EQ(ratio.estimate(2.0).standard_error, 2.0 / 9);
  EXPECT_DOUBLE_EQ(ratio.estimate().standard_error, 1.0 / 9);
  ratio.add(5, 4);
  EXPECT_EQ(ratio.estimate(2.0).standard_error, ratio.estimate().standard_error);
  EXPECT_GT(ratio.estimate().standard_error, 0.0);
}

TEST(MatchSpec, ParsesKnownCycles) {
  EXPECT_EQ(parse_game_cycle("tavli"), named({"portes", "plakoto", "fevga"}));
  EXPECT_EQ(parse_game_cycle("tapa-gul-bara"), named({"gul-bara", "plakoto"}));
  EXPECT_THROW(parse_game_cycle("tavla"), InputError);
}

TEST(MatchSpec, PlainNameAppliesToAllGames) {
  EXPECT_EQ(parse_players_by_game("net:a=b;c", named({"gioul", "fevga"})),
            (std::vector<std::string>{"net:a=b;c", "net:a=b;c"}));
}

TEST(MatchSpec, ParsesOnePlayerPerGame) {
  EXPECT_EQ(parse_players_by_game("tapa=net:b;fevga=ubgi:x; y;z;portes=random",
                                  named({"portes", "plakoto", "fevga"})),
            (std::vector<std::string>{"random", "net:b", "ubgi:x; y;z"}));
  EXPECT_THROW(
      parse_players_by_game("portes=random;fevga=random", named({"portes", "plakoto", "fevga"})),
      InputError);
  EXPECT_THROW(parse_players_by_game("fevga=random;fevga=blocker", named({"fevga"})), InputError);
  EXPECT_THROW(parse_players_by_game("fevga=", named({"fevga"})), InputError);
}

}  // namespace
}  // namespace gioul
