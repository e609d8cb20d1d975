#include "eval/match/match_file.h"

#include <SQLiteCpp/Column.h>
#include <SQLiteCpp/Database.h>
#include <gtest/gtest.h>

#include <string>

#include "base/error.h"
#include "base/files.h"
#include "tests/base/temporary_folder.h"
#include "tests/eval/work/flipped_bits.h"
#include "tests/paths.h"

namespace gioul {
namespace {

class MatchFileTest : public testing::Test {
 protected:
  MatchFileTest() {
    MatchFile file(file_, plan_, kPairs);
    for (std::int64_t pair = 0; pair < kPairs; ++pair) {
      const int points = static_cast<int>(pair % 5);
      PlayedMatch match{
          .points = {3, points}, .games = 3 + pair, .gammons = pair, .ties = 1, .failures = {}};
      if (pair % 3 == 0) match.failures[1]["it died"] = 1 + pair;
      file.add(pair, {match, match});
    }
    file.finish();
  }

  // All that it has, in words; how it was refused instead.
  std::string content() const {
    try {
      const FoundMatches found = MatchFile(file_, plan_, kPairs).read();
      std::string text;
      for (const bool pair : found.pairs) text += pair ? "1" : "0";
      const MatchResult& result = found.result;
      for (const std::int64_t number : {result.games, result.gammons, result.ties}) {
        text += " " + std::to_string(number);
      }
      text += " " + std::to_string(result.match_share().mean) + " " +
              std::to_string(result.points_per_game().mean);
      for (const auto& [reason, games] : result.failures[1]) {
        text += " " + reason + " " + std::to_string(games);
      }
      return text;
    } catch (const InputError& error) {
      return error.what();
    }
  }

  static constexpr std::int64_t kPairs = 40;
  TemporaryFolder folder_;
  std::filesystem::path file_ = folder_ / "matches.db";
  MatchPlan plan_ = {{"target", "3"}, {"seed", "1"}};
};

TEST_F(MatchFileTest, NoBitOfItChangesAResult) {
  expect_no_bit_changes(file_, [&] { return content(); }, 5, 1500, 100);
}

TEST_F(MatchFileTest, OtherProgramsFindMatchesAndFailures) {
  const auto ask = [&](const char* sql) {
    return SQLite::Database(file_.string()).execAndGet(sql).getInt64();
  };
  EXPECT_EQ(ask("SELECT count(*) FROM matches"), 2 * kPairs);
  EXPECT_EQ(ask("SELECT games FROM matches WHERE pair = 7 AND match = 1"), 10);
  EXPECT_EQ(ask("SELECT sum(opponent_points) FROM matches"), 2 * 2 * kPairs);
  EXPECT_EQ(ask("SELECT sum(games) FROM failures WHERE who = 1 AND reason = 'it died'"),
            2 * (14 + 3 * (13 * 14 / 2)));
  EXPECT_EQ(ask("SELECT count(*) FROM failures WHERE who = 0"), 0);
}

// A file as older versions wrote it.
class OldMatchesTest : public testing::Test {
 protected:
  OldMatchesTest() { run_sql(read_file(test_data() + "/old-matches.sql", 100'000)); }

  void run_sql(const std::string& sql) const {
    SQLite::Database(file_.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE).exec(sql);
  }

  // All that it has, in words; how it was refused instead.
  std::string content() const {
    try {
      const MatchFile file(file_, plan_, 3);
      const MatchResult result = file.read().result;
      return std::string(file.has_checksums() ? "" : "unchecked ") +
             std::to_string(result.matches()) + " " + std::to_string(result.games) + " " +
             std::to_string(result.gammons) + " " +
             std::to_string(result.failures[1].at("exited with code 3"));
    } catch (const InputError& error) {
      return error.what();
    }
  }

  const TemporaryFolder folder_;
  const std::filesystem::path file_ = folder_ / "matches.db";
  const MatchPlan plan_ = {{"target", "3"},
                           {"checkers", "2"},
                           {"seed", "1"},
                           {"number of matches", "6"},
                           {"shares", "none"},
                           {"game", "gioul"},
                           {"player", "random"},
                           {"random's aim", "points"},
                           {"checksum of random", ""},
                           {"player", "ubgi:flaky"},
                           {"ubgi:flaky's aim", "points"},
                           {"checksum of ubgi:flaky", ""}};
};

TEST_F(OldMatchesTest, BecomesOneOfToday) {
  EXPECT_EQ(content(), "6 17 15 8");
  EXPECT_EQ(content(), "6 17 15 8");
}

TEST_F(OldMatchesTest, OneWithoutChecksumsSaysSo) {
  run_sql("ALTER TABLE matches DROP COLUMN crc; PRAGMA user_version = 0");
  EXPECT_EQ(content(), "unchecked 6 17 15 8");
  EXPECT_EQ(content(), "6 17 15 8");
}

TEST_F(OldMatchesTest, DamageIsRefusedAndTheFileLeftAsItWas) {
  const std::string whole = bytes_of(file_);
  for (const char* change :
       {"UPDATE matches SET points = 1", "UPDATE matches SET opponent_points = 7",
        "UPDATE matches SET games = 100", "UPDATE matches SET gammons = gammons + 1",
        "UPDATE matches SET ties = 1", "UPDATE matches SET crc = crc + 1",
        "UPDATE failures SET games = games + 1", "UPDATE failures SET who = 0",
        "UPDATE failures SET reason = 'he died'", "DELETE FROM failures"}) {
    run_sql(std::string(change) + " WHERE pair = 1 AND match = 1");
    const std::string before = bytes_of(file_);
    EXPECT_EQ(content(), file_.string() + ": is damaged: pair 1, match 1: its checksum is another")
        << change;
    EXPECT_EQ(bytes_of(file_), before);
    put_bytes(file_, whole);
  }
  run_sql("DELETE FROM matches WHERE pair = 1");
  EXPECT_EQ(content(), file_.string() + ": is damaged: pair 1 has failures of no match");
}

}  // namespace
}  // namespace gioul
