#include "eval/match/match_database.h"

#include <SQLiteCpp/Database.h>
#include <gtest/gtest.h>

#include <string>

#include "base/error.h"
#include "tests/base/temporary_folder.h"

namespace gioul {
namespace {

class MatchDatabaseTest : public testing::Test {
 protected:
  MatchDatabaseTest() {
    MatchDatabase database(file_, plan_);
    for (std::int64_t pair = 0; pair < kPairs; ++pair) {
      const int points = static_cast<int>(pair % 5);
      PlayedMatch match{
          .points = {3, points}, .games = 3 + pair, .gammons = pair, .ties = 1, .failures = {}};
      if (pair % 3 == 0) match.failures[1]["it died"] = 1 + pair;
      database.write(pair, {match, match});
    }
  }

  void run_sql(const std::string& sql) const {
    SQLite::Database(file_.string(), SQLite::OPEN_READWRITE).exec(sql);
  }

  // All that it has, in words; how it was refused instead.
  std::string content() const {
    try {
      const FoundMatches found = MatchDatabase(file_, plan_).read(kPairs);
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

TEST_F(MatchDatabaseTest, NoBitOfItChangesAResult) {
  const std::string wanted = content();
  const std::string whole = bytes_of(file_);
  int refused = 0;
  for (std::size_t bit = 5; bit < 8 * whole.size(); bit += 8 * whole.size() / 1500) {
    std::string damaged = whole;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
    put_bytes(file_, damaged);
    const std::string found = content();
    if (found == wanted) continue;
    EXPECT_TRUE(found.starts_with(file_.string() + ": ")) << "bit " << bit << ": " << found;
    ++refused;
  }
  EXPECT_GT(refused, 100);
}

TEST_F(MatchDatabaseTest, EveryColumnIsUnderAChecksum) {
  const std::string whole = bytes_of(file_);
  for (const char* change :
       {"UPDATE matches SET points = 4", "UPDATE matches SET opponent_points = 7",
        "UPDATE matches SET games = 100", "UPDATE matches SET gammons = gammons + 1",
        "UPDATE matches SET ties = 0", "UPDATE matches SET crc = crc + 1",
        "UPDATE failures SET games = games + 1", "UPDATE failures SET who = 0",
        "UPDATE failures SET reason = 'he died'", "DELETE FROM failures"}) {
    run_sql(std::string(change) + " WHERE pair = 3 AND match = 1");
    EXPECT_EQ(content(), file_.string() + ": is damaged: pair 3, match 1: its checksum is another")
        << change;
    put_bytes(file_, whole);
  }
  run_sql("DELETE FROM matches WHERE pair = 3");
  EXPECT_EQ(content(), file_.string() + ": is damaged: pair 3 has failures of no match");
  put_bytes(file_, whole);
  run_sql("ALTER TABLE failures ADD COLUMN more TEXT");
  EXPECT_EQ(content(), file_.string() + ": is damaged: its tables");
}

// As it was begun before there were checksums.
TEST_F(MatchDatabaseTest, OneWithoutChecksumsIsReadAndGoneOnWithAndSaysSo) {
  const std::string wanted = content();
  EXPECT_TRUE(MatchDatabase(file_, plan_).has_checksums());
  run_sql(
      R"(CREATE TABLE others AS SELECT pair, match, points, opponent_points, games, gammons, ties
             FROM matches;
DROP TABLE matches;
CREATE TABLE matches (
  pair INTEGER NOT NULL, match INTEGER NOT NULL CHECK (match IN (0, 1)),
  points INTEGER NOT NULL, opponent_points INTEGER NOT NULL, games INTEGER NOT NULL,
  gammons INTEGER NOT NULL, ties INTEGER NOT NULL,
  PRIMARY KEY (pair, match)) WITHOUT ROWID;
INSERT INTO matches SELECT * FROM others WHERE pair <> 4;
DROP TABLE others;
PRAGMA user_version = 0)");
  {
    MatchDatabase database(file_, plan_);
    EXPECT_FALSE(database.has_checksums());
    const PlayedMatch match{.points = {3, 4}, .games = 7, .gammons = 4, .ties = 1, .failures = {}};
    database.write(4, {match, match});
  }
  EXPECT_EQ(content(), wanted);
}

}  // namespace
}  // namespace gioul
