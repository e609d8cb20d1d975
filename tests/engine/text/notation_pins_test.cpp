// What the notation refuses where checkers pin others.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/text/notation.h"
#include "tests/engine/text/notation_games.h"

namespace gioul {
namespace {

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

}  // namespace
}  // namespace gioul
