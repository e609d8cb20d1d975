#include "eval/contest/tournament_file.h"

#include <SQLiteCpp/Column.h>
#include <SQLiteCpp/Database.h>
#include <gtest/gtest.h>

#include <map>

#include "base/error.h"
#include "engine/outcome.h"
#include "eval/contest/tournament.h"
#include "tests/base/temporary_folder.h"

namespace gioul {
namespace {

class TournamentFileTest : public testing::Test {
 protected:
  TournamentOptions options() const {
    return {.checkers = 3,
            .players = {"random", "blocker", "random"},
            .pairs = 20,
            .seed = 3,
            .database = file_.string()};
  }

  // The first number that a question to the database has as its answer.
  std::int64_t ask(const char* sql) const {
    return SQLite::Database(file_.string()).execAndGet(sql).getInt64();
  }

  void run_sql(const char* sql) const {
    SQLite::Database(file_.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE).exec(sql);
  }

  std::string refusal(const TournamentOptions& other) const {
    return message_of<InputError>([&] { run_tournament(other); });
  }

  TemporaryFolder folder_;
  std::filesystem::path file_ = folder_ / "results.db";
};

PlayedPair failed_pair() {
  PlayedPair pair{.number = 4, .games = {}};
  pair.games[0] = {.outcome = Outcome::kWin2,
                   .decisions = {3, 2},
                   .rolls = 5,
                   .forfeits = 1,
                   .timed = true,
                   .nanoseconds = {123, 456},
                   .failed = 1,
                   .failure = "it's dead"};
  pair.games[1] = {.outcome = Outcome::kLose1, .decisions = {7, 8}, .rolls = 9, .failure = {}};
  return pair;
}

TEST_F(TournamentFileTest, GivesBackWhatWasPutIn) {
  const TournamentPlan plan = plan_tournament(options());
  {
    TournamentFile file(file_, plan);
    file.add(1, failed_pair());
    file.finish();
  }
  int pairs = 0;
  TournamentFile(file_, plan).read([&](std::size_t pairing, const PlayedPair& pair) {
    const PlayedPair wanted = failed_pair();
    ++pairs;
    EXPECT_EQ(pairing, 1u);
    EXPECT_EQ(pair.number, wanted.number);
    for (std::size_t g = 0; g < 2; ++g) {
      EXPECT_EQ(pair.games[g].outcome, wanted.games[g].outcome);
      EXPECT_EQ(pair.games[g].decisions, wanted.games[g].decisions);
      EXPECT_EQ(pair.games[g].rolls, wanted.games[g].rolls);
      EXPECT_EQ(pair.games[g].forfeits, wanted.games[g].forfeits);
      EXPECT_EQ(pair.games[g].timed, wanted.games[g].timed);
      EXPECT_EQ(pair.games[g].nanoseconds, wanted.games[g].nanoseconds);
      EXPECT_EQ(pair.games[g].failed, wanted.games[g].failed);
      EXPECT_EQ(pair.games[g].failure, wanted.games[g].failure);
    }
  });
  EXPECT_EQ(pairs, 1);
  EXPECT_EQ(ask("SELECT points FROM pairs"), 3);
  EXPECT_EQ(ask("SELECT wins FROM pairs"), 2);
  EXPECT_EQ(ask("SELECT failed FROM games WHERE game = 0"), 2);  // the second player of 0 - 2
}

TEST_F(TournamentFileTest, HasEveryGameOfATournamentOnce) {
  const TournamentResult result = run_tournament(options());
  EXPECT_EQ(ask("SELECT count(*) FROM games"), 3 * 40);
  EXPECT_EQ(ask("SELECT count(*) FROM pairs"), 3 * 20);
  EXPECT_EQ(ask("SELECT sum(points) FROM pairs WHERE pairing = 2"),
            result.pairings[2].pair_points.sum());
  EXPECT_EQ(ask("SELECT sum(first_decisions + second_decisions) FROM games WHERE pairing = 0"),
            result.pairings[0].decisions());
}

TEST_F(TournamentFileTest, ATournamentGoesOnWhereItWas) {
  const TournamentResult whole = run_tournament(options());
  run_sql("DELETE FROM games WHERE pair IN (3, 11) OR (pairing = 1 AND pair > 5)");
  const TournamentResult rest = run_tournament(options());
  EXPECT_EQ(rest.found, 120 - 2 * (3 + 3 + 13));
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(rest.pairings[i].outcomes, whole.pairings[i].outcomes);
    EXPECT_EQ(rest.pairings[i].pair_points.sum(), whole.pairings[i].pair_points.sum());
    EXPECT_EQ(rest.pairings[i].decisions(), whole.pairings[i].decisions());
  }
  EXPECT_EQ(run_tournament(options()).found, 120);
}

TEST_F(TournamentFileTest, AnotherTournamentIsRefusedWithWhatDiffers) {
  run_tournament(options());
  TournamentOptions other = options();
  other.seed = 4;
  other.players[1] = "random";
  EXPECT_NE(refusal(other).find("its seed is 3, not 4; its player 2 is 'blocker', not 'random'"),
            std::string::npos)
      << refusal(other);
  other = options();
  other.mode = TournamentMode::kGauntlet;
  EXPECT_NE(refusal(other).find("its mode is round-robin, not gauntlet"), std::string::npos);
  other = options();
  other.pairs = 21;
  EXPECT_NE(refusal(other).find("its number of pairs is 20, not 21"), std::string::npos);
  other = options();
  other.threads = 2;
  EXPECT_EQ(refusal(other), "");
}

TEST_F(TournamentFileTest, OtherFilesAreRefusedAndLeftAlone) {
  put_bytes(file_,
            "not a database, but long enough to be read as the head of one, which it is not");
  const std::string before = bytes_of(file_);
  EXPECT_NE(refusal(options()).find("holds no results of a tournament"), std::string::npos);
  EXPECT_EQ(bytes_of(file_), before);
  std::filesystem::remove(file_);
  run_sql("CREATE TABLE a (b)");
  EXPECT_NE(refusal(options()).find("a database of something else"), std::string::npos);
  TournamentOptions nowhere = options();
  nowhere.database = "/no/such/folder/results.db";
  EXPECT_NE(refusal(nowhere).find("there is no folder"), std::string::npos);
  nowhere.database = folder_.path().string();
  EXPECT_NE(refusal(nowhere).find("no regular file"), std::string::npos);
}

TEST_F(TournamentFileTest, HalfAPairIsDamage) {
  run_tournament(options());
  run_sql("DELETE FROM games WHERE pairing = 1 AND pair = 5 AND game = 1");
  EXPECT_NE(refusal(options()).find("pair 5 of pairing 1 has not its two games"),
            std::string::npos);
}

TEST_F(TournamentFileTest, IsWrittenByOneProcessAtATime) {
  const TournamentPlan plan = plan_tournament(options());
  const TournamentFile file(file_, plan);
  EXPECT_NE(message_of<std::runtime_error>([&] {
              TournamentFile(file_, plan);
            }).find("another process is writing there"),
            std::string::npos);
}

// Its players wait for the writer where there are too many pairs, and must learn that it failed.
TEST_F(TournamentFileTest, ThatCannotBeWrittenStopsWhoAddsToIt) {
  const TournamentPlan plan = plan_tournament(options());
  TournamentFile file(file_, plan);
  run_sql(
      "CREATE TRIGGER full BEFORE INSERT ON games BEGIN SELECT raise(ABORT, 'no more games'); END");
  const auto add_for_ever = [&] {
    for (;;) file.add(1, failed_pair());
  };
  EXPECT_NE(message_of<std::runtime_error>(add_for_ever).find("no more games"), std::string::npos);
  EXPECT_THROW(file.finish(), std::runtime_error);
  EXPECT_EQ(ask("SELECT count(*) FROM games"), 0);
}

TEST_F(TournamentFileTest, TakesMorePairsThanMayWait) {
  TournamentOptions many = options();
  many.pairs = 10'000;
  const TournamentPlan plan = plan_tournament(many);
  TournamentFile file(file_, plan);
  PlayedPair pair = failed_pair();
  for (pair.number = 0; pair.number < many.pairs; ++pair.number) file.add(1, pair);
  file.finish();
  EXPECT_EQ(ask("SELECT count(*) FROM pairs"), many.pairs);
}

TEST(TournamentPlan, EveryPairIsPlannedOnce) {
  for (const std::int64_t pairs : {1, 7, 8, 9, 64, 65, 1000}) {
    const TournamentPlan plan =
        plan_tournament({.players = {"random", "blocker", "random"}, .pairs = pairs});
    std::map<std::pair<std::size_t, std::int64_t>, int> seen;
    for (std::int64_t i = 0; i < plan.all_pairs(); ++i) {
      const PlannedPair pair = planned_pair(plan, i);
      EXPECT_LT(pair.pairing, 3u);
      EXPECT_LT(pair.number, pairs);
      ++seen[{pair.pairing, pair.number}];
    }
    EXPECT_EQ(static_cast<std::int64_t>(seen.size()), 3 * pairs) << pairs;
  }
}

TEST(TournamentPlan, InAGauntletTheFirstMeetsAllOthers) {
  const TournamentPlan plan = plan_tournament(
      {.players = {"random", "blocker", "random"}, .mode = TournamentMode::kGauntlet});
  ASSERT_EQ(plan.pairings.size(), 2u);
  EXPECT_EQ(plan.pairings[1].player, 0u);
  EXPECT_EQ(plan.pairings[1].opponent, 2u);
  EXPECT_THROW(parse_mode("swiss"), InputError);
}

TEST(TournamentPlan, AFileThatChangedIsAnotherPlayer) {
  const TemporaryFolder folder;
  const std::filesystem::path net = folder / "net";
  TournamentOptions options = {.players = {"net:" + net.string(), "random"}};
  put_bytes(net, "one");
  const TournamentPlan one = plan_tournament(options);
  put_bytes(net, "two");
  EXPECT_EQ(difference(one, one), "");
  EXPECT_NE(difference(one, plan_tournament(options)).find("have changed since"),
            std::string::npos);
}

}  // namespace
}  // namespace gioul
