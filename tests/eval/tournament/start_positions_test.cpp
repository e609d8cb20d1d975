#include "eval/tournament/start_positions.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "engine/text/notation.h"
#include "eval/tournament/sprt.h"
#include "eval/tournament/tournament.h"
#include "tests/base/holds.h"
#include "tests/base/temporary_folder.h"

namespace gioul {
namespace {

class StartPositionsTest : public testing::Test {
 protected:
  std::string put(const std::string& text) const {
    put_bytes(folder_ / "starts.txt", text);
    return (folder_ / "starts.txt").string();
  }

  TournamentOptions tournament(const std::string& positions) const {
    return {.player_names = {"blocker", "random"},
            .pairs_per_pairing = 5,
            .results_database = (folder_ / "t.db").string(),
            .record_moves = true,
            .start_position_file = positions};
  }

  std::string refusal(const TournamentOptions& options) const {
    return message_of<InputError>([&] { run_tournament(options); });
  }

  TemporaryFolder folder_;
};

constexpr const char* kTwo =
    "# two of them\n20:2,13:3,8:4,6:3,5:3|24:3,18:2,14:4,9:3,4:3\n\n24:11,21:4|24:15|owed=12\r\n";

TEST_F(StartPositionsTest, AreAssignedToPairsInTurn) {
  const Game gioul = find_game("gioul");
  const StartPositions starts(gioul, 15, put(kTwo));
  for (const std::int64_t pair : {0, 2, 100}) {
    EXPECT_EQ(format_position(gioul, starts.for_pair(pair)),
              "20:2,13:3,8:4,6:3,5:3|24:3,18:2,14:4,9:3,4:3");
    EXPECT_EQ(starts.for_pair(pair + 1).owed_moves, 12);
  }
  EXPECT_TRUE(starts.fingerprint().starts_with("2, checksum ")) << starts.fingerprint();
  const StartPositions usual(gioul, 7);
  EXPECT_EQ(usual.for_pair(3), gioul.start(7));
  EXPECT_EQ(usual.fingerprint(), "");
}

TEST_F(StartPositionsTest, RejectsInvalidPositionsWithTheirLine) {
  const auto refused = [&](const std::string& text) {
    const std::string file = put(text);
    return message_of<InputError>([&] { StartPositions(Game(), 15, file); }).substr(file.size());
  };
  EXPECT_EQ(refused("24:15|24:15\n24:15|24:14,21:0\n").substr(0, 36),
            ":2: position '24:15|24:14,21:0': col");
  EXPECT_EQ(refused("24:3|24:3"), ":1: position '24:3|24:3': has 3 checkers per side, expected 15");
  EXPECT_EQ(refused("# none\n"), ": no positions found");
}

TEST_F(StartPositionsTest, ResumingRequiresTheSamePositions) {
  const TournamentOptions options = tournament(put(kTwo));
  run_tournament(options);
  EXPECT_EQ(run_tournament(options).resumed_games, 10);
  const std::string of_two = StartPositions(Game(), 15, options.start_position_file).fingerprint();
  EXPECT_TRUE(
      holds(refusal(tournament("")), "its set of start positions is " + of_two + ", not none"));
  put("24:15|24:15\n");
  EXPECT_TRUE(
      holds(refusal(options), "its set of start positions is " + of_two + ", not 1, checksum "));
}

TEST_F(StartPositionsTest, SprtUsesThemToo) {
  TournamentOptions options = tournament(put(kTwo));
  options.results_database.clear();
  options.record_moves = false;
  const SprtReport report = run_sprt(hypotheses_in_points(0.0, 0.01), options);
  EXPECT_EQ(report.result.game_totals.outcome_counts,
            run_tournament(options).pairings[0].outcome_counts);
}

}  // namespace
}  // namespace gioul
