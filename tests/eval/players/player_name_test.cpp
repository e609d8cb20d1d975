#include "eval/players/player_name.h"

#include <gtest/gtest.h>

#include "eval/players/players.h"
#include "tests/base/holds.h"
#include "tests/eval/players/refusal.h"

namespace gioul {
namespace {

TEST(PlayerName, OptionsAreAtItsEndInTheirOrder) {
  const PlayerName name("net:g,plies=2,beam=8");
  EXPECT_EQ(name.head(), "net:g");
  ASSERT_EQ(name.options().size(), 2u);
  EXPECT_EQ(name.options()[0].key, "plies");
  EXPECT_EQ(name.options()[1].value, "8");
}

TEST(PlayerName, FilesMayHoldCommasAndEquals) {
  EXPECT_EQ(PlayerName("net:a,b/c=d.net").file_after("net"), "a,b/c=d.net");
  EXPECT_EQ(PlayerName("net:x,Y=1").file_after("net"), "x,Y=1");
  EXPECT_EQ(PlayerName("table:t,1.table").file_after("table"), "t,1.table");
  EXPECT_EQ(PlayerName("net,plies=1").file_after("net"), "");
}

TEST(PlayerName, AWordIsNotTheBeginningOfAnother) {
  EXPECT_TRUE(PlayerName("net,plies=1").is_or_begins("net"));
  EXPECT_TRUE(PlayerName("net:g").is_or_begins("net"));
  EXPECT_FALSE(PlayerName("network").is_or_begins("net"));
  EXPECT_FALSE(PlayerName("ne").is_or_begins("net"));
}

TEST(PlayerName, UnknownAndRepeatedOptionsAreRefused) {
  EXPECT_TRUE(holds(refusal_of("net:g,depth=1"),
                    "player 'net:g,depth=1': unknown option 'depth' (known are plies"));
  EXPECT_TRUE(holds(refusal_of("net:g,plies=1,plies=2"), "plies is given twice"));
  EXPECT_TRUE(holds(refusal_of("random,plies=1"), "unknown option 'plies' (it takes none)"));
  EXPECT_TRUE(holds(refusal_of("table:t,plies=1"), "unknown option 'plies' (it takes none)"));
}

}  // namespace
}  // namespace gioul
