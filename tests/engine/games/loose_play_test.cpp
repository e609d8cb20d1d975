#include "engine/games/loose_play.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "base/error.h"
#include "engine/games/legal_play_list.h"
#include "engine/text/notation.h"

namespace gioul {
namespace {

// Returns the afterstate of a play in any spelling, or the error.
std::string after(std::string_view variant, std::string_view position, std::string_view dice,
                  std::string_view text, JoinedMoveReading joined = JoinedMoveReading::kAmbiguous) {
  const Game game = find_game(variant);
  const Position before = parse_position(game, position);
  const auto list = std::make_unique<AfterstateList>();
  game.generate_afterstates(before, parse_dice(dice), *list);
  try {
    return format_afterstate(game, *list,
                             parse_play_to_afterstate_index(game, before, *list, text, joined));
  } catch (const InputError& error) {
    return error.what();
  }
}

TEST(LoosePlay, EverySpellingLeadsToTheSameAfterstate) {
  constexpr const char* kBefore = "bar:1,13:5,8:3,6:6|24:2,20:1,13:4,8:3,6:5";
  const std::string wanted = after("portes", kBefore, "5-3", "bar/20 8/5*");
  EXPECT_TRUE(wanted.starts_with("bar:1,")) << wanted;
  for (const char* text : {"bar/20 8/5", "8/5* BAR/20", "25-20 8-5", "25 20 8 5", "8/5 25/20*"}) {
    EXPECT_EQ(after("portes", kBefore, "5-3", text), wanted) << text;
  }
}

TEST(LoosePlay, JoinedMoveThatMayHitIsAmbiguous) {
  constexpr const char* kBefore = "24:2,13:13|8:14,4:1";
  EXPECT_EQ(after("portes", kBefore, "3-1", "24/20"),
            "ambiguous play '24/20': 24/21* 21/20 or 24/23 23/20");
  EXPECT_EQ(after("portes", kBefore, "3-1", "24/20", JoinedMoveReading::kHitsStated),
            after("portes", kBefore, "3-1", "24/23 23/20"));
  // A hit on the way either way: never stated.
  constexpr const char* kTwoBlots = "24:2,13:13|8:13,4:1,2:1";
  EXPECT_TRUE(after("portes", kTwoBlots, "3-1", "24/20", JoinedMoveReading::kHitsStated)
                  .starts_with("ambiguous play"));
}

TEST(LoosePlay, MovesAfterTheEndOfTheGameAreVoid) {
  EXPECT_EQ(after("gioul", "2:1,off:14|24:1,5:14", "4-1", "2/off"), "win=2");
  EXPECT_EQ(after("plakoto", "12:1,5:1,3:13|24:1,23:2,14:2,10:10", "4-1", "5/1 12/11"), "win=2");
}

// 4/1 would pin the opponent's last checker on its start, and so end the game.
TEST(LoosePlay, MoveThatIsCutByTheEndIsNotMeantIfTheWholeIsLegal) {
  constexpr const char* kBefore = "4:1,3:1,off:13|24:1,5:13,off:1";
  EXPECT_EQ(after("plakoto", kBefore, "6-3", "4-0 3-0"), "win=1");
  EXPECT_EQ(after("plakoto", kBefore, "6-3", "4/1 3/off"), "win=2");
}

TEST(LoosePlay, NoMoveIsAPlayOnlyIfNoneIsLegal) {
  EXPECT_EQ(after("gioul", "6:1,3:1,off:13|24:1,off:14", "5-5", "pass"),
            "24:1,off:14|6:1,3:1,off:13|forfeit=8");
  EXPECT_EQ(after("gioul", "24:15|24:15", "5-1", "pass"), "illegal play 'pass'");
  EXPECT_EQ(after("gioul", "24:15|24:15", "5-1", "24/19"), "illegal play '24/19'");
  EXPECT_EQ(after("gioul", "24:15|24:15", "5-1", "I resign"), "illegal play 'I resign'");
}

}  // namespace
}  // namespace gioul
