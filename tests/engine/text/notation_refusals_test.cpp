// What the notation refuses of any game: characters and numbers, sides, fields.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "engine/text/notation.h"
#include "tests/engine/text/notation_games.h"

namespace gioul {
namespace {

// --- What is refused: characters and numbers ---

TEST(Notation, MessagesSayColumnReasonAndWhatWouldBeRight) {
  EXPECT_EQ(message(kGioul, "24:14,25:1|24:15"),
            "column 7: '25' is no place of gioul (expected 24..1 or off)");
  EXPECT_EQ(message(kGioul, "24:15|24:15|owed=25"),
            "column 18: number of checker moves '25' can't be read (expected 1..24, no leading "
            "zero)");
  EXPECT_EQ(message(kGioul, "24:15"), "column 6: the text ends (expected ',' or '|')");
  EXPECT_EQ(message(kPortes, "x:1"),
            "column 1: 'x' is no place of portes (expected bar, 24..1 or off)");
}

TEST(Notation, MessagesShowStrayBytesOnOneLine) {
  EXPECT_EQ(message(kGioul, "24:15|24:15\n"),
            "column 12: unexpected '\\x0a' (expected ',', '|' or the end)");
  EXPECT_EQ(message(kGioul, std::string_view("24:15\0|24:15", 12)),
            "column 6: unexpected '\\x00' (expected ',' or '|')");
  EXPECT_EQ(message(kGioul, "\xc3\xa9"), "column 1: unexpected '\\xc3' (expected 24..1 or off)");
}

TEST(Notation, MessagesStayShort) {
  EXPECT_LT(message(kGioul, std::string(100000, '7')).size(), 120u);
}

TEST(Notation, EmptyTextIsRefused) {
  EXPECT_TRUE(same_message_everywhere("", "column 1: the text ends"));
  EXPECT_TRUE(same_message_everywhere({}, "column 1: the text ends"));
}

TEST(Notation, EmptySidesAreRefused) {
  expect_refused(kGioul, "|", 1, "unexpected '|'");
  expect_refused(kGioul, "|24:15", 1, "unexpected '|'");
  expect_refused(kGioul, "24:15|", 7, "the text ends");
  expect_refused(kGioul, "24:15||owed=4", 7, "unexpected '|'");
}

TEST(Notation, MissingPartsAreRefused) {
  expect_refused(kGioul, "24", 3, "expected ':'");
  expect_refused(kGioul, "24:", 4, "expected count");
  expect_refused(kGioul, "24:15,", 7, "expected 24..1 or off");
  expect_refused(kGioul, "24:15,|24:15", 7, "unexpected '|'");
  expect_refused(kGioul, ",24:15|24:15", 1, "unexpected ','");
  expect_refused(kGioul, "24:14,,23:1|24:15", 7, "unexpected ','");
  expect_refused(kGioul, ":15|24:15", 1, "unexpected ':'");
  expect_refused(kGioul, "24:15|24:15|", 13, "expected a field");
  expect_refused(kFevga, "24:15|24:15|", 13, "expected a field");
  expect_refused(kGioul, "24:15|24:15|owed", 17, "expected '='");
  expect_refused(kGioul, "24:15|24:15|owed=", 18, "the text ends");
  expect_refused(kGioul, "24:15|24:15|=4", 13, "expected a field");
  expect_refused(kGioul, "24:15|24:15|owed=4,", 20, "expected a field");
}

TEST(Notation, TrailingTextIsRefused) {
  expect_refused(kGioul, "24:15|24:15 ", 12, "unexpected ' '");
  expect_refused(kGioul, "24:15|24:15\r", 12, "'\\x0d'");
  expect_refused(kGioul, "24:15|24:15:", 12, "unexpected ':'");
  expect_refused(kGioul, "24:15|24:15x", 10, "count '15x'");
  expect_refused(kGioul, "24:15|24:15|owed=4 ", 19, "unexpected ' '");
  expect_refused(kGioul, "24:15|24:15|owed=4|", 19, "unexpected '|' (expected ',' or the end)");
  expect_refused(kGioul, "24:15|24:15|owed=4|forfeit=4", 19, "unexpected '|'");
  expect_refused(kGioul, "24:15|24:15|24:15", 13, "'24' is no field of gioul");
  expect_refused(kGulBara, "24:15|24:15|turns=0/0/0", 22, "unexpected '/'");
  expect_refused(kPlakoto, "24:14,10:1|24:14,15:1|pinned=10/-/-", 34, "unexpected '/'");
  expect_refused(kPlakoto, "24:14,10:1|24:14,15:1|pinned=10/--", 34, "unexpected '-'");
}

TEST(Notation, WhitespaceIsRefused) {
  expect_refused(kGioul, " 24:15|24:15", 1, "unexpected ' '");
  expect_refused(kGioul, "24: 15|24:15", 4, "unexpected ' '");
  expect_refused(kGioul, "24 :15|24:15", 3, "unexpected ' '");
  expect_refused(kGioul, "24:14, 23:1|24:15", 7, "unexpected ' '");
  expect_refused(kGioul, "24:15 |24:15", 6, "unexpected ' '");
  expect_refused(kGioul, "24:15|\t24:15", 7, "'\\x09'");
  expect_refused(kGioul, "24:15|24:15| owed=4", 13, "unexpected ' '");
  expect_refused(kGioul, "24:15|24:15|owed= 4", 18, "unexpected ' '");
}

TEST(Notation, SignsAreRefused) {
  expect_refused(kGioul, "+24:15|24:15", 1, "unexpected '+'");
  expect_refused(kGioul, "24:+15|24:15", 4, "unexpected '+'");
  expect_refused(kGioul, "24:-1|24:15", 4, "unexpected '-'");
  expect_refused(kGioul, "24:15|24:15|owed=+4", 18, "unexpected '+'");
  expect_refused(kGulBara, "24:15|24:15|turns=-0/0", 19, "unexpected '-'");
}

TEST(Notation, LeadingZerosAreRefused) {
  expect_refused(kGioul, "024:15|24:15", 1, "'024'");
  expect_refused(kGioul, "24:14,06:1|24:15", 7, "'06'");
  expect_refused(kGioul, "24:015|24:15", 4, "'015'");
  expect_refused(kGioul, "24:14,6:01|24:15", 9, "'01'");
  expect_refused(kGioul, "24:15|24:15|owed=04", 18, "'04'");
  expect_refused(kGulBara, "24:15|24:15|turns=00/0", 19, "'00'");
  expect_refused(kGulBara, "24:15|24:15|turns=0/01", 21, "'01'");
  expect_refused(kPlakoto, "24:14,6:1|24:14,19:1|pinned=06/-", 29, "'06'");
}

TEST(Notation, NumbersThatOverflowAreRefused) {
  expect_refused(kGioul, "4294967320:15|24:15", 1, "is no place");      // 2^32 + 24
  expect_refused(kGioul, "24:18446744073709551631|24:15", 4, "count");  // 2^64 + 15
  expect_refused(kGioul, "24:15|24:15|owed=4294967300", 18, "'4294967300'");
  expect_refused(kGioul, "24:271|24:15", 4, "count '271'");  // 2^8 + 15
}

TEST(Notation, OtherWaysToWriteNumbersAreRefused) {
  expect_refused(kGioul, "24:0xf|24:15", 4, "'0xf'");
  expect_refused(kGioul, "24:1e1|24:15", 4, "'1e1'");
  expect_refused(kGioul, "24:1.5|24:15", 5, "unexpected '.'");
  expect_refused(kGioul, "24:f|24:15", 4, "'f'");
}

// --- What is refused: sides ---

TEST(Notation, UnknownPlacesAreRefused) {
  expect_refused(kGioul, "25:15|24:15", 1, "'25' is no place");
  expect_refused(kGioul, "24:15|26:15", 7, "'26' is no place");
  expect_refused(kGioul, "24:14,0:1|24:15", 7, "'0' is no place");
  expect_refused(kGioul, "Off:15|24:15", 1, "'Off' is no place");
  expect_refused(kGioul, "24:14,off1:1|24:15", 7, "'off1' is no place");
  expect_refused(kPortes, "25:1,24:14|24:15", 1, "'25' is no place");
  expect_refused(kPortes, "BAR:1,24:14|24:15", 1, "'BAR' is no place");
}

TEST(Notation, TheBarIsNoPlaceWithoutHitting) {
  for (const Axes* axes : {&kGioul, &kGulBara, &kGulBaraLost, &kPlakoto, &kNoMother, &kFevga}) {
    expect_refused(*axes, "bar:1,24:14|24:15", 1, "'bar' is no place");
    expect_refused(*axes, "24:15|bar:1,24:14", 7, "'bar' is no place");
  }
}

TEST(Notation, RepeatedPlacesAreRefused) {
  expect_refused(kGioul, "24:8,24:7|24:15", 6, "repeated");
  expect_refused(kGioul, "24:8,6:1,24:6|24:15", 10, "repeated");
  expect_refused(kGioul, "24:15|24:13,off:1,off:1", 19, "repeated");
  expect_refused(kPortes, "bar:1,bar:1,24:13|24:15", 7, "repeated");
}

TEST(Notation, PlacesInTheWrongOrderAreRefused) {
  expect_refused(kGioul, "6:1,24:14|24:15", 5, "wrong order");
  expect_refused(kGioul, "9:1,10:14|24:15", 5, "wrong order");
  expect_refused(kGioul, "off:1,24:14|24:15", 7, "wrong order");
  expect_refused(kPortes, "24:15|24:14,bar:1", 13, "wrong order");
}

TEST(Notation, CountsOutsideOneToFifteenAreRefused) {
  expect_refused(kGioul, "24:0|24:15", 4, "count '0'");
  expect_refused(kGioul, "24:15,off:0|24:15", 11, "count '0'");
  expect_refused(kGioul, "24:16|24:16", 4, "count '16'");
  expect_refused(kGioul, "24:99|24:99", 4, "count '99'");
}

TEST(Notation, SumsAboveFifteenAreRefused) {
  expect_refused(kGioul, "24:15,off:1|24:15,off:1", 11, "more than 15");
  expect_refused(kGioul, "24:15|24:8,23:7,22:1", 20, "more than 15");
}

TEST(Notation, SumsThatDifferAreRefused) {
  expect_refused(kGioul, "24:15|24:14", 7, "14 checkers against 15");
  expect_refused(kGioul, "24:1|24:1,off:1", 6, "2 checkers against 1");
  expect_refused(kPortes, "bar:1,24:14|24:14", 13, "14 checkers against 15");
}

TEST(Notation, BothSidesOnOnePointAreRefusedWithoutPinning) {
  expect_refused(kGioul, "24:14,1:1|24:15", 11, "both sides on one point: 24 is the other's 1");
  expect_refused(kGioul, "24:14,13:1|24:14,12:1", 18, "both sides on one point");
  expect_refused(kGulBara, "24:14,12:1|24:15", 12, "both sides on one point: 24 is the other's 12");
  expect_refused(kFevga, "24:15|13:14,12:1", 13, "both sides on one point: 12 is the other's 24");
  expect_refused(kPortes, "13:15|13:14,12:1", 13, "both sides on one point");
}

TEST(Notation, WhichPointsAreSharedDependsOnTheMovement) {
  expect_round_trip(kGioul, "24:14,12:1|24:15");
  expect_round_trip(kGulBara, "24:14,1:1|24:15");
}

TEST(Notation, CheckersOffShareNoPoint) { expect_round_trip(kGioul, "24:1,off:14|24:1,off:14"); }

TEST(Notation, CheckersOnTheBarShareNoPoint) {
  expect_round_trip(kPortes, "bar:1,off:14|bar:1,off:14");
}

TEST(Notation, GamesAlreadyOverAreRefused) {
  for (const Axes* axes : kAllAxes) {
    expect_refused(*axes, "off:15|24:15", 1, "over");
    expect_refused(*axes, "24:15|off:15", 7, "over");
    expect_refused(*axes, "off:15|off:15", 1, "over");
    expect_refused(*axes, "24:1|off:1", 6, "over");
  }
  expect_refused(kGioul, "24:15|off:15|forfeit=4", 7, "over");
}

// --- What is refused: fields ---

TEST(Notation, UnknownFieldsAreRefused) {
  expect_refused(kGioul, "24:15|24:15|cube=2", 13, "expected owed or forfeit or no field");
  expect_refused(kGioul, "24:15|24:15|Owed=4", 13, "'Owed' is no field");
  expect_refused(kGioul, "24:15|24:15|owed4", 13, "'owed4' is no field");
  expect_refused(kGioul, "24:15|24:15|owed=4,x=1", 20, "'x' is no field");
}

TEST(Notation, FieldsOfAnotherGameAreRefused) {
  for (const Axes* axes : {&kPlakoto, &kNoMother, &kFevga, &kPortes}) {
    expect_refused(*axes, "24:15|24:15|owed=4", 13, "'owed' is no field");
    expect_refused(*axes, "24:15|24:15|forfeit=4", 13, "'forfeit' is no field");
  }
  for (const Axes* axes : {&kGioul, &kPlakoto, &kNoMother, &kFevga, &kPortes}) {
    expect_refused(*axes, "24:15|24:15|turns=0/0", 13, "'turns' is no field");
  }
  for (const Axes* axes : {&kGioul, &kGulBara, &kGulBaraLost, &kFevga, &kPortes}) {
    expect_refused(*axes, "24:15|24:15|pinned=24/-", 13, "'pinned' is no field");
  }
}

TEST(Notation, NothingIsForfeitedWhereUnfinishedChainsAreLost) {
  expect_refused(kGulBaraLost, "24:15|24:15|forfeit=4", 13, "'forfeit' is no field");
}

TEST(Notation, OwedOutsideOneToTwentyFourIsRefused) {
  expect_refused(kGioul, "24:15|24:15|owed=0", 18, "'0'");
  expect_refused(kGioul, "24:15|24:15|owed=25", 18, "'25'");
  expect_refused(kGioul, "24:15|24:15|forfeit=0", 21, "'0'");
  expect_refused(kGioul, "24:15|24:15|forfeit=25", 21, "'25'");
}

TEST(Notation, RepeatedFieldsAreRefused) {
  expect_refused(kGioul, "24:15|24:15|owed=4,owed=4", 20, "repeated");
  expect_refused(kGioul, "24:15|24:15|forfeit=4,forfeit=5", 23, "repeated");
  expect_refused(kGulBara, "24:15|24:15|turns=0/0,turns=0/0", 23, "repeated");
  expect_refused(kPlakoto, "24:14,6:1|24:14,19:1|pinned=6/-,pinned=6/-", 33, "repeated");
}

TEST(Notation, OwedTogetherWithForfeitIsRefused) {
  expect_refused(kGioul, "24:15|24:15|owed=4,forfeit=4", 20, "together");
  expect_refused(kGioul, "24:15|24:15|forfeit=4,owed=4", 23, "together");
}

TEST(Notation, TurnsBesideAChainAreRefused) {
  expect_refused(kGulBara, "24:15|24:15|owed=4,turns=2/2", 20, "beside");
  expect_refused(kGulBara, "24:15|24:15|forfeit=4,turns=0/1", 23, "beside");
}

TEST(Notation, FieldsOutOfOrderAreRefused) {
  expect_refused(kGulBara, "24:15|24:15|turns=2/2,owed=4", 23, "out of order");
  expect_refused(kGulBara, "24:15|24:15|turns=2/2,forfeit=4", 23, "out of order");
}

TEST(Notation, DefaultTurnsAreRefused) {
  expect_refused(kGulBara, "24:15|24:15|turns=3/3", 19, "3/3 is the default");
}

TEST(Notation, OnlySixPairsOfTurnsAreRead) {
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

TEST(Notation, MalformedTurnsAreRefused) {
  expect_refused(kGulBara, "24:15|24:15|turns=4/4", 19, "'4'");
  expect_refused(kGulBara, "24:15|24:15|turns=2/4", 21, "'4'");
  expect_refused(kGulBara, "24:15|24:15|turns=1", 20, "expected '/'");
  expect_refused(kGulBara, "24:15|24:15|turns=1/", 21, "the text ends");
  expect_refused(kGulBara, "24:15|24:15|turns=/1", 19, "unexpected '/'");
  expect_refused(kGulBara, "24:15|24:15|turns=1-1", 20, "unexpected '-'");
}

TEST(Notation, AGameCanRefuseWellFormedBoards) {
  Axes axes = kGioul;
  axes.refuse = [](const Position& position) -> std::string_view {
    return position.opp.count(24) == 0 ? "nobody leaves his start (expected a checker on 24)" : "";
  };
  expect_round_trip(axes, "24:15|24:15");
  EXPECT_EQ(message(axes, "24:15|23:15"),
            "column 1: nobody leaves his start (expected a checker on 24)");
}

}  // namespace
}  // namespace gioul
