#include "eval/play/failures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/text/notation.h"

namespace gioul {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

TEST(Failures, KindIsTheReasonWithoutItsDetails) {
  for (const auto& [reason, kind] :
       {std::pair{"illegal play '24/1' at 24:15|24:15, dice 6-6, game 3", "illegal play"},
        std::pair{"illegal play: bestmoveid 'a|b' at 24:15|24:15, dice 6-6",
                  "illegal play: bestmoveid"},
        std::pair{"no answer within 1.5 s at bar:1,6:14|24:15, game 12", "no answer within 1.5 s"},
        std::pair{"exited with code 1 (last on stderr: x) at 24:15|24:15|owed=4",
                  "exited with code 1"},
        std::pair{"at the start: exited with code 4, game 7", "at the start: exited with code 4"},
        std::pair{"died, match 3, game 2", "died"}, std::pair{"", ""}}) {
    EXPECT_EQ(failure_kind(reason), kind);
  }
}

TEST(Failures, AreGroupedByKindWithOneWholeExample) {
  const std::map<std::string, std::int64_t> failures = {
      {"died", 1}, {"illegal play '1/2', game 3", 1}, {"illegal play '3/1', game 2", 2}};
  EXPECT_THAT(failure_counts_by_kind(failures),
              ElementsAre(Pair("died", 1), Pair("illegal play", 3)));
  EXPECT_THAT(
      failure_examples_by_kind(failures),
      ElementsAre(Pair("died", "died"), Pair("illegal play", "illegal play '1/2', game 3")));
  const std::vector<FailureGroup> kinds = group_failures(failures);
  EXPECT_EQ(kinds.at(0).description(), "1: died");
  EXPECT_EQ(kinds.at(1).description(), "3: illegal play, such as illegal play '1/2', game 3");
}

TEST(Failures, FormatsThePositionAndTheDice) {
  const Game game = find_game("gioul");
  EXPECT_EQ(format_failure_position(game, game.start(), Dice{3, 1}), " at 24:15|24:15, dice 3-1");
  EXPECT_EQ(format_failure_position(game, parse_position(game, "24:15|24:15|owed=4"), std::nullopt),
            " at 24:15|24:15|owed=4");
}

}  // namespace
}  // namespace gioul
