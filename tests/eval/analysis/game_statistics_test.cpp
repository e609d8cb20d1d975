// Tests of game statistics, on hand-made games and on self-play.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "engine/game_state.h"
#include "engine/games/game.h"
#include "engine/outcome.h"
#include "engine/text/notation.h"
#include "eval/analysis/resumable_statistics.h"
#include "eval/play/player.h"
#include "eval/players/evaluator_loader.h"
#include "eval/players/players.h"
#include "eval/solve/solver.h"
#include "eval/value/evaluator.h"
#include "tests/base/temporary_folder.h"

namespace gioul {
namespace {

Position at(std::string_view text) { return parse_position(find_game("gioul"), text); }

constexpr std::nullopt_t kNone = std::nullopt;

Transition step(std::string_view before, std::optional<Dice> dice, std::string_view after,
                bool mover_acts_next) {
  return {{at(before), dice}, Ending::kNone, at(after), mover_acts_next};
}

Transition end(std::string_view before, std::optional<Dice> dice, Ending ending) {
  return {{at(before), dice}, ending, Position{}, false};
}

GameSample sample(Outcome outcome, const std::vector<Transition>& transitions) {
  GameResult result;
  result.outcome = outcome;
  for (const Transition& transition : transitions)
    result.roll_count += transition.decision.position.is_pending() ? 0 : 1;
  result.decision_counts = {static_cast<int>(transitions.size()), 0};
  return make_game_sample(find_game("gioul"), result, transitions);
}

GameSample won_by_a_roll() {
  return sample(Outcome::kWin2, {end("2:1,off:14|24:1,5:14", Dice{4, 1}, Ending::kWin2)});
}

// Neither player can play any of 5-5; then the opponent rolls 6-6.
GameSample lost_to_a_chain() {
  return sample(Outcome::kLose1, {step("6:1,3:1,off:13|24:1,off:14", Dice{5, 5},
                                       "24:1,off:14|6:1,3:1,off:13|forfeit=8", false),
                                  step("24:1,off:14|6:1,3:1,off:13|forfeit=8", kNone,
                                       "24:1,off:14|6:1,3:1,off:13", true),
                                  end("24:1,off:14|6:1,3:1,off:13", Dice{6, 6}, Ending::kWin1)});
}

// Three of four 5's are made; the opponent bears off with the fourth, then with a 6.
GameSample lost_to_a_forfeit() {
  return sample(Outcome::kLose1,
                {step("24:1,17:1,off:13|6:1,5:1,off:13", Dice{5, 5},
                      "6:1,5:1,off:13|24:1,2:1,off:13|forfeit=5", false),
                 step("6:1,5:1,off:13|24:1,2:1,off:13|forfeit=5", kNone,
                      "6:1,off:14|24:1,2:1,off:13|forfeit=4", true),
                 end("6:1,off:14|24:1,2:1,off:13|forfeit=4", kNone, Ending::kWin1)});
}

TEST(GameSample, RecordsAGameEndedByAnOrdinaryRoll) {
  const GameSample game = won_by_a_roll();
  EXPECT_EQ(game.last_turn_kind, TurnKind::kRoll);
  EXPECT_EQ(game.opening_roll, (Dice{4, 1}));
  EXPECT_EQ(game.total_rolls, 1);
  EXPECT_EQ(game.forfeited_chain_count, 0);
  EXPECT_EQ(game.doublet_count(0), 0);
}

TEST(GameSample, UnplayableChainIsForfeitedWhole) {
  const GameSample game = lost_to_a_chain();
  EXPECT_EQ(game.forfeited_chain_count, 1);
  EXPECT_EQ(game.chains_by_number[4].chain_count, 1);
  EXPECT_EQ(game.chains_by_number[4].moves_played, 0);
  EXPECT_EQ(game.chains_by_number[4].complete_chain_count, 0);
  EXPECT_EQ(game.chains_by_number[4].moves_forfeited, 8);
  EXPECT_EQ(game.chains_by_number[4].forfeited_moves_played, 0);
}

TEST(GameSample, WinInsideAChainCountsAsACompleteChain) {
  const GameSample game = lost_to_a_chain();
  EXPECT_EQ(game.last_turn_kind, TurnKind::kChain);
  EXPECT_EQ(game.total_rolls, 2);
  EXPECT_EQ(game.chains_by_number[5].moves_played, 4);
  EXPECT_EQ(game.chains_by_number[5].complete_chain_count, 1);
  EXPECT_EQ(game.doublet_count(0), 1);
  EXPECT_EQ(game.doublet_count(1), 1);
}

TEST(GameSample, RecordsAWinByForfeitedMoves) {
  const GameSample game = lost_to_a_forfeit();
  EXPECT_EQ(game.last_turn_kind, TurnKind::kForfeit);
  EXPECT_EQ(game.total_rolls, 1);
  EXPECT_EQ(game.chains_by_number[4].moves_played, 3);
  EXPECT_EQ(game.chains_by_number[4].moves_forfeited, 5);
  EXPECT_EQ(game.chains_by_number[4].forfeited_moves_played, 2);
}

// 24/20(2) of four 4's; then the opponent's 16-point blocks, and the rest passes on.
TEST(GameSample, CountsMovesBeforeAForfeit) {
  const GameSample game =
      sample(Outcome::kWin1, {step("24:2|9:2", Dice{4, 4}, "9:2|20:2|forfeit=10", false)});
  EXPECT_EQ(game.chains_by_number[3].moves_played, 2);
  EXPECT_EQ(game.chains_by_number[3].moves_forfeited, 10);
}

GameStatistics three_games() {
  GameStatistics all;
  for (const GameSample& game : {won_by_a_roll(), lost_to_a_chain(), lost_to_a_forfeit()}) {
    all.add(game);
  }
  return all;
}

double mean(const IntegerSample& sample) { return sample.estimate().mean; }

TEST(GameStatistics, CountsResultsForTheFirstMover) {
  const GameStatistics all = three_games();
  EXPECT_EQ(all.outcome_counts.game_count(), 3);
  EXPECT_DOUBLE_EQ(mean(all.first_player_results.points), 0.0);
  EXPECT_DOUBLE_EQ(mean(all.first_player_results.wins), 1.0 / 3);
  EXPECT_DOUBLE_EQ(mean(all.first_player_results.gammons_won), 1.0 / 3);
}

TEST(GameStatistics, CountsEndingsAndGammonsAmongThem) {
  const GameStatistics all = three_games();
  for (std::size_t turn = 0; turn < kTurnKindCount; ++turn) {
    EXPECT_DOUBLE_EQ(mean(all.games_by_last_turn_kind[turn]), 1.0 / 3);
    EXPECT_DOUBLE_EQ(mean(all.gammon_rates_by_last_turn_kind[turn]), turn == 0 ? 1.0 : 0.0);
  }
}

// Four rolls: the winner's 4-1 (+2), then 5-5 (-1) and 6-6 (+1), then 5-5 (-1).
TEST(GameStatistics, LuckIsTheGainOfARollOverTheMeanRoll) {
  const GameStatistics all = three_games();
  EXPECT_DOUBLE_EQ(all.luck_by_roll[14].estimate().mean,
                   (-36.0 * 2 - 1) / 4);                                   // 5-5; all rolls win 1
  EXPECT_DOUBLE_EQ(all.luck_by_roll[20].estimate().mean, (36.0 - 1) / 4);  // 6-6
  EXPECT_DOUBLE_EQ(all.doublet_luck.estimate().mean, (6.0 * -1 - 1) / 4);
}

TEST(GameStatistics, CountsGamesByLeadInDoublets) {
  const GameStatistics all = three_games();
  EXPECT_EQ(all.results_by_doublet_lead[0].game_count(), 2);
  EXPECT_EQ(all.results_by_doublet_lead[1].game_count(), 1);
  EXPECT_DOUBLE_EQ(mean(all.results_by_doublet_lead[1].points), -1.0);
}

TEST(GameStatistics, CountsForfeitsByGameAndByMove) {
  const GameStatistics all = three_games();
  EXPECT_DOUBLE_EQ(mean(all.games_with_forfeit), 2.0 / 3);
  EXPECT_DOUBLE_EQ(mean(all.forfeited_moves_per_game), 13.0 / 3);
  EXPECT_DOUBLE_EQ(all.forfeited_moves_played_share.estimate().mean, 2.0 / 13);
}

GameStatistics of_blocker(int threads) {
  SelfMatchOptions options;
  options.checkers = 5;
  options.game_count = 300;
  options.threads = threads;
  return compute_statistics("blocker", options).statistics;
}

TEST(GameStatistics, LuckOverAllRollsSumsToZero) {
  const GameStatistics all = of_blocker(2);
  double sum = 0.0;
  for (std::size_t i = 0; i < kDistinctRolls.size(); ++i) {
    sum += count_permutations(kDistinctRolls[i]) * all.luck_by_roll[i].estimate().mean;
  }
  EXPECT_NEAR(sum, 0.0, 1e-9);
}

// Measured luck needs no evaluator, but must equal that of a perfect one.
TEST(GameStatistics, LuckMatchesTheExactSolution) {
  const TemporaryFolder folder;
  solve({.game = find_game("gioul"), .checkers = 2, .threads = 1, .max_memory_bytes = 4e9})
      ->save(folder / "exact.table");
  Game game = find_game("gioul");
  const EvaluatorFactory table = load_evaluator(folder / "exact.table", game, Precision::kFloat);
  SelfMatchOptions options;
  options.checkers = 2;
  options.game_count = 20000;
  const std::string player = "table:" + (folder / "exact.table").string();
  const GameStatistics all = compute_statistics(player, options).statistics;
  const auto evaluator = table();
  std::array<double, kDistinctRolls.size()> luck{};
  int rolls = 0;
  const auto take = [&](std::int64_t, const GameResult&, std::span<const Transition> transitions) {
    for (const Transition& transition : transitions) {
      if (transition.decision.position.is_pending()) continue;
      ++rolls;
      const double after = transition.ending != Ending::kNone
                               ? points(outcome_of(transition.ending))
                               : equity(evaluator->evaluate(transition.next)) *
                                     (transition.mover_acts_next ? 1.0 : -1.0);
      const auto roll =
          std::ranges::find(kDistinctRolls, *transition.decision.dice) - kDistinctRolls.begin();
      luck[static_cast<std::size_t>(roll)] +=
          after - equity(evaluator->evaluate(transition.decision.position));
    }
  };
  const auto any = [](std::int64_t) { return true; };
  for_each_self_play_game(options, make_player_factory(player, game), any, take);
  for (std::size_t i = 0; i < kDistinctRolls.size(); ++i) {
    const Estimate measured = all.luck_by_roll[i].estimate();
    EXPECT_NEAR(measured.mean, luck[i] * 36 / count_permutations(kDistinctRolls[i]) / rolls,
                4 * measured.standard_error)
        << format_dice(kDistinctRolls[i]);
  }
}

TEST(GameStatistics, UsesTheGamesOfMatchEquity) {
  SelfMatchOptions options;
  options.checkers = 5;
  options.game_count = 300;
  const OutcomeCounts counts =
      count_game_outcomes(options, make_player_factory("blocker", find_game("gioul")));
  EXPECT_EQ(of_blocker(1).outcome_counts.games_by_outcome, counts.games_by_outcome);
}

}  // namespace
}  // namespace gioul
