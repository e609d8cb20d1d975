#include "engine/text/notation.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "engine/games/gioul.h"
#include "engine/games/variants.h"
#include "engine/rng.h"

namespace gioul {
namespace {

// One game of each kind, made here so that these tests say what text depends on: the axes alone.
constexpr Axes kGioul = Gioul::kAxes;
constexpr Axes kGulBara = {.name = "gul-bara",
                           .movement = Movement::kParallel,
                           .doublets = Doublets::kChain,
                           .plain_rolls = 3};
constexpr Axes kGulBaraLost = {.name = "gul-bara-lost",
                               .movement = Movement::kParallel,
                               .doublets = Doublets::kChain,
                               .unfinished = Unfinished::kLost,
                               .plain_rolls = 3};
constexpr Axes kPlakoto = {.name = "plakoto", .contact = Contact::kPin, .mother = Mother::kPinWins};
constexpr Axes kNoMother = {
    .name = "plakoto-no-mother", .contact = Contact::kPin, .mother = Mother::kBothPinnedTie};
constexpr Axes kFevga = {.name = "fevga", .movement = Movement::kParallel};
constexpr Axes kPortes = {.name = "portes",
                          .contact = Contact::kHit,
                          .start = "24:2,13:5,8:3,6:5",
                          .fewer_checkers = false};

constexpr std::array kAllAxes = {&kGioul,    &kGulBara, &kGulBaraLost, &kPlakoto,
                                 &kNoMother, &kFevga,   &kPortes};

std::string message(const Axes& axes, std::string_view text) {
  try {
    return "read as " + format_position(axes, parse_position(axes, text));
  } catch (const InputError& error) {
    return error.what();
  }
}

/// The rejection says this column, and `reason` somewhere.
void expect_refused(const Axes& axes, std::string_view text, std::size_t column,
                    std::string_view reason) {
  const std::string what = message(axes, text);
  const std::string start = "column " + std::to_string(column) + ": ";
  EXPECT_TRUE(what.starts_with(start) && what.find(reason) != std::string::npos)
      << axes.name << " '" << text << "'\n  gives   " << what << "\n  and not " << start << "..."
      << reason << "...";
}

void expect_round_trip(const Axes& axes, std::string_view text) {
  EXPECT_EQ(message(axes, text), "read as " + std::string(text)) << axes.name;
}

bool same_message_everywhere(std::string_view text, std::string_view message_start) {
  for (const Axes* axes : kAllAxes) {
    if (!message(*axes, text).starts_with(message_start)) return false;
  }
  return true;
}

// --- What is read ---

TEST(Notation, SidesAreReadInTheirOwnNumbering) {
  const Position position = parse_position(kGioul, "24:11,21:4|24:13,23:1,off:1");
  EXPECT_EQ(position.own.count(24), 11);
  EXPECT_EQ(position.own.count(21), 4);
  EXPECT_EQ(position.own.total(), 15);
  EXPECT_EQ(position.opp.count(24), 13);
  EXPECT_EQ(position.opp.count(23), 1);
  EXPECT_EQ(position.opp.count(kOff), 1);
  EXPECT_FALSE(position.is_pending());
  EXPECT_EQ(position.own_rolls, 0u);
  EXPECT_EQ(position.opp_rolls, 0u);
}

TEST(Notation, OwedIsTheOwnChain) {
  const Position position = parse_position(kGioul, "24:11,21:4|24:15|owed=12");
  EXPECT_EQ(position.owed, 12u);
  EXPECT_EQ(position.forfeited, 0u);
}

TEST(Notation, ForfeitIsTheOpponentsChain) {
  const Position position = parse_position(kGioul, "24:15|24:11,21:4|forfeit=10");
  EXPECT_EQ(position.owed, 10u);
  EXPECT_EQ(position.forfeited, 1u);
}

TEST(Notation, TurnsAreThreeUnlessWritten) {
  const Position later = parse_position(kGulBara, "24:15|24:15");
  EXPECT_EQ(later.own_rolls, 3u);
  EXPECT_EQ(later.opp_rolls, 3u);
  const Position early = parse_position(kGulBara, "24:15|24:15|turns=1/2");
  EXPECT_EQ(early.own_rolls, 1u);
  EXPECT_EQ(early.opp_rolls, 2u);
}

TEST(Notation, PinsAreReadForBothSides) {
  const Position position =
      parse_position(kPlakoto, "24:1,13:5,10:1,7:2,2:6|24:3,18:1,15:1,11:1,5:9|pinned=10/18");
  EXPECT_EQ(position.own_pinned, place_bit(10));
  EXPECT_EQ(position.opp_pinned, place_bit(18));
}

TEST(Notation, TheBarIsReadWhereThereIsHitting) {
  const Position position = parse_position(kPortes, "bar:2,24:13|bar:1,24:14");
  EXPECT_EQ(position.own.count(kBar), 2);
  EXPECT_EQ(position.opp.count(kBar), 1);
}

TEST(Notation, ReadPositionsCompareAsBytes) {
  Position expected{};
  expected.own.set_count(24, 15);
  expected.opp.set_count(24, 15);
  EXPECT_EQ(parse_position(kGioul, "24:15|24:15"), expected);
}

TEST(Notation, ReadingThenWritingGivesTheSameText) {
  const std::vector<std::pair<const Axes*, std::vector<std::string_view>>> games = {
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
  for (const auto& [axes, texts] : games) {
    for (const std::string_view text : texts) expect_round_trip(*axes, text);
  }
}

TEST(Notation, EveryNumberOwedIsRead) {
  for (int owed = 1; owed <= kMaxOwed; ++owed) {
    expect_round_trip(kGioul, "24:15|24:15|owed=" + std::to_string(owed));
    expect_round_trip(kGulBara, "24:15|24:15|forfeit=" + std::to_string(owed));
  }
}

TEST(Notation, EverySumUpToFifteenIsReadInEveryGame) {
  for (const Axes* axes : kAllAxes) {
    for (int n = 1; n <= kMaxCheckers; ++n) {
      const std::string side = "24:" + std::to_string(n);
      expect_round_trip(*axes, side + "|" + side);
    }
  }
}

TEST(Notation, EverySinglePlaceIsReadOnBothSides) {
  for (const Axes* axes : kAllAxes) {
    for (int place = 1; place <= 24; ++place) {
      const std::string entry = std::to_string(place) + ":3";
      const int other = mirror(axes->movement, place) == 24 ? 23 : 24;
      const std::string enemy = std::to_string(other) + ":3";
      expect_round_trip(*axes, entry + "|" + enemy);
      expect_round_trip(*axes, enemy + "|" + entry);
    }
  }
}

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

// --- What is refused: pins ---

TEST(Notation, SharedPointsThatAreNotDeclaredAreRefused) {
  expect_refused(kPlakoto, "24:14,10:1|24:14,15:1", 18, "15 is the other's 10");
  expect_refused(kPlakoto, "24:13,10:2|24:13,15:2", 18, "both sides on one point");
  expect_refused(kPlakoto, "24:13,10:1,9:1|24:13,16:1,15:1|pinned=10/-", 22, "16 is the other's 9");
  expect_refused(kPlakoto, "24:15|24:14,1:1", 13, "1 is the other's 24");
}

TEST(Notation, DefaultPinsAreRefused) {
  expect_refused(kPlakoto, "24:15|24:15|pinned=-/-", 20, "-/- is the default");
  expect_refused(kPlakoto, "24:14,10:1|24:14,15:1|pinned=-/-", 30, "-/- is the default");
}

TEST(Notation, PinsOnPointsOfTheOtherSideAreRefused) {
  expect_refused(kPlakoto, "24:14,10:1|24:14,15:1|pinned=15/-", 30, "0 checkers on pinned point");
  expect_refused(kPlakoto, "24:14,10:1|24:14,15:1|pinned=-/10", 32, "0 checkers on pinned point");
}

TEST(Notation, PinsOfTwoCheckersAreRefused) {
  expect_refused(kPlakoto, "24:13,10:2|24:14,15:1|pinned=10/-", 30, "2 checkers on pinned point");
  expect_refused(kPlakoto, "24:14,10:1|24:13,15:2|pinned=-/15", 32, "2 checkers on pinned point");
}

TEST(Notation, PinsUnderNothingAreRefused) {
  expect_refused(kPlakoto, "24:14,10:1|24:14,14:1|pinned=10/-", 30, "nothing pins point 10");
  expect_refused(kPlakoto, "24:14,10:1|24:14,14:1|pinned=-/14", 32, "nothing pins point 14");
}

TEST(Notation, BothSidesPinnedOnOnePointAreRefused) {
  expect_refused(kPlakoto, "24:14,10:1|24:14,15:1|pinned=10/15", 33, "both sides pinned");
}

TEST(Notation, PinsOutOfOrderOrRepeatedAreRefused) {
  const std::string board = "24:13,10:1,9:1|24:13,16:1,15:1|";
  expect_round_trip(kPlakoto, board + "pinned=10+9/-");
  expect_round_trip(kPlakoto, board + "pinned=-/16+15");
  expect_round_trip(kPlakoto, board + "pinned=9/15");
  expect_refused(kPlakoto, board + "pinned=9+10/-", 41, "wrong order");
  expect_refused(kPlakoto, board + "pinned=-/15+16", 44, "wrong order");
  expect_refused(kPlakoto, board + "pinned=10+10/-", 42, "repeated");
  expect_refused(kPlakoto, board + "pinned=10+9+10/-", 44, "repeated");
}

TEST(Notation, MalformedPinsAreRefused) {
  const std::string board = "24:14,10:1|24:14,15:1|";  // a list starts in column 30
  expect_refused(kPlakoto, board + "pinned=", 30, "the text ends");
  expect_refused(kPlakoto, board + "pinned=10", 32, "expected '/'");
  expect_refused(kPlakoto, board + "pinned=10/", 33, "the text ends");
  expect_refused(kPlakoto, board + "pinned=/-", 30, "unexpected '/'");
  expect_refused(kPlakoto, board + "pinned=-", 31, "expected '/'");
  expect_refused(kPlakoto, board + "pinned=10+/-", 33, "unexpected '/'");
  expect_refused(kPlakoto, board + "pinned=+10/-", 30, "unexpected '+'");
  expect_refused(kPlakoto, board + "pinned=-10/-", 31, "unexpected '1'");
  expect_refused(kPlakoto, board + "pinned=10+-/-", 33, "unexpected '-'");
  expect_refused(kPlakoto, board + "pinned=10,/-", 32, "unexpected ','");
  expect_refused(kPlakoto, board + "pinned=25/-", 30, "'25'");
  expect_refused(kPlakoto, board + "pinned=0/-", 30, "'0'");
  expect_refused(kPlakoto, board + "pinned=off/-", 30, "'off'");
  expect_refused(kPlakoto, board + "pinned=10/-,", 35, "expected a field");
}

TEST(Notation, CheckersOffAreNotPinned) {
  expect_refused(kPlakoto, "24:14,off:1|24:14,off:1|pinned=off/-", 32, "'off'");
}

TEST(Notation, APinnedMotherEndsTheGameOnceTheOtherStartIsEmpty) {
  expect_refused(kPlakoto, "24:1,5:14|10:14,1:1|pinned=24/-", 28, "over");
  expect_refused(kPlakoto, "10:14,1:1|24:1,5:14|pinned=-/24", 28, "over");
  expect_round_trip(kPlakoto, "24:1,5:14|24:1,10:13,1:1|pinned=24/-");
}

TEST(Notation, BothMothersPinnedEndTheGame) {
  for (const Axes* axes : {&kPlakoto, &kNoMother}) {
    expect_refused(*axes, "24:1,5:13,1:1|24:1,10:13,1:1|pinned=24/24", 37, "over");
    expect_refused(*axes, "24:1,1:1|24:1,1:1|pinned=24/24", 26, "over");
  }
}

TEST(Notation, APinnedMotherDecidesNothingInThePresetWithoutMothers) {
  expect_round_trip(kNoMother, "24:1,5:14|10:14,1:1|pinned=24/-");
}

TEST(Notation, ThePinnerOfAMotherOnTheOtherStartIsNoMother) {
  // My two checkers on my ace point pin his mother; my own last one on 24 stands free.
  expect_round_trip(kPlakoto, "24:1,5:12,1:2|24:1,10:14|pinned=-/24");
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

// --- Start positions, dice, endings ---

TEST(Notation, StartPositionsAreTheWrittenOnes) {
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

TEST(Notation, ImpossibleNumbersOfCheckersAreRefused) {
  for (const int checkers : {-1, 0, 16, 1000}) {
    for (const Axes* axes : kAllAxes) EXPECT_THROW(start_position(*axes, checkers), InputError);
  }
  EXPECT_THROW(start_position(kPortes, 14), InputError);
  EXPECT_NO_THROW(start_position(kPortes, 15));
}

TEST(Notation, DiceAreReadInEitherOrderAndWrittenHighFirst) {
  for (int a = 1; a <= 6; ++a) {
    for (int b = 1; b <= 6; ++b) {
      const std::string text = std::to_string(a) + "-" + std::to_string(b);
      EXPECT_EQ(parse_dice(text), make_dice(a, b));
    }
  }
  EXPECT_EQ(format_dice(parse_dice("3-5")), "5-3");
  EXPECT_EQ(format_dice(parse_dice("4-4")), "4-4");
}

TEST(Notation, MalformedDiceAreRefused) {
  const std::vector<std::pair<std::string_view, std::string_view>> cases = {
      {"", "column 1"},     {"5", "column 2"},     {"5-", "column 3"},    {"-5", "column 1"},
      {"0-1", "column 1"},  {"7-1", "column 1"},   {"1-0", "column 3"},   {"1-7", "column 3"},
      {"5--3", "column 3"}, {"5-3 ", "column 4"},  {" 5-3", "column 1"},  {"5 3", "column 2"},
      {"53", "column 1"},   {"05-3", "column 1"},  {"5-03", "column 3"},  {"5-31", "column 3"},
      {"a-b", "column 1"},  {"5-3-1", "column 4"}, {"5-3\n", "column 4"}, {"+5-3", "column 1"},
      {"5,3", "column 2"},  {"257-1", "column 1"}, {"5-3x", "column 3"},
  };
  for (const auto& [text, column] : cases) {
    try {
      parse_dice(text);
      ADD_FAILURE() << "'" << text << "' was read";
    } catch (const InputError& error) {
      EXPECT_TRUE(std::string_view(error.what()).starts_with(std::string(column) + ": "))
          << "'" << text << "': " << error.what();
    }
  }
}

TEST(Notation, EndingsAreWrittenForTheMover) {
  EXPECT_EQ(format_ending(Ending::kWin1), "win=1");
  EXPECT_EQ(format_ending(Ending::kWin2), "win=2");
  EXPECT_EQ(format_ending(Ending::kTie), "tie");
}

// --- Properties ---

constexpr std::uint64_t kSeed = 20240601;

/// Some position of the game that is not over, with every kind of field that the game has.
Position random_position(const Axes& axes, CounterRng& rng) {
  const auto below = [&](int n) { return static_cast<int>(rng.below(static_cast<unsigned>(n))); };
  Position position{};
  const int checkers = 1 + below(kMaxCheckers);
  const int lowest = below(4) == 0 ? 1 + below(18) : 1;  // now and then crowded
  const auto random_place = [&] {
    if (axes.contact == Contact::kHit && below(8) == 0) return kBar;
    return below(8) == 0 ? kOff : lowest + below(25 - lowest);
  };
  const auto add = [](Side& side, int place) { side.set_count(place, side.count(place) + 1); };
  for (int i = 0; i < checkers; ++i) add(position.own, random_place());
  const PlaceSet enemy = mirrored(axes.movement, position.own.occupied());
  PlaceSet own_pinned = 0;
  PlaceSet opp_pinned = 0;
  for (int i = 0; i < checkers;) {
    const int place = random_place();
    const bool shared = (enemy & place_bit(place)) != 0;
    if (shared && axes.contact != Contact::kPin) {
      if (std::popcount(enemy) > 12) return random_position(axes, rng);
      continue;
    }
    if (shared) {
      // The one with a single checker is pinned: he, unless there is already a second.
      const int there = mirror(axes.movement, place);
      if (position.own.count(there) == 1 && (opp_pinned & place_bit(place)) == 0) {
        own_pinned |= place_bit(there);
      } else if (position.opp.count(place) == 0) {
        opp_pinned |= place_bit(place);
      } else {
        continue;
      }
    }
    add(position.opp, place);
    ++i;
  }
  if (position.own.count(kOff) == checkers || position.opp.count(kOff) == checkers ||
      ((own_pinned | opp_pinned) & place_bit(kStart)) != 0) {
    return random_position(axes, rng);
  }
  position.own_pinned = own_pinned & kPoints;
  position.opp_pinned = opp_pinned & kPoints;
  if (axes.plain_rolls > 0) {
    position.own_rolls = 3;
    position.opp_rolls = 3;
  }
  if (axes.doublets == Doublets::kChain && below(2) == 0) {
    position.owed = static_cast<unsigned>(1 + below(kMaxOwed)) & 31u;
    position.forfeited = axes.unfinished == Unfinished::kForfeited && below(2) == 0;
  } else if (axes.plain_rolls > 0 && below(2) == 0) {
    const int own = below(3);
    position.own_rolls = static_cast<unsigned>(own) & 3u;
    position.opp_rolls = static_cast<unsigned>(own + below(2)) & 3u;
  }
  return position;
}

TEST(Notation, WritingThenReadingGivesTheSamePosition) {
  for (const Axes* axes : kAllAxes) {
    CounterRng rng(kSeed, 1, Stream::kDice);
    for (int i = 0; i < 2000; ++i) {
      const Position position = random_position(*axes, rng);
      const std::string text = format_position(*axes, position);
      SCOPED_TRACE(std::string(axes->name) + " '" + text + "', seed " + std::to_string(kSeed));
      Position read{};
      ASSERT_NO_THROW(read = parse_position(*axes, text)) << message(*axes, text);
      ASSERT_EQ(read, position);
    }
  }
}

TEST(Notation, TheOtherPlayersViewIsReadToo) {
  for (const Axes* axes : kAllAxes) {
    CounterRng rng(kSeed, 2, Stream::kDice);
    for (int i = 0; i < 500; ++i) {
      Position position = random_position(*axes, rng).flipped();
      if (axes->plain_rolls > 0) position.own_rolls = position.opp_rolls = 3;
      ASSERT_EQ(parse_position(*axes, format_position(*axes, position)), position);
    }
  }
}

TEST(Notation, WhateverIsReadWouldBeWrittenJustSo) {
  constexpr std::string_view kBytes = "0123456789:,|=/+-ofbarwedtiunspm \n";
  for (const Axes* axes : kAllAxes) {
    CounterRng rng(kSeed, 3, Stream::kDice);
    int accepted = 0;
    for (int i = 0; i < 20000; ++i) {
      std::string text = format_position(*axes, random_position(*axes, rng));
      for (std::uint64_t edits = 1 + rng.below(2); edits > 0 && !text.empty(); --edits) {
        const std::size_t at = rng.below(text.size());
        const char byte = kBytes[rng.below(kBytes.size())];
        switch (rng.below(4)) {
          case 0:
            text.erase(at, 1);
            break;
          case 1:
            text.insert(at, 1, byte);
            break;
          case 2:
            text[at] = byte;
            break;
          default:
            text.insert(at, text.substr(rng.below(text.size()), 1 + rng.below(8)));
        }
      }
      SCOPED_TRACE(std::string(axes->name) + " '" + text + "', seed " + std::to_string(kSeed));
      try {
        ASSERT_EQ(format_position(*axes, parse_position(*axes, text)), text);
        ++accepted;
      } catch (const InputError& error) {
        const std::string what = error.what();
        ASSERT_TRUE(what.starts_with("column ")) << what;
        const auto column = std::strtoul(what.c_str() + std::strlen("column "), nullptr, 10);
        ASSERT_TRUE(column >= 1 && column <= text.size() + 1) << what;
        ASSERT_NE(what.find(": "), std::string::npos) << what;
        ASSERT_NE(what.find("(expected "), std::string::npos) << what;
        ASSERT_EQ(what.find('\n'), std::string::npos) << what;
      }
    }
    EXPECT_GT(accepted, 0) << axes->name;
  }
}

}  // namespace
}  // namespace gioul
