#include "eval/engines/engine_spec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "eval/players/players.h"
#include "tests/base/holds.h"
#include "tests/base/temporary_folder.h"

namespace gioul {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

std::string refusal(std::string_view name) {
  return message_of<InputError>([&] { parse_player(name); });
}

TEST(EngineSpec, ParsesAPlayerName) {
  EXPECT_TRUE(parse_player("ubgi:./bot --level 3,time=0.5,set.hash.size=64").is_external);
  const EngineSpec spec = parse_engine_spec("./bot --level 3,time=0.5,set.hash.size=64");
  EXPECT_THAT(spec.argv, ElementsAre("./bot", "--level", "3"));
  EXPECT_EQ(spec.decision_seconds, 0.5);
  EXPECT_EQ(spec.start_seconds, 30.0);
  EXPECT_THAT(spec.settings, ElementsAre(Pair("hash.size", "64")));
  EXPECT_EQ(parse_engine_spec("./bot,game=60").game_seconds, 60.0);
  EXPECT_EQ(parse_engine_spec("./bot,game=60").decision_seconds, 10.0);
}

TEST(EngineSpec, OuterQuotesDelimitTheCommand) {
  const EngineSpec spec = parse_engine_spec("\"bot -x,time=3 'a b'\",time=4,start=5");
  EXPECT_THAT(spec.argv, ElementsAre("bot", "-x,time=3", "a b"));
  EXPECT_EQ(spec.decision_seconds, 4.0);
  EXPECT_EQ(spec.start_seconds, 5.0);
}

TEST(EngineSpec, OtherCommasBelongToCommandsAndValues) {
  const EngineSpec spec =
      parse_engine_spec("gioul ubgi --player net:a,plies=1,set.player=net:b,plies=2,time=9");
  EXPECT_THAT(spec.argv, ElementsAre("gioul", "ubgi", "--player", "net:a,plies=1"));
  EXPECT_THAT(spec.settings, ElementsAre(Pair("player", "net:b,plies=2")));
  EXPECT_EQ(spec.decision_seconds, 9.0);
}

TEST(EngineSpec, SplitsWordsLikeAShell) {
  EXPECT_THAT(split_command("  a  'b c'd \"e f\" g\\ h '' \\'"),
              ElementsAre("a", "b cd", "e f", "g h", "", "'"));
}

TEST(EngineSpec, ErrorsSayWhatIsExpected) {
  EXPECT_TRUE(holds(refusal("ubgi:"), "expected a command after 'ubgi:'"));
  EXPECT_TRUE(holds(refusal("ubgi:\"\""), "expected a command"));
  EXPECT_TRUE(holds(refusal("ubgi:''"), "expected a command"));
  EXPECT_TRUE(holds(refusal("ubgi:bot 'x"), "a quote (') is not closed"));
  EXPECT_TRUE(holds(refusal("ubgi:\"bot\" x"), "expected a quote after the command"));
  EXPECT_TRUE(holds(refusal("ubgi:bot,time=0"), "time '0': expected seconds from 0.01"));
  EXPECT_TRUE(holds(refusal("ubgi:bot,time=nan"), "time 'nan'"));
  EXPECT_TRUE(holds(refusal("ubgi:bot,time=1,time=2"), "time is given twice"));
  EXPECT_TRUE(holds(refusal("ubgi:bot,set.x="), "set.x: expected a value"));
  EXPECT_TRUE(holds(refusal("ubgi:bot,set.x=a\nquit"), "set.x: expected a value on one line"));
  EXPECT_TRUE(holds(refusal("ubgi:bot,set.game.variant=portes"), "set.game.variant: "));
}

}  // namespace
}  // namespace gioul
