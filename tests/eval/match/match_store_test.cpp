#include "eval/match/match_store.h"

#include <SQLiteCpp/Column.h>
#include <SQLiteCpp/Database.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "base/error.h"
#include "tests/base/temporary_folder.h"
#include "tests/eval/store/flipped_bits.h"

namespace gioul {
namespace {

class MatchStoreTest : public testing::Test {
 protected:
  MatchStoreTest() {
    ResultStore file(file_, make_match_work_spec(options_, kPairs));
    for (std::int64_t pair = 0; pair < kPairs; ++pair) {
      const int points = static_cast<int>(pair % 5);
      PlayedMatch match{.points = {3, points},
                        .game_count = 3 + pair,
                        .gammon_count = pair,
                        .tie_count = 1,
                        .failures_by_reason = {}};
      if (pair % 3 == 0) match.failures_by_reason[1]["it died"] = 1 + pair;
      if (pair % 2 == 0) match.luck_units = -250 * pair;
      file.add(pair, encode_matches({match, match}));
    }
    file.finish_writing();
  }

  // Returns all stored matches as text, or the error message.
  std::string content() const {
    try {
      const ResultStore file(file_, make_match_work_spec(options_, kPairs));
      const ResumedMatches found = load_matches(file, kPairs);
      std::string text;
      for (const bool pair : found.is_pair_played) text += pair ? "1" : "0";
      const MatchTotals& result = found.result;
      const std::int64_t luck = std::llround(1e6 * result.pair_wins.luck_estimate().mean);
      for (const std::int64_t number :
           {result.game_count, result.gammon_count, result.tie_count, luck}) {
        text += " " + std::to_string(number);
      }
      text += " " + std::to_string(result.match_win_share().mean) + " " +
              std::to_string(result.points_per_game().mean);
      for (const auto& [reason, games] : result.failures_by_reason[1]) {
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
  MatchWorkOptions options_ = {{"target", "3"}, {"seed", "1"}};
};

TEST_F(MatchStoreTest, DetectsEveryFlippedBit) {
  expect_no_bit_changes(file_, [&] { return content(); }, 5, 1500, 100);
}

TEST_F(MatchStoreTest, ViewsListMatchesAndFailures) {
  const auto ask = [&](const char* sql) {
    return SQLite::Database(file_.string()).execAndGet(sql).getInt64();
  };
  EXPECT_EQ(ask("SELECT count(*) FROM matches"), 2 * kPairs);
  EXPECT_EQ(ask("SELECT games FROM matches WHERE pair = 7 AND match = 1"), 10);
  EXPECT_EQ(ask("SELECT sum(points) FROM matches"), 2 * 3 * kPairs);
  EXPECT_EQ(ask("SELECT sum(opponent_points) FROM matches"), 2 * 2 * kPairs);
  EXPECT_EQ(ask("SELECT sum(gammons) FROM matches"), kPairs * (kPairs - 1));
  EXPECT_EQ(ask("SELECT sum(ties) FROM matches"), 2 * kPairs);
  EXPECT_EQ(ask("SELECT sum(games) FROM failures WHERE who = 1 AND reason = 'it died'"),
            2 * (14 + 3 * (13 * 14 / 2)));
  EXPECT_EQ(ask("SELECT count(*) FROM failures WHERE who = 0"), 0);
  EXPECT_EQ(ask("SELECT count(luck) FROM matches"), kPairs);
  EXPECT_EQ(ask("SELECT 1000 * luck FROM matches WHERE pair = 8 AND match = 0"), -200);
}

}  // namespace
}  // namespace gioul
