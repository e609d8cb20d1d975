// Properties of texts and of flipped positions, tested on random ones. properties_test.cpp
// (ParsesExactlyTheValidPositions) tests that positions survive formatting and parsing.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include "base/error.h"
#include "engine/rng.h"
#include "engine/text/notation.h"
#include "tests/base/holds.h"
#include "tests/engine/text/notation_games.h"
#include "tests/reference/random_positions.h"

namespace gioul {
namespace {

constexpr std::uint64_t kSeed = 20240601;

TEST(Notation, ParsesFlippedPositions) {
  for (const Variant* variant : kAllVariants) {
    reference::Random random(kSeed);
    for (int i = 0; i < 500; ++i) {
      Position position = reference::random_position(variant->name, random).flipped();
      if (variant->rolls_before_chains > 0) position.own_roll_count = position.opp_roll_count = 3;
      ASSERT_EQ(parse_position(*variant, format_position(*variant, position)), position);
    }
  }
}

TEST(Notation, FormatsEveryParsedTextUnchanged) {
  constexpr std::string_view kBytes = "0123456789:,|=/+-ofbarwedtiunspm \n";
  for (const Variant* variant : kAllVariants) {
    CounterRng rng(kSeed, 3, RngStream::kDice);
    reference::Random random(kSeed);
    int accepted = 0;
    std::string valid;
    for (int i = 0; i < 20000; ++i) {
      if (i % 10 == 0) {
        valid = format_position(*variant, reference::random_position(variant->name, random));
      }
      std::string text = valid;
      for (std::uint64_t edits = 1 + rng.uniform_below(2); edits > 0 && !text.empty(); --edits) {
        const std::size_t at = rng.uniform_below(text.size());
        const char byte = kBytes[rng.uniform_below(kBytes.size())];
        switch (rng.uniform_below(4)) {
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
            text.insert(at, text.substr(rng.uniform_below(text.size()), 1 + rng.uniform_below(8)));
        }
      }
      SCOPED_TRACE(std::string(variant->name) + " '" + text + "', seed " + std::to_string(kSeed));
      try {
        ASSERT_EQ(format_position(*variant, parse_position(*variant, text)), text);
        ++accepted;
      } catch (const InputError& error) {
        const std::string what = error.what();
        ASSERT_TRUE(what.starts_with("column ")) << what;
        const auto column = std::strtoul(what.c_str() + std::strlen("column "), nullptr, 10);
        ASSERT_TRUE(column >= 1 && column <= text.size() + 1) << what;
        ASSERT_TRUE(holds(what, {": ", "(expected "}));
        ASSERT_FALSE(holds(what, "\n"));
      }
    }
    EXPECT_GT(accepted, 0) << variant->name;
  }
}

}  // namespace
}  // namespace gioul
