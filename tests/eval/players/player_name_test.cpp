#include "eval/players/player_name.h"

#include <gtest/gtest.h>

#include "eval/players/player_fingerprint.h"
#include "eval/players/players.h"
#include "tests/base/holds.h"
#include "tests/eval/players/refusal.h"

namespace gioul {
namespace {

TEST(ParsedPlayerName, ParsesOptionsAtTheEndInOrder) {
  const ParsedPlayerName name("net:g,plies=2,beam=8");
  EXPECT_EQ(name.head(), "net:g");
  ASSERT_EQ(name.options().size(), 2u);
  EXPECT_EQ(name.options()[0].key, "plies");
  EXPECT_EQ(name.options()[1].value, "8");
}

TEST(ParsedPlayerName, AcceptsCommasAndEqualsSignsInFileNames) {
  EXPECT_EQ(ParsedPlayerName("net:a,b/c=d.net").file_argument("net"), "a,b/c=d.net");
  EXPECT_EQ(ParsedPlayerName("net:x,Y=1").file_argument("net"), "x,Y=1");
  EXPECT_EQ(ParsedPlayerName("table:t,1.table").file_argument("table"), "t,1.table");
  EXPECT_EQ(ParsedPlayerName("net,plies=1").file_argument("net"), "");
}

TEST(ParsedPlayerName, MatchesOnlyWholeWords) {
  EXPECT_TRUE(ParsedPlayerName("net,plies=1").has_kind("net"));
  EXPECT_TRUE(ParsedPlayerName("net:g").has_kind("net"));
  EXPECT_FALSE(ParsedPlayerName("network").has_kind("net"));
  EXPECT_FALSE(ParsedPlayerName("ne").has_kind("net"));
}

TEST(ParsedPlayerName, RejectsUnknownAndRepeatedOptions) {
  EXPECT_TRUE(holds(refusal_of("net:g,depth=1"),
                    "player 'net:g,depth=1': unknown option 'depth' (known are plies"));
  EXPECT_TRUE(holds(refusal_of("net:g,plies=1,plies=2"), "plies is given twice"));
  EXPECT_TRUE(holds(refusal_of("random,plies=1"), "unknown option 'plies' (known is name)"));
  EXPECT_TRUE(holds(refusal_of("table:t,plies=1"), "unknown option 'plies' (known is name)"));
  EXPECT_TRUE(holds(refusal_of("random,x=1"), "unknown option 'x' (known is name)"));
}

TEST(ParsedPlayerName, EveryPlayerMayHaveAName) {
  for (const char* text : {"random", "blocker", "net", "net:f", "rollout:f", "table:f", "gnubg",
                           "gnubg:plies=1", "ubgi:bot -x", "ubgi:\"bot,name=x\""}) {
    EXPECT_EQ(parse_player(text).name_option, "");
    EXPECT_EQ(parse_player(std::string(text) + ",name=A b").name_option, "A b");
    EXPECT_EQ(player_identity(std::string(text) + ",name=A b", ""), player_identity(text, ""));
  }
  EXPECT_EQ(parse_player("gnubg:name=A b").name_option, "A b");
  EXPECT_EQ(player_identity("gnubg:name=A b", ""), "gnubg");
  EXPECT_EQ(player_identity("gnubg:name=A b,plies=1", ""), "gnubg:plies=1");
  EXPECT_EQ(player_identity("ubgi:bot,name=A,set.name=AB", ""), "ubgi:bot,set.name=AB");
  EXPECT_EQ(parse_player("ubgi:bot,name=Bot 2,time=3,set.a=b").name_option, "Bot 2");
  for (const char* bad : {"net,name=", "net,name=a\nb", "ubgi:bot,name=", "ubgi:bot,name=a\tb"}) {
    EXPECT_TRUE(holds(refusal_of(bad), "on one line")) << bad;
  }
  EXPECT_TRUE(holds(refusal_of("net,name=a,name=b"), "name is given twice"));
}

TEST(PlayerIdentity, HasTheChecksumInPlaceOfThePath) {
  EXPECT_EQ(player_identity("net:a/b,c.net,name=old,plies=1", "0123 x.table"), "net:0123,plies=1");
  EXPECT_EQ(player_identity("net,plies=1", "0123"), "net,plies=1");
  EXPECT_EQ(player_identity("rollout:net,trials=4", "0123"), "rollout:0123,trials=4");
}

}  // namespace
}  // namespace gioul
