#include "engine/games/sample_positions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "engine/games/game.h"
#include "engine/games/variants.h"
#include "engine/text/notation.h"

namespace gioul {
namespace {

TEST(SamplePositions, DependOnlyOnTheSeed) {
  const Game game = find_game("gioul");
  EXPECT_EQ(sample_positions(game, 15, 3, 20), sample_positions(game, 15, 3, 20));
  EXPECT_NE(sample_positions(game, 15, 3, 20), sample_positions(game, 15, 4, 20));
}

TEST(SamplePositions, AreValidWithAnyNumberOfCheckers) {
  for (const std::string_view name : game_names()) {
    const Game game = find_game(name);
    for (const int checkers : {1, 3, 15}) {
      if (!game.variant().allows_fewer_checkers && checkers != 15) continue;
      const auto positions = sample_positions(game, checkers, 1, 32);
      EXPECT_GE(positions.size(), checkers == 1 ? 8u : 32u) << name;
      for (const Position& position : positions) {
        EXPECT_EQ(position.own.total(), checkers);
        const std::string text = format_position(game, position);
        EXPECT_EQ(parse_position(game, text), position);
      }
    }
  }
}

TEST(SamplePositions, CoverEveryKindOfPosition) {
  const auto has = [](std::string_view variant, auto is_kind) {
    const auto positions = sample_positions(find_game(variant), 15, 1, 16);
    return std::ranges::any_of(positions, is_kind);
  };
  for (const std::string_view game : {"gioul", "gul-bara"}) {
    EXPECT_TRUE(
        has(game, [](const Position& p) { return p.owed_moves != 0 && p.is_forfeited == 0; }));
    EXPECT_TRUE(
        has(game, [](const Position& p) { return p.owed_moves != 0 && p.is_forfeited != 0; }));
  }
  for (const std::string_view game : game_names()) {
    EXPECT_TRUE(has(game, [](const Position& p) { return !p.is_pending(); }));
    EXPECT_TRUE(has(game, [](const Position& p) { return p.own.count(kOff) > 0; })) << game;
  }
  EXPECT_TRUE(has("portes", [](const Position& p) { return p.own.count(kBar) > 0; }));
  EXPECT_TRUE(has("plakoto", [](const Position& p) { return p.own_pinned != 0; }));
  EXPECT_TRUE(has("gul-bara", [](const Position& p) { return p.opp_roll_count == 2; }));
}

}  // namespace
}  // namespace gioul
