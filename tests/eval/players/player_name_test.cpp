#include "eval/players/player_name.h"

#include <gtest/gtest.h>

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
  EXPECT_TRUE(holds(refusal_of("random,plies=1"), "unknown option 'plies' (it takes none)"));
  EXPECT_TRUE(holds(refusal_of("table:t,plies=1"), "unknown option 'plies' (it takes none)"));
}

}  // namespace
}  // namespace gioul
