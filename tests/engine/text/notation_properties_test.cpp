// Properties of all positions and texts, tested on random ones.
#include <gtest/gtest.h>

#include <bit>
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

namespace gioul {
namespace {

constexpr std::uint64_t kSeed = 20240601;

/// Returns a random position of an unfinished game, with every kind of field that the game has.
Position random_position(const Variant& variant, CounterRng& rng) {
  const auto below = [&](int n) {
    return static_cast<int>(rng.uniform_below(static_cast<unsigned>(n)));
  };
  Position position{};
  const int checkers = 1 + below(kMaxCheckers);
  const int lowest = below(4) == 0 ? 1 + below(18) : 1;  // sometimes crowded
  const auto random_place = [&] {
    if (variant.contact == ContactRule::kHit && below(8) == 0) return kBar;
    return below(8) == 0 ? kOff : lowest + below(25 - lowest);
  };
  const auto add = [](Side& side, int place) { side.set_count(place, side.count(place) + 1); };
  for (int i = 0; i < checkers; ++i) add(position.own, random_place());
  const PlaceSet enemy = to_opponent_numbering(variant.movement, position.own.occupied());
  PlaceSet own_pinned = 0;
  PlaceSet opp_pinned = 0;
  for (int i = 0; i < checkers;) {
    const int place = random_place();
    const bool shared = (enemy & place_bit(place)) != 0;
    if (shared && variant.contact != ContactRule::kPin) {
      if (std::popcount(enemy) > 12) return random_position(variant, rng);
      continue;
    }
    if (shared) {
      // Pins the single checker: the own one, unless the point has a second own checker.
      const int there = opponent_point(variant.movement, place);
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
      ((own_pinned | opp_pinned) & place_bit(kStartPoint)) != 0) {
    return random_position(variant, rng);
  }
  position.own_pinned = own_pinned & kAllPoints;
  position.opp_pinned = opp_pinned & kAllPoints;
  if (variant.rolls_before_chains > 0) {
    position.own_roll_count = 3;
    position.opp_roll_count = 3;
  }
  if (variant.doublets == DoubletRule::kChain && below(2) == 0) {
    position.owed_moves = static_cast<unsigned>(1 + below(kMaxOwedMoves)) & 31u;
    position.is_forfeited =
        variant.unfinished_chain == UnfinishedChainRule::kForfeited && below(2) == 0;
  } else if (variant.rolls_before_chains > 0 && below(2) == 0) {
    const int own = below(3);
    position.own_roll_count = static_cast<unsigned>(own) & 3u;
    position.opp_roll_count = static_cast<unsigned>(own + below(2)) & 3u;
  }
  return position;
}

TEST(Notation, FormattingThenParsingGivesTheSamePosition) {
  for (const Variant* variant : kAllVariants) {
    CounterRng rng(kSeed, 1, RngStream::kDice);
    for (int i = 0; i < 2000; ++i) {
      const Position position = random_position(*variant, rng);
      const std::string text = format_position(*variant, position);
      SCOPED_TRACE(std::string(variant->name) + " '" + text + "', seed " + std::to_string(kSeed));
      Position read{};
      ASSERT_NO_THROW(read = parse_position(*variant, text)) << message(*variant, text);
      ASSERT_EQ(read, position);
    }
  }
}

TEST(Notation, ParsesFlippedPositions) {
  for (const Variant* variant : kAllVariants) {
    CounterRng rng(kSeed, 2, RngStream::kDice);
    for (int i = 0; i < 500; ++i) {
      Position position = random_position(*variant, rng).flipped();
      if (variant->rolls_before_chains > 0) position.own_roll_count = position.opp_roll_count = 3;
      ASSERT_EQ(parse_position(*variant, format_position(*variant, position)), position);
    }
  }
}

TEST(Notation, FormatsEveryParsedTextUnchanged) {
  constexpr std::string_view kBytes = "0123456789:,|=/+-ofbarwedtiunspm \n";
  for (const Variant* variant : kAllVariants) {
    CounterRng rng(kSeed, 3, RngStream::kDice);
    int accepted = 0;
    for (int i = 0; i < 20000; ++i) {
      std::string text = format_position(*variant, random_position(*variant, rng));
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
