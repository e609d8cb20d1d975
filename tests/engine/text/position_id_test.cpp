#include "engine/text/position_id.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "base/error.h"
#include "engine/games/game.h"
#include "engine/games/variants.h"
#include "engine/text/notation.h"
#include "tests/base/holds.h"
#include "tests/base/temporary_folder.h"

namespace gioul {
namespace {

std::string decoded(std::string_view name, std::string_view id) {
  const Variant& variant = find_game(name);
  return format_position(variant, parse_position_id(variant, id));
}

std::string encoded(std::string_view name, std::string_view position) {
  const Variant& variant = find_game(name);
  return format_position_id(variant, parse_position(variant, position));
}

/// Returns why `id` is invalid, or "".
std::string complaint(std::string_view name, std::string_view id) {
  return message_of<InputError>([&] { decoded(name, id); });
}

// notation.md, section 1.
constexpr std::string_view kExample = "4:3,3:3,off:9|5:1,4:1,3:1,2:1,1:2,off:9";
constexpr std::string_view kExampleId = "qwIAAO4AAAAAAA";

// The ID of the start of backgammon in GNU Backgammon's manual.
constexpr std::string_view kBackgammon = "4HPwATDgc/ABMA";

TEST(PositionId, DecodesAndEncodesKnownIds) {
  EXPECT_EQ(decoded("portes", kExampleId), kExample);
  EXPECT_EQ(decoded("gioul", kExampleId), kExample);
  EXPECT_EQ(encoded("portes", kExample), kExampleId);
  EXPECT_EQ(decoded("portes", kBackgammon), "24:2,13:5,8:3,6:5|24:2,13:5,8:3,6:5");
  EXPECT_EQ(encoded("portes", "24:2,13:5,8:3,6:5|24:2,13:5,8:3,6:5"), kBackgammon);
}

TEST(PositionId, BoardsRoundTrip) {
  for (const auto& [name, board] :
       {std::pair{"portes", "1:15|6:15"}, std::pair{"portes", "bar:2,6:5,1:8|bar:1,23:14"},
        std::pair{"portes", "bar:15|bar:15"}, std::pair{"gul-bara", "24:15|24:15"}}) {
    EXPECT_EQ(decoded(name, encoded(name, board)), board);
  }
  EXPECT_NE(encoded("portes", "1:15|6:15"), encoded("portes", "6:15|1:15"));
}

TEST(PositionId, StartsOfAllGamesWithoutFieldsRoundTrip) {
  for (const std::string_view name : game_names()) {
    const Variant& variant = find_game(name);
    if (variant.rolls_before_chains > 0) continue;
    const Position start = start_position(variant);
    EXPECT_EQ(parse_position_id(variant, format_position_id(variant, start)), start) << name;
  }
}

TEST(PositionId, RejectsPositionsItCannotEncode) {
  EXPECT_THROW(encoded("gioul", "24:15|24:15|owed=4"), InputError);
  EXPECT_THROW(encoded("gioul", "24:3|24:3"), InputError);
  EXPECT_THROW(encoded("gul-bara", "24:15|24:15|turns=0/0"), InputError);
  EXPECT_THROW(encoded("plakoto", "24:14,10:1|24:13,15:2|pinned=10/-"), InputError);
}

TEST(PositionId, ErrorsGiveTheReason) {
  const std::string both_on_a_point = encoded("fevga", "24:15|1:15");  // in contrary games
  const struct {
    std::string_view name, id, part;
  } kRefused[] = {
      {"portes", "", ""},
      {"portes", "4HPwATDgc/ABM", "14"},
      {"portes", "4HPwATDgc/ABMAA", "14"},
      {"portes", "4HPwATDgc/AB-A", "column 13"},
      {"portes", std::string_view("4HPwATDg\0/ABMA", 14), ""},
      {"portes", "4HPwATDgc/ABMB", "column 14"},
      {"portes", "4HPwATDgc/ABsA", ""},
      {"portes", "//8AAAAAAAAAAA", "15"},
      {"portes", "//////////////", ""},
      {"portes", "AAAAAAAAAAAAAA", "over"},
      {"gioul", both_on_a_point, "one point"},
      {"plakoto", both_on_a_point, "pinned"},
  };
  for (const auto& [name, id, part] : kRefused) {
    const std::string said = complaint(name, id);
    EXPECT_NE(said, "") << id;
    EXPECT_TRUE(holds(said, part)) << id;
  }
  EXPECT_TRUE(holds(complaint("gioul", encoded("portes", "bar:1,6:14|6:15")), "bar"));
}

// Returns "position dice note" of a position of Portes in any notation.
std::string given(std::string_view text, std::string_view game = "portes") {
  const ParsedPosition read = parse_any_position(find_game(game), text);
  EXPECT_EQ(dice_in_position_id(text), read.dice);
  return format_position(find_game(game), read.position) +
         (read.dice ? " " + format_dice(*read.dice) : "") +
         (read.cube_note.empty() ? "" : " " + read.cube_note);
}

constexpr std::string_view kStart = "24:2,13:5,8:3,6:5|24:2,13:5,8:3,6:5";
const std::string kIgnored = " its doubling cube is ignored";

// Checkers on both bars and off, different for the two players.
constexpr std::string_view kXgBars = "aA---bE-C---cD-----d---a-B";

TEST(Xgid, BothTurnsAndBothNumberings) {
  EXPECT_EQ(given("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"),
            std::string(kStart) + " 3-1");
  EXPECT_EQ(given("xgid=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"), kStart);
  EXPECT_EQ(given("-b----E-C---eE---c-e----B-:0:0:-1"), kStart);
  EXPECT_EQ(given("XGID=-b----E-C---eE---c-e----B-"), kStart);
  const std::string board(kXgBars);
  const Position top = parse_any_position(find_game("portes"), board + ":0:0:-1:52").position;
  const Position bottom = parse_any_position(find_game("portes"), board + ":0:0:1:52").position;
  EXPECT_EQ(top.own, bottom.opp);
  EXPECT_EQ(top.opp, bottom.own);
  EXPECT_EQ(bottom.own.count(kBar), 2);
  EXPECT_EQ(bottom.opp.count(kBar), 1);
  EXPECT_EQ(bottom.opp.count(20), 2);
}

TEST(Xgid, CubesAreNoted) {
  const std::string board = "-b----E-C---eE---c-e----B-";
  EXPECT_EQ(given(board + ":1:-1:1:31:0:0:0:7:10"), std::string(kStart) + " 3-1" + kIgnored);
  EXPECT_EQ(given(board + ":0:0:1:D:2:3:0:7:10"), std::string(kStart) + kIgnored);
  EXPECT_EQ(given(board + ":0:0:1:00:2:3:1:7:10"), kStart);
}

TEST(Xgid, RoundTripsWithThePlayerToMoveAtTheBottom) {
  const Variant& portes = find_game("portes");
  const std::string id = format_xgid(portes, parse_position(portes, kStart), Dice{3, 1});
  EXPECT_EQ(id, "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10");
  for (const char* const text : {"bar:2,6:5,1:8|bar:1,23:14", "24:1,off:14|bar:15"}) {
    EXPECT_EQ(given(format_xgid(portes, parse_position(portes, text), {})), text);
  }
  EXPECT_THROW(format_xgid(find_game("fevga"), find_game("fevga").start(), {}), InputError);
}

TEST(Xgid, ErrorsGiveTheReason) {
  const std::string board = "-b----E-C---eE---c-e----B-";
  for (const auto& [text, part] :
       {std::pair<std::string, const char*>{"XGID=abc:0:0:1:31", "expected 26 characters"},
        {"XGID=A" + board.substr(1) + ":0:0:1:31", "column 1, 'A', is the bar of the other player"},
        {"XGID=" + board.substr(0, 25) + "b:0:0:1:31", "column 26, 'b', is the bar"},
        {"XGID=-P" + board.substr(2), "more than 15"},
        {board + ":0:0:2:31", "turn '2': expected 1 or -1"},
        {board + ":0:0:1:37", "dice '37': expected two dice"},
        {board + ":0:0:1:30", "invalid dice 3 and 0"}}) {
    EXPECT_TRUE(holds(message_of<InputError>([&] { given(text); }), part)) << text;
  }
  EXPECT_TRUE(holds(message_of<InputError>([&] { given(board + ":0:0:1:31", "fevga"); }),
                    "both players move the same way"));
}

TEST(MatchId, DiceAndCubesOfGnuBackgammon) {
  EXPECT_EQ(given(kBackgammon), kStart);
  EXPECT_EQ(given(std::string(kBackgammon) + ":cAkAAAAAAAAA"), kStart);
  EXPECT_EQ(given("GNUBGID " + std::string(kBackgammon) + ":cIkKAAAAAAAE"),
            std::string(kStart) + " 5-2");
  EXPECT_EQ(given(std::string(kBackgammon) + ":UQkAAAAAAAAA"), std::string(kStart) + kIgnored);
  EXPECT_EQ(format_match_id({}), "cAkAAAAAAAAA");
  EXPECT_EQ(given(std::string(kBackgammon) + ":" + format_match_id(Dice{6, 4})),
            std::string(kStart) + " 6-4");
  EXPECT_TRUE(
      holds(message_of<InputError>([&] { given(std::string(kBackgammon) + ":cAkA!AAAAAAA"); }),
            "invalid character in a Match ID"));
  EXPECT_TRUE(holds(message_of<InputError>([&] { parse_gnubg_id(find_game("portes"), "4HPw:x"); }),
                    "expected"));
}

}  // namespace
}  // namespace gioul
