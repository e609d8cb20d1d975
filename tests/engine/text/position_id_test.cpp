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

}  // namespace
}  // namespace gioul
