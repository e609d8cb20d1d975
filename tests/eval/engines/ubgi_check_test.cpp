// Tests that the checks find errors of engines. Tests in tests/cli check that gioul's own engine
// passes.
#include "eval/engines/ubgi_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>

#include "engine/games/game.h"
#include "engine/games/sample_positions.h"
#include "tests/base/holds.h"
#include "tests/paths.h"

namespace gioul {
namespace {

using ::testing::ElementsAre;
using ::testing::StartsWith;
using Result = UbgiCheck::Result;

UbgiReport report_on(const std::string& mode, const std::string& when = "1") {
  const EngineSpec engine = {.argv = {mock_engine(), mode, when}, .settings = {}};
  return check_engine({.engine = engine, .game = find_game("gioul"), .game_count = 2, .seed = 1});
}

UbgiCheck check_of(const UbgiReport& report, std::string_view name) {
  return *std::ranges::find(report.checks, name, &UbgiCheck::name);
}

TEST(UbgiCheck, ReportsTheEngineName) { EXPECT_EQ(report_on("good").engine_name, "mock good"); }

TEST(UbgiCheck, MissingErrorRepliesAreWarningsWithTheExchange) {
  const UbgiReport report = report_on("good");
  const UbgiCheck check = check_of(report, "unknown command");
  EXPECT_EQ(check.result, Result::kWarn);
  EXPECT_THAT(check.sent_lines, ElementsAre("no-such-command 1 2", "isready"));
  EXPECT_THAT(check.received_lines, ElementsAre("readyok"));
  EXPECT_THAT(check.expected, StartsWith("error unknown_command"));
}

TEST(UbgiCheck, RestartsADeadEngineForTheNextCheck) {
  const UbgiReport report = report_on("good");  // it crashes on an invalid position
  EXPECT_EQ(check_of(report, "bad positions").result, Result::kWarn);
  EXPECT_THAT(check_of(report, "bad positions").detail, StartsWith("killed by signal"));
  EXPECT_EQ(check_of(report, "decisions: owed").result, Result::kPass);
  EXPECT_EQ(check_of(report, "games").result, Result::kPass);
}

TEST(UbgiCheck, IllegalPlayFails) {
  const UbgiReport report = report_on("illegal");
  const UbgiCheck check = check_of(report, "decisions: the start");
  EXPECT_EQ(check.result, Result::kFail);
  EXPECT_THAT(check.detail, StartsWith("illegal play '24/1'"));
  EXPECT_THAT(check.received_lines,
              ElementsAre("bestmove 24/1", "bestmoveid 24:14,1:1|24:15", "readyok"));
}

TEST(UbgiCheck, PlayWithoutItsPositionFails) {
  const UbgiReport report = report_on("play-only", "50");
  EXPECT_EQ(check_of(report, "decisions: the start").result, Result::kPass);
  EXPECT_EQ(check_of(report, "bestmove and bestmoveid").detail, "no bestmoveid");
}

TEST(UbgiCheck, PlayThatDoesNotLeadToItsPositionFails) {
  const UbgiReport report = report_on("carriage-returns", "3");
  EXPECT_THAT(check_of(report, "bestmove and bestmoveid").detail,
              StartsWith("illegal play '24/1'"));
}

TEST(UbgiCheck, EngineThatIgnoresQuitFails) {
  const UbgiReport report = report_on("stubborn", "0");
  EXPECT_EQ(check_of(report, "quit").detail, "still running after 2 s");
  EXPECT_EQ(check_of(report, "end of input").detail, "still running after 2 s");
}

TEST(UbgiCheck, BadInfoAndExitCodesAreWarnings) {
  const UbgiCheck info = check_of(report_on("bad-info"), "info");
  EXPECT_EQ(info.result, Result::kWarn);
  EXPECT_EQ(info.detail, "eq 7");
  const UbgiCheck quit = check_of(report_on("quit-3"), "quit");
  EXPECT_EQ(quit.result, Result::kWarn);
  EXPECT_EQ(quit.detail, "exit code 3");
}

TEST(UbgiCheck, ReportsSpellingsAcceptedLeniently) {
  const UbgiReport report = report_on("says:bestmove 24-23 24-23 24-23 24-23", "1");
  const UbgiCheck check = check_of(report, "spelling");
  EXPECT_EQ(check.result, Result::kNote);
  EXPECT_THAT(check.detail,
              ::testing::HasSubstr("answers accepted leniently: bestmove '24-23 24-23 24-23 24-23' "
                                   "for '24/23(4)'"));
  EXPECT_EQ(check_of(report, "decisions: the start").result, Result::kPass);
  EXPECT_THAT(check_of(report_on("good"), "spelling").detail,
              ::testing::Not(::testing::HasSubstr("leniently: bestmove '")));
}

TEST(UbgiCheck, SetoptionIsOnlyRecommended) {
  const UbgiCheck check = check_of(report_on("no-setoption"), "setoption");
  EXPECT_EQ(check.result, Result::kWarn);
  EXPECT_EQ(check_of(report_on("no-setoption"), "key game.variant").result, Result::kPass);
}

TEST(UbgiCheck, StopsIfTheEngineCannotBeStarted) {
  const UbgiReport report = check_engine(
      {.engine = {.argv = {"/no/such/program"}, .settings = {}}, .game = find_game("gioul")});
  EXPECT_EQ(report.checks.size(), 1u);
  EXPECT_EQ(report.count_results(Result::kFail), 1);
  EXPECT_TRUE(holds(report.checks.front().detail, "No such file"));
}

TEST(DecisionSamples, CoverEveryKindOfDecision) {
  for (const char* name : {"gioul", "gul-bara", "portes"}) {
    for (const DecisionSamples& samples : sample_decisions(find_game(name), 5, 100, 1)) {
      const bool is_chain = samples.kind == "owed" || samples.kind == "forfeit";
      const bool none = is_chain && name == std::string_view("portes");
      EXPECT_EQ(samples.decisions.size(), none ? 0u : 5u) << name << ": " << samples.kind;
    }
  }
}

}  // namespace
}  // namespace gioul
