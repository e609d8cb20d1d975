#include "engine/text/position_id.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "base/error.h"
#include "engine/games/game.h"
#include "engine/games/variants.h"
#include "engine/text/notation.h"

namespace gioul {
namespace {

std::string decoded(std::string_view variant, std::string_view id) {
  const Axes& axes = find_game(variant);
  return format_position(axes, parse_position_id(axes, id));
}

std::string encoded(std::string_view variant, std::string_view position) {
  const Axes& axes = find_game(variant);
  return format_position_id(axes, parse_position(axes, position));
}

/// What is wrong with `id`, or "" if it can be read.
std::string complaint(std::string_view variant, std::string_view id) {
  try {
    decoded(variant, id);
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

// notation.md, section 1.
constexpr std::string_view kExample = "4:3,3:3,off:9|5:1,4:1,3:1,2:1,1:2,off:9";
constexpr std::string_view kExampleId = "qwIAAO4AAAAAAA";

// GNU Backgammon's manual gives this one for the start of backgammon.
constexpr std::string_view kBackgammon = "4HPwATDgc/ABMA";

TEST(PositionId, ExampleOfTheNotationIsRead) {
  EXPECT_EQ(decoded("portes", kExampleId), kExample);
  EXPECT_EQ(decoded("gioul", kExampleId), kExample);
}

TEST(PositionId, ExampleOfTheNotationIsWritten) {
  EXPECT_EQ(encoded("portes", kExample), kExampleId);
}

TEST(PositionId, StartOfBackgammonIsTheStartOfPortes) {
  EXPECT_EQ(decoded("portes", kBackgammon), "24:2,13:5,8:3,6:5|24:2,13:5,8:3,6:5");
  EXPECT_EQ(encoded("portes", "24:2,13:5,8:3,6:5|24:2,13:5,8:3,6:5"), kBackgammon);
}

TEST(PositionId, FirstSideIsTheOneNotToAct) {
  const std::string id = encoded("portes", "1:15|6:15");
  EXPECT_EQ(decoded("portes", id), "1:15|6:15");
  EXPECT_NE(id, encoded("portes", "6:15|1:15"));
}

TEST(PositionId, CheckersOnTheBarAreKept) {
  constexpr std::string_view kBoard = "bar:2,6:5,1:8|bar:1,23:14";
  EXPECT_EQ(decoded("portes", encoded("portes", kBoard)), kBoard);
}

TEST(PositionId, AllCheckersOnTheLastPlacesFillAllBits) {
  constexpr std::string_view kBoard = "bar:15|bar:15";
  EXPECT_EQ(decoded("portes", encoded("portes", kBoard)), kBoard);
}

TEST(PositionId, StartsOfAllGamesWithoutFieldsComeBack) {
  for (const std::string_view name : game_names()) {
    const Axes& axes = find_game(name);
    if (axes.plain_rolls > 0) continue;
    const Position start = start_position(axes);
    EXPECT_EQ(parse_position_id(axes, format_position_id(axes, start)), start) << name;
  }
}

TEST(PositionId, GulBaraBoardsAreReadAsLaterThanTheFirstThreeRolls) {
  const std::string id = encoded("gul-bara", "24:15|24:15");
  EXPECT_EQ(decoded("gul-bara", id), "24:15|24:15");
}

TEST(PositionId, WhatItHasNoRoomForIsNotWritten) {
  EXPECT_THROW(encoded("gioul", "24:15|24:15|owed=4"), InputError);
  EXPECT_THROW(encoded("gioul", "24:3|24:3"), InputError);
  EXPECT_THROW(encoded("gul-bara", "24:15|24:15|turns=0/0"), InputError);
  EXPECT_THROW(encoded("plakoto", "24:14,10:1|24:13,15:2|pinned=10/-"), InputError);
}

TEST(PositionId, WrongLengthOrAlphabetIsRefused) {
  EXPECT_NE(complaint("portes", ""), "");
  EXPECT_NE(complaint("portes", "4HPwATDgc/ABM").find("14"), std::string::npos);
  EXPECT_NE(complaint("portes", "4HPwATDgc/ABMAA").find("14"), std::string::npos);
  EXPECT_NE(complaint("portes", "4HPwATDgc/AB-A").find("column 13"), std::string::npos);
  EXPECT_NE(complaint("portes", std::string("4HPwATDg\0/ABMA", 14)), "");
}

TEST(PositionId, BitsBeyondTheBoardAreRefused) {
  EXPECT_NE(complaint("portes", "4HPwATDgc/ABMB").find("column 14"), std::string::npos);
  EXPECT_NE(complaint("portes", "4HPwATDgc/ABsA"), "");
}

TEST(PositionId, MoreThanFifteenCheckersAreRefused) {
  EXPECT_NE(complaint("portes", "//8AAAAAAAAAAA").find("15"), std::string::npos);
  EXPECT_NE(complaint("portes", "//////////////"), "");
}

TEST(PositionId, BarIsRefusedWhereNobodyIsHit) {
  const std::string id = encoded("portes", "bar:1,6:14|6:15");
  EXPECT_NE(complaint("gioul", id).find("bar"), std::string::npos);
}

TEST(PositionId, BothSidesOnOnePointAreRefused) {
  // 24 is the other's 1, in contrary games.
  const std::string id = encoded("fevga", "24:15|1:15");
  EXPECT_NE(complaint("gioul", id).find("one point"), std::string::npos);
  EXPECT_NE(complaint("plakoto", id).find("pinned"), std::string::npos);
}

TEST(PositionId, FinishedGamesAreRefused) {
  EXPECT_NE(complaint("portes", "AAAAAAAAAAAAAA").find("over"), std::string::npos);
}

}  // namespace
}  // namespace gioul
