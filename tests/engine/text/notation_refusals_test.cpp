// Texts that the notation rejects, with column and reason.
#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>

#include "engine/text/notation.h"
#include "tests/engine/text/notation_games.h"

namespace gioul {
namespace {

struct Refusal {
  const Variant& variant;
  std::string_view text;
  std::size_t column;
  std::string_view reason;
};

const Refusal kRefusals[] = {
    // Empty sides.
    {kGioul, "|", 1, "unexpected '|'"},
    {kGioul, "|24:15", 1, "unexpected '|'"},
    {kGioul, "24:15|", 7, "the text ends"},
    {kGioul, "24:15||owed=4", 7, "unexpected '|'"},
    // Missing parts.
    {kGioul, "24", 3, "expected ':'"},
    {kGioul, "24:", 4, "expected count"},
    {kGioul, "24:15,", 7, "expected 24..1 or off"},
    {kGioul, "24:15,|24:15", 7, "unexpected '|'"},
    {kGioul, ",24:15|24:15", 1, "unexpected ','"},
    {kGioul, "24:14,,23:1|24:15", 7, "unexpected ','"},
    {kGioul, ":15|24:15", 1, "unexpected ':'"},
    {kGioul, "24:15|24:15|", 13, "expected a field"},
    {kFevga, "24:15|24:15|", 13, "expected a field"},
    {kGioul, "24:15|24:15|owed", 17, "expected '='"},
    {kGioul, "24:15|24:15|owed=", 18, "the text ends"},
    {kGioul, "24:15|24:15|=4", 13, "expected a field"},
    {kGioul, "24:15|24:15|owed=4,", 20, "expected a field"},
    // Trailing text.
    {kGioul, "24:15|24:15 ", 12, "unexpected ' '"},
    {kGioul, "24:15|24:15\r", 12, "'\\x0d'"},
    {kGioul, "24:15|24:15:", 12, "unexpected ':'"},
    {kGioul, "24:15|24:15x", 10, "count '15x'"},
    {kGioul, "24:15|24:15|owed=4 ", 19, "unexpected ' '"},
    {kGioul, "24:15|24:15|owed=4|", 19, "unexpected '|' (expected ',' or the end)"},
    {kGioul, "24:15|24:15|owed=4|forfeit=4", 19, "unexpected '|'"},
    {kGioul, "24:15|24:15|24:15", 13, "'24' is not a field of gioul"},
    {kGulBara, "24:15|24:15|turns=0/0/0", 22, "unexpected '/'"},
    {kPlakoto, "24:14,10:1|24:14,15:1|pinned=10/-/-", 34, "unexpected '/'"},
    {kPlakoto, "24:14,10:1|24:14,15:1|pinned=10/--", 34, "unexpected '-'"},
    // Whitespace.
    {kGioul, " 24:15|24:15", 1, "unexpected ' '"},
    {kGioul, "24: 15|24:15", 4, "unexpected ' '"},
    {kGioul, "24 :15|24:15", 3, "unexpected ' '"},
    {kGioul, "24:14, 23:1|24:15", 7, "unexpected ' '"},
    {kGioul, "24:15 |24:15", 6, "unexpected ' '"},
    {kGioul, "24:15|\t24:15", 7, "'\\x09'"},
    {kGioul, "24:15|24:15| owed=4", 13, "unexpected ' '"},
    {kGioul, "24:15|24:15|owed= 4", 18, "unexpected ' '"},
    // Signs.
    {kGioul, "+24:15|24:15", 1, "unexpected '+'"},
    {kGioul, "24:+15|24:15", 4, "unexpected '+'"},
    {kGioul, "24:-1|24:15", 4, "unexpected '-'"},
    {kGioul, "24:15|24:15|owed=+4", 18, "unexpected '+'"},
    {kGulBara, "24:15|24:15|turns=-0/0", 19, "unexpected '-'"},
    // Leading zeros.
    {kGioul, "024:15|24:15", 1, "'024'"},
    {kGioul, "24:14,06:1|24:15", 7, "'06'"},
    {kGioul, "24:015|24:15", 4, "'015'"},
    {kGioul, "24:14,6:01|24:15", 9, "'01'"},
    {kGioul, "24:15|24:15|owed=04", 18, "'04'"},
    {kGulBara, "24:15|24:15|turns=00/0", 19, "'00'"},
    {kGulBara, "24:15|24:15|turns=0/01", 21, "'01'"},
    {kPlakoto, "24:14,6:1|24:14,19:1|pinned=06/-", 29, "'06'"},
    // Numbers that overflow.
    {kGioul, "4294967320:15|24:15", 1, "is not a place"},
    {kGioul, "24:18446744073709551631|24:15", 4, "count"},
    {kGioul, "24:15|24:15|owed=4294967300", 18, "'4294967300'"},
    {kGioul, "24:271|24:15", 4, "count '271'"},
    // Other ways to write numbers.
    {kGioul, "24:0xf|24:15", 4, "'0xf'"},
    {kGioul, "24:1e1|24:15", 4, "'1e1'"},
    {kGioul, "24:1.5|24:15", 5, "unexpected '.'"},
    {kGioul, "24:f|24:15", 4, "'f'"},
    // Unknown places.
    {kGioul, "25:15|24:15", 1, "'25' is not a place"},
    {kGioul, "24:15|26:15", 7, "'26' is not a place"},
    {kGioul, "24:14,0:1|24:15", 7, "'0' is not a place"},
    {kGioul, "Off:15|24:15", 1, "'Off' is not a place"},
    {kGioul, "24:14,off1:1|24:15", 7, "'off1' is not a place"},
    {kPortes, "25:1,24:14|24:15", 1, "'25' is not a place"},
    {kPortes, "BAR:1,24:14|24:15", 1, "'BAR' is not a place"},
    // Repeated places.
    {kGioul, "24:8,24:7|24:15", 6, "repeated"},
    {kGioul, "24:8,6:1,24:6|24:15", 10, "repeated"},
    {kGioul, "24:15|24:13,off:1,off:1", 19, "repeated"},
    {kPortes, "bar:1,bar:1,24:13|24:15", 7, "repeated"},
    // Places in the wrong order.
    {kGioul, "6:1,24:14|24:15", 5, "wrong order"},
    {kGioul, "9:1,10:14|24:15", 5, "wrong order"},
    {kGioul, "off:1,24:14|24:15", 7, "wrong order"},
    {kPortes, "24:15|24:14,bar:1", 13, "wrong order"},
    // Counts outside one to fifteen.
    {kGioul, "24:0|24:15", 4, "count '0'"},
    {kGioul, "24:15,off:0|24:15", 11, "count '0'"},
    {kGioul, "24:16|24:16", 4, "count '16'"},
    {kGioul, "24:99|24:99", 4, "count '99'"},
    // Sums above fifteen.
    {kGioul, "24:15,off:1|24:15,off:1", 11, "more than 15"},
    {kGioul, "24:15|24:8,23:7,22:1", 20, "more than 15"},
    // Sums that differ.
    {kGioul, "24:15|24:14", 7, "14 checkers against 15"},
    {kGioul, "24:1|24:1,off:1", 6, "2 checkers against 1"},
    {kPortes, "bar:1,24:14|24:14", 13, "14 checkers against 15"},
    // Both sides on one point without pinning.
    {kGioul, "24:14,1:1|24:15", 11, "both sides on one point: 24 is the other's 1"},
    {kGioul, "24:14,13:1|24:14,12:1", 18, "both sides on one point"},
    {kGulBara, "24:14,12:1|24:15", 12, "both sides on one point: 24 is the other's 12"},
    {kFevga, "24:15|13:14,12:1", 13, "both sides on one point: 12 is the other's 24"},
    {kPortes, "13:15|13:14,12:1", 13, "both sides on one point"},
    // Unknown fields.
    {kGioul, "24:15|24:15|cube=2", 13, "expected owed or forfeit or no field"},
    {kGioul, "24:15|24:15|Owed=4", 13, "'Owed' is not a field"},
    {kGioul, "24:15|24:15|owed4", 13, "'owed4' is not a field"},
    {kGioul, "24:15|24:15|owed=4,x=1", 20, "'x' is not a field"},
    // Nothing is forfeited if unfinished chains are lost.
    {kGulBaraLost, "24:15|24:15|forfeit=4", 13, "'forfeit' is not a field"},
    // Owed outside one to twenty four.
    {kGioul, "24:15|24:15|owed=0", 18, "'0'"},
    {kGioul, "24:15|24:15|owed=25", 18, "'25'"},
    {kGioul, "24:15|24:15|forfeit=0", 21, "'0'"},
    {kGioul, "24:15|24:15|forfeit=25", 21, "'25'"},
    // Repeated fields.
    {kGioul, "24:15|24:15|owed=4,owed=4", 20, "repeated"},
    {kGioul, "24:15|24:15|forfeit=4,forfeit=5", 23, "repeated"},
    {kGulBara, "24:15|24:15|turns=0/0,turns=0/0", 23, "repeated"},
    {kPlakoto, "24:14,6:1|24:14,19:1|pinned=6/-,pinned=6/-", 33, "repeated"},
    // Owed together with forfeit.
    {kGioul, "24:15|24:15|owed=4,forfeit=4", 20, "together"},
    {kGioul, "24:15|24:15|forfeit=4,owed=4", 23, "together"},
    // Turns beside a chain.
    {kGulBara, "24:15|24:15|owed=4,turns=2/2", 20, "beside"},
    {kGulBara, "24:15|24:15|forfeit=4,turns=0/1", 23, "beside"},
    // Fields out of order.
    {kGulBara, "24:15|24:15|turns=2/2,owed=4", 23, "out of order"},
    {kGulBara, "24:15|24:15|turns=2/2,forfeit=4", 23, "out of order"},
    // Default turns.
    {kGulBara, "24:15|24:15|turns=3/3", 19, "3/3 is the default"},
    // Malformed turns.
    {kGulBara, "24:15|24:15|turns=4/4", 19, "'4'"},
    {kGulBara, "24:15|24:15|turns=2/4", 21, "'4'"},
    {kGulBara, "24:15|24:15|turns=1", 20, "expected '/'"},
    {kGulBara, "24:15|24:15|turns=1/", 21, "the text ends"},
    {kGulBara, "24:15|24:15|turns=/1", 19, "unexpected '/'"},
    {kGulBara, "24:15|24:15|turns=1-1", 20, "unexpected '-'"},
    // Shared points that are not declared.
    {kPlakoto, "24:14,10:1|24:14,15:1", 18, "15 is the other's 10"},
    {kPlakoto, "24:13,10:2|24:13,15:2", 18, "both sides on one point"},
    {kPlakoto, "24:13,10:1,9:1|24:13,16:1,15:1|pinned=10/-", 22, "16 is the other's 9"},
    {kPlakoto, "24:15|24:14,1:1", 13, "1 is the other's 24"},
    // Default pins.
    {kPlakoto, "24:15|24:15|pinned=-/-", 20, "-/- is the default"},
    {kPlakoto, "24:14,10:1|24:14,15:1|pinned=-/-", 30, "-/- is the default"},
    // Pins on points of the other side.
    {kPlakoto, "24:14,10:1|24:14,15:1|pinned=15/-", 30, "0 checkers on pinned point"},
    {kPlakoto, "24:14,10:1|24:14,15:1|pinned=-/10", 32, "0 checkers on pinned point"},
    // Pins of two checkers.
    {kPlakoto, "24:13,10:2|24:14,15:1|pinned=10/-", 30, "2 checkers on pinned point"},
    {kPlakoto, "24:14,10:1|24:13,15:2|pinned=-/15", 32, "2 checkers on pinned point"},
    // Pins under nothing.
    {kPlakoto, "24:14,10:1|24:14,14:1|pinned=10/-", 30, "nothing pins point 10"},
    {kPlakoto, "24:14,10:1|24:14,14:1|pinned=-/14", 32, "nothing pins point 14"},
    // Both sides pinned on one point.
    {kPlakoto, "24:14,10:1|24:14,15:1|pinned=10/15", 33, "both sides pinned"},
    // Malformed pins.
    {kPlakoto, "24:14,10:1|24:14,15:1|pinned=", 30, "the text ends"},
    {kPlakoto, "24:14,10:1|24:14,15:1|pinned=10", 32, "expected '/'"},
    {kPlakoto, "24:14,10:1|24:14,15:1|pinned=10/", 33, "the text ends"},
    {kPlakoto, "24:14,10:1|24:14,15:1|pinned=/-", 30, "unexpected '/'"},
    {kPlakoto, "24:14,10:1|24:14,15:1|pinned=-", 31, "expected '/'"},
    {kPlakoto, "24:14,10:1|24:14,15:1|pinned=10+/-", 33, "unexpected '/'"},
    {kPlakoto, "24:14,10:1|24:14,15:1|pinned=+10/-", 30, "unexpected '+'"},
    {kPlakoto, "24:14,10:1|24:14,15:1|pinned=-10/-", 31, "unexpected '1'"},
    {kPlakoto, "24:14,10:1|24:14,15:1|pinned=10+-/-", 33, "unexpected '-'"},
    {kPlakoto, "24:14,10:1|24:14,15:1|pinned=10,/-", 32, "unexpected ','"},
    {kPlakoto, "24:14,10:1|24:14,15:1|pinned=25/-", 30, "'25'"},
    {kPlakoto, "24:14,10:1|24:14,15:1|pinned=0/-", 30, "'0'"},
    {kPlakoto, "24:14,10:1|24:14,15:1|pinned=off/-", 30, "'off'"},
    {kPlakoto, "24:14,10:1|24:14,15:1|pinned=10/-,", 35, "expected a field"},
    // Checkers off are not pinned.
    {kPlakoto, "24:14,off:1|24:14,off:1|pinned=off/-", 32, "'off'"},
};

TEST(Notation, ErrorsGiveColumnAndReason) {
  for (const auto& [variant, text, column, reason] : kRefusals) {
    expect_refused(variant, text, column, reason);
  }
}

TEST(Notation, MessagesGiveColumnReasonAndWhatIsExpected) {
  EXPECT_EQ(message(kGioul, "24:14,25:1|24:15"),
            "column 7: '25' is not a place of gioul (expected 24..1 or off)");
  EXPECT_EQ(message(kGioul, "24:15|24:15|owed=25"),
            "column 18: number of checker moves '25' cannot be read (expected 1..24, no leading "
            "zero)");
  EXPECT_EQ(message(kGioul, "24:15"), "column 6: the text ends (expected ',' or '|')");
  EXPECT_EQ(message(kPortes, "x:1"),
            "column 1: 'x' is not a place of portes (expected bar, 24..1 or off)");
  EXPECT_EQ(message(kGioul, "24:15|24:15\n"),
            "column 12: unexpected '\\x0a' (expected ',', '|' or the end)");
  EXPECT_EQ(message(kGioul, std::string_view("24:15\0|24:15", 12)),
            "column 6: unexpected '\\x00' (expected ',' or '|')");
  EXPECT_EQ(message(kGioul, "\xc3\xa9"), "column 1: unexpected '\\xc3' (expected 24..1 or off)");
  EXPECT_LT(message(kGioul, std::string(100000, '7')).size(), 120u);
  EXPECT_TRUE(same_message_everywhere("", "column 1: the text ends"));
  EXPECT_TRUE(same_message_everywhere({}, "column 1: the text ends"));
}

TEST(Notation, RejectsTheBarInGamesWithoutHitting) {
  for (const Variant* variant :
       {&kGioul, &kGulBara, &kGulBaraLost, &kPlakoto, &kNoMother, &kFevga}) {
    expect_refused(*variant, "bar:1,24:14|24:15", 1, "'bar' is not a place");
    expect_refused(*variant, "24:15|bar:1,24:14", 7, "'bar' is not a place");
  }
}

TEST(Notation, AcceptsDifferentPlacesWithTheSameNumber) {
  expect_round_trip(kGioul, "24:14,12:1|24:15");
  expect_round_trip(kGulBara, "24:14,1:1|24:15");
  expect_round_trip(kGioul, "24:1,off:14|24:1,off:14");
  expect_round_trip(kPortes, "bar:1,off:14|bar:1,off:14");
}

TEST(Notation, RejectsFinishedGames) {
  for (const Variant* variant : kAllVariants) {
    expect_refused(*variant, "off:15|24:15", 1, "over");
    expect_refused(*variant, "24:15|off:15", 7, "over");
    expect_refused(*variant, "off:15|off:15", 1, "over");
    expect_refused(*variant, "24:1|off:1", 6, "over");
  }
  expect_refused(kGioul, "24:15|off:15|forfeit=4", 7, "over");
}

TEST(Notation, RejectsFieldsOfAnotherGame) {
  for (const Variant* variant : {&kPlakoto, &kNoMother, &kFevga, &kPortes}) {
    expect_refused(*variant, "24:15|24:15|owed=4", 13, "'owed' is not a field");
    expect_refused(*variant, "24:15|24:15|forfeit=4", 13, "'forfeit' is not a field");
  }
  for (const Variant* variant : {&kGioul, &kPlakoto, &kNoMother, &kFevga, &kPortes}) {
    expect_refused(*variant, "24:15|24:15|turns=0/0", 13, "'turns' is not a field");
  }
  for (const Variant* variant : {&kGioul, &kGulBara, &kGulBaraLost, &kFevga, &kPortes}) {
    expect_refused(*variant, "24:15|24:15|pinned=24/-", 13, "'pinned' is not a field");
  }
}

TEST(Notation, ParsesOnlySixPairsOfTurns) {
  const std::string_view readable = " 0/0 0/1 1/1 1/2 2/2 2/3 ";
  for (char own = '0'; own <= '3'; ++own) {
    for (char opp = '0'; opp <= '3'; ++opp) {
      const std::string pair = {own, '/', opp};
      const std::string text = "24:15|24:15|turns=" + pair;
      if (readable.find(" " + pair + " ") != std::string_view::npos) {
        expect_round_trip(kGulBara, text);
      } else {
        expect_refused(kGulBara, text, 19, "expected");
      }
    }
  }
}

TEST(Notation, GamesCanRejectWellFormedBoards) {
  Variant variant = kGioul;
  variant.illegal_reason = [](const Position& position) -> std::string_view {
    return position.opp.count(24) == 0 ? "no checker leaves the start (expected a checker on 24)"
                                       : "";
  };
  expect_round_trip(variant, "24:15|24:15");
  EXPECT_EQ(message(variant, "24:15|23:15"),
            "column 7: no checker leaves the start (expected a checker on 24)");
  EXPECT_EQ(message(variant, "23:15|23:15"),
            "column 1: no checker leaves the start (expected a checker on 24)");
}

TEST(Notation, RejectsPinsOutOfOrderOrRepeated) {
  const std::string board = "24:13,10:1,9:1|24:13,16:1,15:1|";
  expect_round_trip(kPlakoto, board + "pinned=10+9/-");
  expect_round_trip(kPlakoto, board + "pinned=-/16+15");
  expect_round_trip(kPlakoto, board + "pinned=9/15");
  expect_refused(kPlakoto, board + "pinned=9+10/-", 41, "wrong order");
  expect_refused(kPlakoto, board + "pinned=-/15+16", 44, "wrong order");
  expect_refused(kPlakoto, board + "pinned=10+10/-", 42, "repeated");
  expect_refused(kPlakoto, board + "pinned=10+9+10/-", 44, "repeated");
}

TEST(Notation, PinnedMothersEndTheGameIfTheRulesSaySo) {
  expect_refused(kPlakoto, "24:1,5:14|10:14,1:1|pinned=24/-", 28, "over");
  expect_refused(kPlakoto, "10:14,1:1|24:1,5:14|pinned=-/24", 28, "over");
  expect_round_trip(kPlakoto, "24:1,5:14|24:1,10:13,1:1|pinned=24/-");
  for (const Variant* variant : {&kPlakoto, &kNoMother}) {
    expect_refused(*variant, "24:1,5:13,1:1|24:1,10:13,1:1|pinned=24/24", 37, "over");
    expect_refused(*variant, "24:1,1:1|24:1,1:1|pinned=24/24", 26, "over");
  }
  expect_round_trip(kNoMother, "24:1,5:14|10:14,1:1|pinned=24/-");
  // My two checkers on my ace point pin the opponent's mother; my own last one on 24 is free.
  expect_round_trip(kPlakoto, "24:1,5:12,1:2|24:1,10:14|pinned=-/24");
}

}  // namespace
}  // namespace gioul
