#include "eval/tournament/tournament_store.h"

#include <SQLiteCpp/Column.h>
#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>

#include "base/checksum.h"
#include "base/error.h"
#include "base/files.h"
#include "engine/outcome.h"
#include "eval/tournament/tournament.h"
#include "tests/base/holds.h"
#include "tests/base/temporary_folder.h"
#include "tests/eval/store/flipped_bits.h"
#include "tests/paths.h"

namespace gioul {
namespace {

class TournamentStoreTest : public testing::Test {
 protected:
  TournamentOptions options() const {
    return {.checkers = 3,
            .player_names = {"random", "blocker", "random"},
            .pairs_per_pairing = 20,
            .seed = 3,
            .results_database = file_.string()};
  }

  // Returns the first number in the result of a query.
  std::int64_t ask(const char* sql) const {
    return SQLite::Database(file_.string()).execAndGet(sql).getInt64();
  }

  void run_sql(const char* sql) const {
    SQLite::Database(file_.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE).exec(sql);
  }

  std::string refusal(const TournamentOptions& other) const {
    return message_of<InputError>([&] { run_tournament(other); });
  }

  // Returns the result of a query: a line per row, with a '|' after each value.
  std::string rows(const std::string& sql) const {
    std::string text;
    const SQLite::Database database(file_.string());
    SQLite::Statement row(database, sql);
    while (row.executeStep()) {
      for (int i = 0; i < row.getColumnCount(); ++i) text += row.getColumn(i).getString() + "|";
      text += "\n";
    }
    return text;
  }

  std::string contents() const;

  TemporaryFolder folder_;
  std::filesystem::path file_ = folder_ / "results.db";
};

GamePair failed_pair() {
  GamePair pair{.pair_number = 4, .game_results = {}};
  pair.game_results[0] = {.outcome = Outcome::kWin2,
                          .decision_counts = {3, 2},
                          .roll_count = 5,
                          .forfeited_chain_count = 1,
                          .is_timed = true,
                          .decision_nanoseconds = {123, 456},
                          .failed_player = 1,
                          .failure_reason = "it's dead",
                          .luck_units = -12'345,
                          .luck_nanoseconds = 678};
  pair.game_results[1] = {.outcome = Outcome::kLose1,
                          .decision_counts = {7, 8},
                          .roll_count = 9,
                          .failure_reason = {},
                          .luck_units = {}};
  return pair;
}

TEST_F(TournamentStoreTest, ReadsBackStoredPairs) {
  const TournamentSpec spec = make_tournament_spec(options());
  GamePair other = failed_pair();
  other.pair_number = 5;
  std::swap(other.game_results[0], other.game_results[1]);
  {
    TournamentStore file(file_, spec);
    file.add(1, failed_pair());
    file.add(1, other);
    file.finish_writing();
  }
  int pairs = 0;
  TournamentStore(file_, spec).for_each_pair([&](std::size_t pairing, const GamePair& pair) {
    const GamePair wanted = pairs++ == 0 ? failed_pair() : other;
    EXPECT_EQ(pairing, 1u);
    EXPECT_EQ(pair.pair_number, wanted.pair_number);
    for (std::size_t g = 0; g < 2; ++g) {
      EXPECT_EQ(pair.game_results[g].outcome, wanted.game_results[g].outcome);
      EXPECT_EQ(pair.game_results[g].decision_counts, wanted.game_results[g].decision_counts);
      EXPECT_EQ(pair.game_results[g].roll_count, wanted.game_results[g].roll_count);
      EXPECT_EQ(pair.game_results[g].forfeited_chain_count,
                wanted.game_results[g].forfeited_chain_count);
      EXPECT_EQ(pair.game_results[g].is_timed, wanted.game_results[g].is_timed);
      EXPECT_EQ(pair.game_results[g].luck_units, wanted.game_results[g].luck_units);
      EXPECT_EQ(pair.game_results[g].luck_nanoseconds, wanted.game_results[g].luck_nanoseconds);
      EXPECT_EQ(pair.game_results[g].decision_nanoseconds,
                wanted.game_results[g].decision_nanoseconds);
      EXPECT_EQ(pair.game_results[g].failed_player, wanted.game_results[g].failed_player);
      EXPECT_EQ(pair.game_results[g].failure_reason, wanted.game_results[g].failure_reason);
    }
  });
  EXPECT_EQ(pairs, 2);
  EXPECT_EQ(rows("SELECT pairing, pair, points, wins FROM pairs"), "1|4|3|2|\n1|5|-3|-2|\n");
  // Pairing 1 is players 0 and 2. The failing players: the second in game 0, the first in game 1.
  EXPECT_EQ(rows("SELECT pairing, pair, game, first, second, points, first_decisions, "
                 "second_decisions, rolls, forfeits, first_ns, second_ns, failed, reason, luck "
                 "FROM games ORDER BY pair, game"),
            "1|4|0|0|2|2|3|2|5|1|123|456|2|it's dead|-1.2345|\n"
            "1|4|1|2|0|-1|7|8|9|0||||||\n"
            "1|5|0|0|2|-1|7|8|9|0||||||\n"
            "1|5|1|2|0|2|3|2|5|1|123|456|0|it's dead|-1.2345|\n");
}

TEST_F(TournamentStoreTest, ViewsDescribeTheTournament) {
  const std::string net = (folder_ / "net").string();
  put_bytes(net, "some bytes");
  TournamentOptions gauntlet = options();
  gauntlet.seed = 4;
  gauntlet.game = find_game("fevga");
  gauntlet.player_names = {"random", "net:" + net, "blocker"};
  gauntlet.mode = TournamentMode::kGauntlet;
  TournamentStore(file_, make_tournament_spec(gauntlet));
  EXPECT_EQ(ask("PRAGMA application_id"), 1734963063);
  EXPECT_EQ(rows("SELECT variant, checkers, mode, seed, pairs, program FROM tournament"),
            "fevga|3|gauntlet|4|20|" GIOUL_VERSION "|\n");
  EXPECT_EQ(
      rows("SELECT player, name, fingerprint FROM players"),
      "0|random||\n1|net:" + net + "|" + format_hex(fnv1a("some bytes")) + "|\n2|blocker||\n");
  EXPECT_EQ(rows("SELECT pairing, player, opponent FROM pairings"), "0|0|1|\n1|0|2|\n");
}

TEST_F(TournamentStoreTest, DocumentedQueryGivesTheFirstTable) {
  TournamentOptions gauntlet = options();
  gauntlet.player_names = {"blocker", "random", "random"};
  gauntlet.mode = TournamentMode::kGauntlet;
  const TournamentResult result = run_tournament(gauntlet);
  std::string sql = read_file(test_data() + "/../../docs/tournaments.md", 1 << 20);
  sql.erase(0, sql.find("```sql\n") + 7);
  sql.resize(sql.find("```"));
  const SQLite::Database database(file_.string());
  SQLite::Statement row(database, sql);
  for (const PairingTotals& pairing : result.pairings) {
    ASSERT_TRUE(row.executeStep());
    EXPECT_EQ(row.getColumn(0).getString(), gauntlet.player_names[pairing.player_index]);
    EXPECT_EQ(row.getColumn(1).getString(), gauntlet.player_names[pairing.opponent_index]);
    EXPECT_EQ(row.getColumn(2).getInt(), 20);
    const Estimate points = pairing.points_per_game();
    EXPECT_NEAR(row.getColumn(3).getDouble(), points.mean, 1e-9);
    EXPECT_NEAR(row.getColumn(4).getDouble(), points.standard_error * points.standard_error, 1e-9);
  }
  EXPECT_FALSE(row.executeStep());
}

TEST_F(TournamentStoreTest, StoresEveryGameOfATournamentOnce) {
  const TournamentResult result = run_tournament(options());
  EXPECT_EQ(ask("SELECT count(*) FROM games"), 3 * 40);
  EXPECT_EQ(ask("SELECT count(*) FROM pairs"), 3 * 20);
  EXPECT_EQ(ask("SELECT sum(points) FROM pairs WHERE pairing = 2"),
            result.pairings[2].pair_points.raw_sample().sum());
  EXPECT_EQ(ask("SELECT sum(first_decisions + second_decisions) FROM games WHERE pairing = 0"),
            result.pairings[0].decision_count());
}

TEST_F(TournamentStoreTest, TournamentResumesWhereItStopped) {
  const TournamentResult whole = run_tournament(options());
  run_sql(
      "DELETE FROM pieces WHERE number % 20 IN (3, 11) OR (number / 20 = 1 AND number % 20 > 5)");
  const TournamentResult rest = run_tournament(options());
  EXPECT_EQ(rest.resumed_games, 120 - 2 * (3 + 3 + 13));
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(rest.pairings[i].outcome_counts, whole.pairings[i].outcome_counts);
    EXPECT_EQ(rest.pairings[i].pair_points.raw_sample().sum(),
              whole.pairings[i].pair_points.raw_sample().sum());
    EXPECT_EQ(rest.pairings[i].decision_count(), whole.pairings[i].decision_count());
  }
  EXPECT_EQ(run_tournament(options()).resumed_games, 120);
}

TEST_F(TournamentStoreTest, RejectsADifferentSpecAndNamesTheDifference) {
  run_tournament(options());
  TournamentOptions other = options();
  other.seed = 4;
  other.player_names[1] = "random";
  EXPECT_TRUE(holds(refusal(other), "its seed is 3, not 4; its player 2 is blocker, not random"));
  other = options();
  other.mode = TournamentMode::kGauntlet;
  EXPECT_TRUE(holds(refusal(other), "its mode is round-robin, not gauntlet"));
  other = options();
  other.player_names.pop_back();
  EXPECT_TRUE(holds(refusal(other), "its number of players is 3, not 2"));
  other = options();
  other.game = find_game("fevga");
  other.checkers = 4;
  EXPECT_TRUE(
      holds(refusal(other), "its variant is gioul, not fevga; its number of checkers is 3, not 4"));
  other = options();
  other.pairs_per_pairing = 30;
  other.seed = 4;
  const std::string before = bytes_of(file_);
  EXPECT_TRUE(holds(refusal(other), "holds other work: its seed is 3, not 4 ("));
  EXPECT_EQ(bytes_of(file_), before);
  other = options();
  other.threads = 2;
  EXPECT_EQ(refusal(other), "");
}

// Returns the results of a tournament as text, or the error message.
std::string outcome_of(const TournamentOptions& options) {
  try {
    std::string text;
    for (const PairingTotals& pairing : run_tournament(options).pairings) {
      for (const std::int64_t games : pairing.outcome_counts) text += std::to_string(games) + " ";
      text += std::to_string(pairing.pair_points.raw_sample().sum()) + " " +
              std::to_string(pairing.roll_count) + " " + std::to_string(pairing.decision_count()) +
              "\n";
    }
    return text;
  } catch (const InputError& error) {
    return error.what();
  }
}

// Returns the contents of all tables and views, without times.
std::string TournamentStoreTest::contents() const {
  std::string text;
  for (const char* query :
       {"SELECT * FROM work", "SELECT * FROM plan", "SELECT * FROM tournament",
        "SELECT * FROM players", "SELECT * FROM pairings", "SELECT * FROM pairs ORDER BY 1, 2",
        "SELECT pairing, pair, game, first, second, points, rolls FROM games ORDER BY 1, 2, 3",
        "SELECT * FROM moves ORDER BY 1, 2, 3"}) {
    text += rows(query);
  }
  return text;
}

TEST_F(TournamentStoreTest, GrowsToTheFileOfALargerTournament) {
  for (const TournamentMode mode : {TournamentMode::kRoundRobin, TournamentMode::kGauntlet}) {
    TournamentOptions small = options();
    small.mode = mode;
    small.record_moves = true;
    TournamentOptions more_pairs = small;
    more_pairs.pairs_per_pairing = 30;
    TournamentOptions more_players = small;
    more_players.player_names = {"random", "blocker,name=second", "random", "blocker"};
    TournamentOptions both = more_pairs;
    both.player_names = {"random", "blocker", "blocker", "random", "random"};
    for (const TournamentOptions& large : {more_pairs, more_players, both}) {
      std::filesystem::remove(file_);
      const std::string alone = outcome_of(large);
      const std::string whole = contents();
      std::filesystem::remove(file_);
      run_tournament(small);
      run_sql("DELETE FROM pieces WHERE number % 3 = 1");
      EXPECT_EQ(outcome_of(large), alone);
      EXPECT_EQ(contents(), whole);
    }
  }
}

TEST_F(TournamentStoreTest, FewerPairsAreTheFirstOnes) {
  TournamentOptions large = options();
  large.pairs_per_pairing = 30;
  run_tournament(large);
  const std::string before = contents();
  EXPECT_EQ(run_tournament(options()).resumed_games, 120);
  const std::string found = outcome_of(options());
  EXPECT_EQ(contents(), before);
  std::filesystem::remove(file_);
  EXPECT_EQ(outcome_of(options()), found);
}

TEST_F(TournamentStoreTest, DamagedUnitsStopGrowth) {
  run_tournament(options());
  run_sql("UPDATE pieces SET bytes = CAST('[]' AS BLOB) WHERE number = 27");
  TournamentOptions large = options();
  large.pairs_per_pairing = 30;
  EXPECT_EQ(refusal(large), file_.string() + ": is corrupted: piece 27: checksum mismatch");
  EXPECT_EQ(ask("SELECT pairs FROM tournament"), 20);
}

TEST_F(TournamentStoreTest, GrownPartsAreThePartsOfALargerTournament) {
  TournamentOptions large = options();
  large.pairs_per_pairing = 30;
  large.player_names.emplace_back("blocker");
  std::int64_t stored = 0;
  TournamentOptions small = options();
  for (std::int64_t i = 1; i <= 4; ++i) {
    small.part = large.part = {.part_number = i, .part_count = 4};
    std::filesystem::remove(file_);
    run_tournament(large);
    const std::string whole = contents();
    stored += ask("SELECT count(*) FROM pieces");
    std::filesystem::remove(file_);
    run_tournament(small);
    run_tournament(large);
    EXPECT_EQ(contents(), whole);
  }
  EXPECT_EQ(stored, make_tournament_spec(large).total_pair_count());
  std::filesystem::remove(file_);
  run_tournament(small);
  TournamentOptions inserted = large;
  inserted.player_names.insert(inserted.player_names.begin(), "blocker");
  EXPECT_TRUE(holds(refusal(inserted), "players can only be added after the others"));
}

TEST_F(TournamentStoreTest, DetectsEveryFlippedBit) {
  run_tournament(options());
  expect_no_bit_changes(file_, [&] { return outcome_of(options()); }, 3, 400, 100);
}

TEST(TournamentStore, RejectsUnitsThatAreNotPairs) {
  for (const char* piece : {"", "[]", "[[1],[2]]", "[[3,1,1,1,1,1,1,1,1,1],[3,1,1,1,1,1,1,1,1,1]]",
                            "{\"a\":1}", "[[1,1,1,1,1,1,1,null,null,null]]"}) {
    EXPECT_THROW(decode_pair(piece, RecordMoves::kNo), InputError) << piece;
  }
}

TEST_F(TournamentStoreTest, ReplacesViewsOfAnotherVersion) {
  run_tournament(options());
  run_sql("DROP VIEW pairs; CREATE VIEW pairs AS SELECT 1");
  run_tournament(options());
  EXPECT_NO_THROW(run_sql("CREATE TABLE points AS SELECT points FROM pairs"));
}

TEST_F(TournamentStoreTest, StoresMovesOfAllGamesOrOfNone) {
  run_tournament(options());
  TournamentOptions kept = options();
  kept.record_moves = true;
  EXPECT_TRUE(holds(refusal(kept), "has games without moves"));
  std::filesystem::remove(file_);
  run_tournament(kept);
  run_sql("DELETE FROM pieces WHERE number > 30");
  run_tournament(options());
  EXPECT_EQ(ask("SELECT count(*) FROM moves"), 3 * 40);
  int pairs = 0;
  TournamentStore(file_, make_tournament_spec(options()))
      .for_each_pair(
          [&](std::size_t, const GamePair& pair) {
            ++pairs;
            EXPECT_FALSE(pair.move_texts[0].empty() || pair.move_texts[1].empty());
          },
          RecordMoves::kYes);
  EXPECT_EQ(pairs, 60);
}

// Players wait for the writer when too many pairs are queued; they must get its error.
TEST_F(TournamentStoreTest, WriteFailureReachesThreadsThatAdd) {
  const TournamentSpec spec = make_tournament_spec(options());
  TournamentStore file(file_, spec);
  run_sql("CREATE TRIGGER full BEFORE INSERT ON pieces BEGIN SELECT raise(ABORT, 'no more'); END");
  const auto add_for_ever = [&] {
    for (;;) file.add(1, failed_pair());
  };
  EXPECT_TRUE(holds(message_of<std::runtime_error>(add_for_ever), "no more"));
  EXPECT_THROW(file.finish_writing(), std::runtime_error);
  EXPECT_EQ(ask("SELECT count(*) FROM games"), 0);
}

TEST_F(TournamentStoreTest, AcceptsMorePairsThanFitInTheQueue) {
  TournamentOptions many = options();
  many.pairs_per_pairing = 10'000;
  const TournamentSpec spec = make_tournament_spec(many);
  TournamentStore file(file_, spec);
  GamePair pair = failed_pair();
  for (pair.pair_number = 0; pair.pair_number < many.pairs_per_pairing; ++pair.pair_number)
    file.add(1, pair);
  file.finish_writing();
  EXPECT_EQ(ask("SELECT count(*) FROM pairs"), many.pairs_per_pairing);
}

TEST(TournamentSpec, SchedulesEveryPairOnce) {
  for (const std::int64_t pairs : {1, 7, 8, 9, 64, 65, 1000}) {
    const TournamentSpec spec = make_tournament_spec(
        {.player_names = {"random", "blocker", "random"}, .pairs_per_pairing = pairs});
    std::map<std::pair<std::size_t, std::int64_t>, int> seen;
    for (std::int64_t i = 0; i < spec.total_pair_count(); ++i) {
      const ScheduledPair pair = scheduled_pair(spec, i);
      EXPECT_LT(pair.pairing_index, 3u);
      EXPECT_LT(pair.pair_number, pairs);
      ++seen[{pair.pairing_index, pair.pair_number}];
    }
    EXPECT_EQ(static_cast<std::int64_t>(seen.size()), 3 * pairs) << pairs;
  }
}

TEST(TournamentSpec, GauntletPairsTheFirstPlayerWithAllOthers) {
  const TournamentSpec spec = make_tournament_spec(
      {.player_names = {"random", "blocker", "random"}, .mode = TournamentMode::kGauntlet});
  ASSERT_EQ(spec.pairings.size(), 2u);
  EXPECT_EQ(spec.pairings[1].player_index, 0u);
  EXPECT_EQ(spec.pairings[1].opponent_index, 2u);
  EXPECT_THROW(parse_tournament_mode("swiss"), InputError);
}

TEST(TournamentSpec, ChangedFileIsADifferentPlayer) {
  const TemporaryFolder folder;
  const std::filesystem::path net = folder / "net";
  TournamentOptions options = {.player_names = {"net:" + net.string(), "random"}};
  put_bytes(net, "one");
  const TournamentSpec one = make_tournament_spec(options);
  put_bytes(net, "two");
  const WorkSpec work = make_tournament_work_spec(one, RecordMoves::kNo);
  EXPECT_EQ(describe_difference(work, work), "");
  EXPECT_TRUE(holds(describe_difference(work, make_tournament_work_spec(
                                                  make_tournament_spec(options), RecordMoves::kNo)),
                    "its checksum of player 1's files is "));
}

TEST_F(TournamentStoreTest, ResumesWithTheSameVarianceReduction) {
  for (const bool begins_with_luck : {false, true}) {
    TournamentOptions played = options();
    played.results_database = (folder_ / (begins_with_luck ? "with.db" : "without.db")).string();
    played.luck_adjustment = begins_with_luck ? LuckAdjustment::kAlways : LuckAdjustment::kNever;
    const TournamentResult first = run_tournament(played);
    played.luck_adjustment = begins_with_luck ? LuckAdjustment::kNever : LuckAdjustment::kAlways;
    const TournamentResult again = run_tournament(played);
    EXPECT_EQ(again.resumed_games, first.game_count());
    for (std::size_t p = 0; p < first.pairings.size(); ++p) {
      EXPECT_EQ(again.pairings[p].is_luck_adjusted(), begins_with_luck);
      EXPECT_EQ(again.pairings[p].points_per_game().mean, first.pairings[p].points_per_game().mean);
    }
  }
}

// As after a stop at any place: in the pilot, or after it.
TEST_F(TournamentStoreTest, TargetErrorResumesToTheSameNumberOfPairs) {
  TournamentOptions whole = options();
  whole.results_database = {};
  whole.target_error = 0.05;
  const TournamentResult expected = run_tournament(whole);
  ASSERT_GT(expected.pairs_per_pairing, kPilotPairs);
  TournamentOptions stored = whole;
  stored.results_database = file_.string();
  for (const char* lost : {"number % 7 = 3", "number > 20"}) {
    EXPECT_EQ(run_tournament(stored).pairs_per_pairing, expected.pairs_per_pairing);
    run_sql((std::string("DELETE FROM pieces WHERE ") + lost).c_str());
    const TournamentResult resumed = run_tournament(stored);
    EXPECT_EQ(resumed.pairs_per_pairing, expected.pairs_per_pairing);
    EXPECT_GT(resumed.resumed_games, 0);
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_EQ(resumed.pairings[i].outcome_counts, expected.pairings[i].outcome_counts);
    }
  }
  stored.target_error *= 0.9;
  EXPECT_GT(run_tournament(stored).pairs_per_pairing, expected.pairs_per_pairing);
}

}  // namespace
}  // namespace gioul
