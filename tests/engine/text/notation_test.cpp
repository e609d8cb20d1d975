#include "engine/text/notation.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "tests/base/temporary_folder.h"
#include "tests/engine/text/notation_games.h"

namespace gioul {
namespace {

// --- Accepted text ---

TEST(Notation, ParsesEachSideInItsOwnNumbering) {
  const Position position = parse_position(kGioul, "24:11,21:4|24:13,23:1,off:1");
  EXPECT_EQ(position.own.count(24), 11);
  EXPECT_EQ(position.own.count(21), 4);
  EXPECT_EQ(position.own.total(), 15);
  EXPECT_EQ(position.opp.count(24), 13);
  EXPECT_EQ(position.opp.count(23), 1);
  EXPECT_EQ(position.opp.count(kOff), 1);
  EXPECT_FALSE(position.is_pending());
  EXPECT_EQ(position.own_roll_count, 0u);
  EXPECT_EQ(position.opp_roll_count, 0u);
}

TEST(Notation, OwedFieldIsTheOwnChain) {
  const Position position = parse_position(kGioul, "24:11,21:4|24:15|owed=12");
  EXPECT_EQ(position.owed_moves, 12u);
  EXPECT_EQ(position.is_forfeited, 0u);
}

TEST(Notation, ForfeitFieldIsTheOpponentsChain) {
  const Position position = parse_position(kGioul, "24:15|24:11,21:4|forfeit=10");
  EXPECT_EQ(position.owed_moves, 10u);
  EXPECT_EQ(position.is_forfeited, 1u);
}

TEST(Notation, TurnsDefaultToThree) {
  const Position later = parse_position(kGulBara, "24:15|24:15");
  EXPECT_EQ(later.own_roll_count, 3u);
  EXPECT_EQ(later.opp_roll_count, 3u);
  const Position early = parse_position(kGulBara, "24:15|24:15|turns=1/2");
  EXPECT_EQ(early.own_roll_count, 1u);
  EXPECT_EQ(early.opp_roll_count, 2u);
}

TEST(Notation, ParsesPinsForBothSides) {
  const Position position =
      parse_position(kPlakoto, "24:1,13:5,10:1,7:2,2:6|24:3,18:1,15:1,11:1,5:9|pinned=10/18");
  EXPECT_EQ(position.own_pinned, place_bit(10));
  EXPECT_EQ(position.opp_pinned, place_bit(18));
}

TEST(Notation, ParsesTheBarInGamesWithHitting) {
  const Position position = parse_position(kPortes, "bar:2,24:13|bar:1,24:14");
  EXPECT_EQ(position.own.count(kBar), 2);
  EXPECT_EQ(position.opp.count(kBar), 1);
}

TEST(Notation, ParsedPositionsCompareBytewise) {
  Position expected{};
  expected.own.set_count(24, 15);
  expected.opp.set_count(24, 15);
  EXPECT_EQ(parse_position(kGioul, "24:15|24:15"), expected);
}

TEST(Notation, ParsingThenFormattingGivesTheSameText) {
  const std::vector<std::pair<const Variant*, std::vector<std::string_view>>> games = {
      {&kGioul,
       {"24:15|24:15", "24:15|24:13,23:1,21:1", "24:11,21:4|24:15|owed=12", "24:15|24:15|owed=24",
        "24:15|24:15|owed=1", "24:15|24:15|forfeit=24", "24:15|24:15|forfeit=1",
        "6:1,3:1,off:13|24:1,off:14", "2:1,off:14|24:1,5:14",
        "20:2,13:3,8:4,6:3,5:3|24:3,18:2,14:4,9:3,4:3|owed=14",
        "4:3,3:3,off:9|5:1,4:1,3:1,2:1,1:2,off:9", "24:1|24:1", "1:1|1:1", "24:1,off:2|2:3",
        "15:1,14:1,13:1,12:1,11:1,10:1,9:1,8:1,7:1,6:1,5:1,4:1,3:1,2:1,1:1|"
        "9:1,8:1,7:1,6:1,5:1,4:1,3:1,2:1,1:1,off:6"}},
      {&kGulBara,
       {"24:15|24:15", "24:15|24:15|turns=0/0", "24:15|24:13,23:1,21:1|turns=0/1",
        "24:14,20:1|24:14,20:1|turns=1/1", "24:15|24:15|turns=1/2", "24:15|24:15|turns=2/2",
        "24:15|24:15|turns=2/3", "24:11,21:4|24:15|owed=12", "24:15|24:11,21:4|forfeit=10",
        "24:15|1:15", "12:1|11:1"}},
      {&kGulBaraLost, {"24:15|24:15|turns=0/0", "24:15|24:15|owed=24", "24:15|24:15"}},
      {&kPlakoto,
       {"24:15|24:15", "12:1,5:1,3:13|24:1,23:2,14:2,10:10", "24:14,10:1|24:14,15:1|pinned=10/-",
        "24:14,10:1|24:14,15:1|pinned=-/15", "24:14,10:1|24:10,15:5|pinned=10/-",
        "24:10,10:5|24:14,15:1|pinned=-/15",
        "24:12,20:1,15:1,10:1|24:12,15:1,10:1,5:1|pinned=20+10/10",
        "24:1,5:14|24:2,10:12,1:1|pinned=24/-", "24:2,10:12,1:1|24:1,5:14|pinned=-/24",
        "24:1,20:1|24:1,1:1|pinned=24/-"}},
      {&kNoMother,
       {"24:1,5:14|10:14,1:1|pinned=24/-", "10:14,1:1|24:1,5:14|pinned=-/24",
        "24:1,5:13,1:1|24:2,10:12,1:1|pinned=24+1/-", "24:2,1:1|24:1,1:1,off:1|pinned=1/1"}},
      {&kFevga, {"24:15|24:15", "24:1,5:3,4:3,3:3,2:3,1:2|18:15", "24:14,1:1|24:14,1:1"}},
      {&kPortes,
       {"24:2,13:5,8:3,6:5|24:2,13:5,8:3,6:5", "bar:15|bar:15", "bar:1,6:14|24:14,off:1",
        "bar:1|bar:1", "24:3|24:3"}},
  };
  for (const auto& [variant, texts] : games) {
    for (const std::string_view text : texts) expect_round_trip(*variant, text);
  }
}

TEST(Notation, ParsesEveryOwedNumber) {
  for (int owed = 1; owed <= kMaxOwedMoves; ++owed) {
    expect_round_trip(kGioul, "24:15|24:15|owed=" + std::to_string(owed));
    expect_round_trip(kGulBara, "24:15|24:15|forfeit=" + std::to_string(owed));
  }
}

TEST(Notation, ParsesEveryCheckerCountUpToFifteen) {
  for (const Variant* variant : kAllVariants) {
    for (int n = 1; n <= kMaxCheckers; ++n) {
      const std::string side = "24:" + std::to_string(n);
      expect_round_trip(*variant, side + "|" + side);
    }
  }
}

TEST(Notation, ParsesEveryPlaceOnBothSides) {
  for (const Variant* variant : kAllVariants) {
    for (int place = 1; place <= 24; ++place) {
      const std::string entry = std::to_string(place) + ":3";
      const int other = opponent_point(variant->movement, place) == 24 ? 23 : 24;
      const std::string enemy = std::to_string(other) + ":3";
      expect_round_trip(*variant, entry + "|" + enemy);
      expect_round_trip(*variant, enemy + "|" + entry);
    }
  }
}

// --- Start positions, dice, endings ---

TEST(Notation, FormatsStartPositions) {
  EXPECT_EQ(format_position(kGioul, start_position(kGioul)), "24:15|24:15");
  EXPECT_EQ(format_position(kGulBara, start_position(kGulBara)), "24:15|24:15|turns=0/0");
  EXPECT_EQ(format_position(kPlakoto, start_position(kPlakoto)), "24:15|24:15");
  EXPECT_EQ(format_position(kFevga, start_position(kFevga)), "24:15|24:15");
  EXPECT_EQ(format_position(kPortes, start_position(kPortes)),
            "24:2,13:5,8:3,6:5|24:2,13:5,8:3,6:5");
}

TEST(Notation, FewerCheckersStartOnTheSamePoint) {
  EXPECT_EQ(format_position(kGioul, start_position(kGioul, 3)), "24:3|24:3");
  EXPECT_EQ(format_position(kGulBara, start_position(kGulBara, 1)), "24:1|24:1|turns=0/0");
}

TEST(Notation, RejectsImpossibleCheckerCounts) {
  for (const int checkers : {-1, 0, 16, 1000}) {
    for (const Variant* variant : kAllVariants)
      EXPECT_THROW(start_position(*variant, checkers), InputError);
  }
  EXPECT_THROW(start_position(kPortes, 14), InputError);
  EXPECT_NO_THROW(start_position(kPortes, 15));
}

TEST(Notation, ParsesDiceInEitherOrderAndFormatsHighFirst) {
  for (int a = 1; a <= 6; ++a) {
    for (int b = 1; b <= 6; ++b) {
      const std::string text = std::to_string(a) + "-" + std::to_string(b);
      EXPECT_EQ(parse_dice(text), make_dice(a, b));
    }
  }
  EXPECT_EQ(format_dice(parse_dice("3-5")), "5-3");
  EXPECT_EQ(format_dice(parse_dice("4-4")), "4-4");
}

TEST(Notation, RejectsMalformedDice) {
  const std::vector<std::pair<std::string_view, std::string_view>> cases = {
      {"", "column 1"},     {"5", "column 2"},     {"5-", "column 3"},    {"-5", "column 1"},
      {"0-1", "column 1"},  {"7-1", "column 1"},   {"1-0", "column 3"},   {"1-7", "column 3"},
      {"5--3", "column 3"}, {"5-3 ", "column 4"},  {" 5-3", "column 1"},  {"5 3", "column 2"},
      {"53", "column 1"},   {"05-3", "column 1"},  {"5-03", "column 3"},  {"5-31", "column 3"},
      {"a-b", "column 1"},  {"5-3-1", "column 4"}, {"5-3\n", "column 4"}, {"+5-3", "column 1"},
      {"5,3", "column 2"},  {"257-1", "column 1"}, {"5-3x", "column 3"},
  };
  for (const auto& [text, column] : cases) {
    const std::string message = message_of<InputError>([text = text] { parse_dice(text); });
    EXPECT_TRUE(message.starts_with(std::string(column) + ": ")) << "'" << text << "': " << message;
  }
}

TEST(Notation, FormatsEndingsForTheMover) {
  EXPECT_EQ(format_ending(Ending::kWin1), "win=1");
  EXPECT_EQ(format_ending(Ending::kWin2), "win=2");
  EXPECT_EQ(format_ending(Ending::kTie), "tie");
}

}  // namespace
}  // namespace gioul
