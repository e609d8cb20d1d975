#include "cli/format/narration.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "engine/games/game.h"
#include "engine/text/format_chain.h"
#include "engine/text/notation.h"

namespace gioul {
namespace {

constexpr SentenceSubject kYou = SentenceSubject::kHuman;
constexpr SentenceSubject kThem = SentenceSubject::kOpponent;

std::string decision(std::string_view variant, std::string_view position, std::string_view dice,
                     SentenceSubject actor) {
  Game game = find_game(variant);
  return describe_decision_start(game, parse_position(game, position), parse_dice(dice), actor);
}

std::string shortfall(std::string_view variant, std::string_view position, std::string_view dice,
                      std::size_t used, SentenceSubject actor) {
  Game game = find_game(variant);
  return describe_unplayed_moves(game, parse_position(game, position), parse_dice(dice), used,
                                 actor);
}

TEST(Narration, DescribesPendingMovesNumberByNumber) {
  EXPECT_EQ(format_owed_moves(10), "two 4's, four 5's, four 6's");
  EXPECT_EQ(format_owed_moves(1), "one 6");
  EXPECT_EQ(format_owed_moves(24), "four 1's, four 2's, four 3's, four 4's, four 5's, four 6's");
}

TEST(Narration, DescribesRollsAndChains) {
  EXPECT_EQ(decision("gioul", "24:15|24:15", "3-1", kYou), "You roll 3-1.");
  EXPECT_EQ(decision("gioul", "24:15|24:15", "3-1", kThem), "The opponent rolls 3-1.");
  EXPECT_EQ(decision("portes", "24:15|24:15", "3-3", kYou), "You roll 3-3: four 3's.");
  EXPECT_EQ(decision("gioul", "24:15|24:15", "3-3", kYou),
            "You roll 3-3: a chain of 16 checker moves: 3's, 4's, 5's, 6's.");
  EXPECT_EQ(decision("gioul", "24:15|24:15", "6-6", kThem),
            "The opponent rolls 6-6: a chain of 4 checker moves: 6's.");
  EXPECT_EQ(decision("gioul", "24:15|24:15|owed=12", "1-1", kYou), "You go on with four 4's.");
  EXPECT_EQ(decision("gul-bara", "24:15|24:15|turns=1/2", "3-3", kYou),
            "You roll 3-3: four 3's, no chain in a player's first three rolls.");
}

TEST(Narration, ExplainsForfeitsAndLosses) {
  EXPECT_EQ(shortfall("gioul", "13:1,off:14|24:15", "4-4", 2, kYou),
            "You could not play all 4's: 10 checker moves are forfeited to the opponent: two 4's, "
            "four 5's, four 6's.");
  EXPECT_EQ(shortfall("gioul", "24:1,off:14|24:15|owed=1", "1-1", 0, kThem),
            "The opponent could not play any 6's: 1 checker move is forfeited to you: one 6.");
  EXPECT_EQ(decision("gioul", "24:15|24:15|forfeit=10", "1-1", kYou),
            "You play what the opponent forfeited, now two 4's.");
  EXPECT_EQ(decision("gioul", "24:15|24:15|forfeit=8", "1-1", kThem),
            "The opponent plays what you forfeited, now four 5's.");
  EXPECT_EQ(shortfall("gioul", "16:1,off:14|19:1,off:14|forfeit=8", "1-1", 1, kYou),
            "You could not play all 5's: the rest is dead (three 5's, four 6's).");
  EXPECT_EQ(shortfall("gul-bara-lost", "24:1,off:14|24:1,off:14", "6-6", 1, kYou),
            "You could not play all 6's: 3 checker moves are lost (three 6's).");
  EXPECT_EQ(shortfall("gioul", "24:15|24:15", "3-1", 1, kYou), "You could not play both dice.");
  EXPECT_EQ(shortfall("gioul", "24:15|24:15", "3-1", 0, kYou), "You cannot move.");
  EXPECT_EQ(shortfall("gioul", "24:15|24:15", "3-1", 0, kThem), "The opponent cannot move.");
  EXPECT_EQ(shortfall("portes", "24:15|24:15", "3-3", 2, kYou), "You could not play all 3's.");
  EXPECT_EQ(shortfall("gioul", "24:15|24:15", "3-1", 2, kYou), "");
  EXPECT_EQ(shortfall("gioul", "24:15|24:15", "3-3", 4, kYou), "");
  EXPECT_EQ(shortfall("gioul", "24:15|24:15|owed=10", "1-1", 2, kYou), "");
}

TEST(Narration, DescribesEndings) {
  EXPECT_EQ(describe_ending(Ending::kWin1, true, kYou), "You win: 1 point.");
  EXPECT_EQ(describe_ending(Ending::kWin2, true, kThem), "The opponent wins a gammon: 2 points.");
  EXPECT_EQ(describe_ending(Ending::kWin2, false, kYou), "You win by a pinned mother: 2 points.");
  EXPECT_EQ(describe_ending(Ending::kTie, false, kYou), "Both mothers are pinned: a tie.");
}

TEST(Narration, DescribesPlaysInTheOpponentsNumbering) {
  EXPECT_EQ(format_play_seen_by_opponent(find_game("gioul"), parse_play("24/21 2/off")),
            "1/4 23/off");
  EXPECT_EQ(format_play_seen_by_opponent(find_game("fevga"), parse_play("24/12 13/11(2)")),
            "12/24 1/23(2)");
  EXPECT_EQ(format_play_seen_by_opponent(find_game("portes"), parse_play("bar/20*")), "bar/5*");
}

}  // namespace
}  // namespace gioul
