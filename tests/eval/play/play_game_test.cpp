// Tests of games whose players fail, and of the counts of a mirrored pair.
#include "eval/play/play_game.h"

#include <gtest/gtest.h>

#include "engine/games/dispatch.h"
#include "engine/games/game.h"
#include "engine/outcome.h"
#include "engine/text/notation.h"
#include "eval/play/player.h"
#include "eval/players/players.h"
#include "eval/tournament/game_pairs.h"

namespace gioul {
namespace {

// Chooses the first play, and fails at decision number `last`.
class Quitter : public Player {
 public:
  explicit Quitter(int last) : last_(last) {}
  std::size_t choose(const Position&, const AfterstateList&, CounterRng&) override {
    if (decisions_++ == last_) throw PlayerFailure("tired");
    return 0;
  }

 private:
  int last_;
  int decisions_ = 0;
};

GameResult play(const char* position, Player& first, Player& second) {
  static AfterstateList list;
  return play_game(game_with_rules<Gioul>(), parse_position(game_with_rules<Gioul>(), position),
                   {&first, &second}, GameRng(1, 1), list);
}

TEST(PlayGame, FailureBeforeBearingOffLosesTwoPoints) {
  Quitter quitter(0);
  Quitter other(1000);
  const GameResult result = play("24:15|24:15", quitter, other);
  EXPECT_EQ(result.outcome, Outcome::kLose2);
  EXPECT_EQ(result.failed_player, 0);
  EXPECT_EQ(result.failure_reason, "tired");
  EXPECT_EQ(result.total_decisions(), 0);
}

TEST(PlayGame, FailureAfterBearingOffLosesOnePoint) {
  Quitter quitter(0);
  Quitter other(1000);
  EXPECT_EQ(play("6:14,off:1|24:15", quitter, other).outcome, Outcome::kLose1);
}

TEST(PlayGame, FailureOfTheSecondPlayerIsAWinForTheFirst) {
  Quitter quitter(0);
  Quitter other(1000);
  const GameResult result = play("24:15|24:15", other, quitter);
  EXPECT_EQ(result.outcome, Outcome::kWin2);
  EXPECT_EQ(result.failed_player, 1);
  EXPECT_GE(result.decision_counts[0], 1);
}

TEST(PlayGame, MeasuresTimeOnlyIfRequested) {
  Quitter first(1000);
  Quitter second(1000);
  AfterstateList list;
  const Position start = start_position(game_with_rules<Gioul>(), 15);
  EXPECT_FALSE(
      play_game(game_with_rules<Gioul>(), start, {&first, &second}, GameRng(1, 1), list).is_timed);
  const GameResult timed = play_game(game_with_rules<Gioul>(), start, {&first, &second},
                                     GameRng(1, 1), list, DecisionTiming::kDecisions);
  EXPECT_TRUE(timed.is_timed);
  EXPECT_GT(timed.decision_nanoseconds[0], 0);
}

TEST(PlayGame, CountsForfeits) {
  // 5-5 cannot be played here, so the whole chain passes to the opponent.
  const Position position = parse_position(game_with_rules<Gioul>(), "6:1,3:1,off:13|24:1,off:14");
  AfterstateList list;
  int forfeits = 0;
  for (std::uint64_t game = 0; game < 200 && forfeits == 0; ++game) {
    Quitter first(1000);
    Quitter second(1000);
    forfeits =
        play_game(game_with_rules<Gioul>(), position, {&first, &second}, GameRng(1, game), list)
            .forfeited_chain_count;
  }
  EXPECT_EQ(forfeits, 1);
}

TEST(GamePairs, CountFailuresForTheFailingPlayer) {
  PairRunner runner(Game(), StartPositions(Game(), 15));
  Quitter quitter(0);
  Quitter other(100000);
  PairingTotals result;
  result.add(runner.play_pair(other, quitter, 5, 0));
  EXPECT_EQ(result.player_counts[0].failed_game_count(), 0);
  EXPECT_EQ(result.player_counts[1].failed_game_count(), 1);  // then it continues
  EXPECT_TRUE(
      result.player_counts[1].failures_by_reason.begin()->first.starts_with("tired, game "));
  EXPECT_EQ(result.game_count(), 2);
  EXPECT_GT(result.player_counts[0].decision_count, 0);
}

TEST(GamePairs, FailureNamesTheGame) {
  PairRunner runner(Game(), StartPositions(Game(), 15));
  Quitter other(100000);
  Quitter first(0);
  EXPECT_EQ(runner.play_pair(first, other, 5, 3).game_results[0].failure_reason, "tired, game 6");
  const GamePair whole = runner.play_pair(other, other, 5, 3);
  Quitter second(static_cast<int>(whole.game_results[0].decision_counts[0]));
  EXPECT_EQ(runner.play_pair(second, other, 5, 3).game_results[1].failure_reason, "tired, game 7");
}

TEST(GamePairs, FirstMoverIsTheFirstPlayerOfEachGame) {
  GamePair pair;
  pair.game_results[0].outcome = Outcome::kWin2;
  pair.game_results[1].outcome = Outcome::kLose1;  // the pairing's player wins this one, too
  PairingTotals result;
  result.add(pair);
  EXPECT_EQ(result.first_mover_net_points, 1);
  EXPECT_EQ(result.first_mover_win_count, 1);
  EXPECT_EQ(result.first_mover_points_per_game(), 0.5);
  EXPECT_EQ(result.first_mover_win_share(), 0.5);
  EXPECT_EQ(result.pair_points.raw_sample().sum(), 3);
}

TEST(GamePairs, ArriveInOrderOnAnyNumberOfThreads) {
  const auto factory = make_player_factory("random", game_with_rules<Gioul>());
  const PairOptions options = {.checkers = 2, .first_pair = 7, .pair_count = 100, .threads = 4};
  std::int64_t next = 7;
  play_pairs_in_order(options, factory, factory, [&](const GamePair& pair) {
    EXPECT_EQ(pair.pair_number, next++);
    return pair.pair_number < 50;
  });
  EXPECT_EQ(next, 51);
}

}  // namespace
}  // namespace gioul
