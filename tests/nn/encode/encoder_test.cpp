#include "nn/encode/encoder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/games/dispatch.h"
#include "engine/games/gioul.h"
#include "engine/games/variants.h"
#include "engine/rng.h"
#include "tests/base/holds.h"
#include "tests/nn/encode/documented_inputs.h"

namespace gioul {
namespace {

#ifdef GIOUL_REDUCED_TESTS
constexpr int kPositions = 4;
#else
constexpr int kPositions = 60;
#endif

// Variants that together have every kind of input.
constexpr Variant kHitting = {.name = "hitting", .contact = ContactRule::kHit};
constexpr Variant kPinning = {.name = "pinning", .contact = ContactRule::kPin};
constexpr Variant kLateChains = {
    .name = "late chains", .doublets = DoubletRule::kChain, .rolls_before_chains = 3};
constexpr Variant kRunning = {.name = "running", .movement = Movement::kParallel};
constexpr Variant kHittingChains = {.name = "hitting chains",
                                    .movement = Movement::kParallel,
                                    .contact = ContactRule::kHit,
                                    .doublets = DoubletRule::kChain};
constexpr Variant kPinningChains = {
    .name = "pinning chains", .contact = ContactRule::kPin, .doublets = DoubletRule::kChain};
constexpr const Variant* kEncodedGames[] = {&Gioul::kVariant, &kHitting, &kPinning,
                                            &kLateChains,     &kRunning, &kHittingChains,
                                            &kPinningChains};

std::vector<float> dense(const Encoder& encoder, const Position& position) {
  std::vector<Input> inputs;
  encoder.encode(position, inputs);
  std::vector<float> values(static_cast<std::size_t>(encoder.input_count()), 0.0f);
  for (const Input& input : inputs) values[static_cast<std::size_t>(input.index)] += input.value;
  return values;
}

// Calls f(feature, value) for all values of all features.
template <typename F>
void for_each_feature_value(F f) {
  for_each_feature_kind([&](FeatureKind kind) { for_each_feature_value(kind, f); });
}

using documented_inputs::contains;
using documented_inputs::documented;

// Any planes will do: the encoder does not check whether a position can occur.
Position random_position(const Variant& variant, CounterRng& rng) {
  Position p{};
  for (Side* side : {&p.own, &p.opp}) {
    const int farthest = variant.contact == ContactRule::kHit ? kBar : kStartPoint;
    const int last = rng.uniform_below(3) == 0 ? 6 : farthest;  // ready to bear off
    for (int checker = 0; checker < kMaxCheckers; ++checker) {
      const int place = static_cast<int>(rng.uniform_below(static_cast<std::uint64_t>(last) + 1));
      side->set_count(place, side->count(place) + 1);
    }
  }
  if (variant.contact == ContactRule::kPin) {
    const bool few = rng.uniform_below(2) != 0;
    p.own_pinned = few ? 0 : rng.next() & kAllPoints;
    p.opp_pinned = rng.next() & kAllPoints;
  }
  if (variant.doublets == DoubletRule::kChain)
    p.owed_moves = rng.uniform_below(kMaxOwedMoves + 1) & 31u;
  p.is_forfeited = p.owed_moves != 0 && rng.uniform_below(2) != 0;
  if (variant.rolls_before_chains > 0) {
    p.own_roll_count = rng.next() & 3u;
    p.opp_roll_count = rng.next() & 3u;
  }
  return p;
}

void expect_as_documented(const Encoder& encoder, const Variant& variant,
                          const Position& position) {
  const std::vector<float> values = dense(encoder, position);
  for (int i = 0; i < encoder.input_count(); ++i) {
    ASSERT_EQ(values[static_cast<std::size_t>(i)],
              documented(encoder.input_description(i), variant, position))
        << encoder.input_description(i);
  }
}

TEST(Encoder, InputsMatchTheirDescriptions) {
  for (const Variant* variant : kEncodedGames) {
    SCOPED_TRACE(variant->name);
    const Encoder encoder(*variant);
    CounterRng rng(1, 0, RngStream::kShuffle);
    for (int i = 0; i < kPositions; ++i) {
      expect_as_documented(encoder, *variant, random_position(*variant, rng));
    }
  }
}

TEST(Encoder, FullStacksMatchTheDocumentation) {
  for (const Variant* variant : kEncodedGames) {
    const Encoder encoder(*variant);
    for (int place = kOff; place <= (variant->contact == ContactRule::kHit ? kBar : kStartPoint);
         ++place) {
      Position p{};
      p.own.set_count(place, kMaxCheckers);
      p.opp.set_count(place, 4);
      expect_as_documented(encoder, *variant, p);
    }
  }
}

TEST(Encoder, PendingChainsMatchTheDocumentation) {
  const Encoder encoder(game_with_rules<Gioul>());
  for (int forfeited = 0; forfeited <= 1; ++forfeited) {
    for (int owed = 1; owed <= kMaxOwedMoves; ++owed) {
      Position p{};
      p.own.set_count(20, 2);
      p.own.set_count(11, 1);
      p.opp.set_count(17, 1);  // own point 8
      p.owed_moves = static_cast<unsigned>(owed) & 31u;
      p.is_forfeited = static_cast<unsigned>(forfeited) & 1u;
      expect_as_documented(encoder, Gioul::kVariant, p);
    }
  }
}

TEST(Encoder, DenseInputsAreSumsOfSparseOnes) {
  for (const Variant* variant : kEncodedGames) {
    const Encoder encoder(*variant);
    CounterRng rng(3, 0, RngStream::kShuffle);
    for (int i = 0; i < 20; ++i) {
      const Position p = random_position(*variant, rng);
      EXPECT_EQ(encoder.encode_dense(p), dense(encoder, p));
    }
  }
}

TEST(Encoder, StartOfGioulSetsSixInputsPerSide) {
  Position start{};
  start.own.set_count(24, 15);
  start.opp.set_count(24, 15);
  const Encoder encoder(game_with_rules<Gioul>());
  std::vector<Input> inputs;
  encoder.encode(start, inputs);
  ASSERT_EQ(inputs.size(), 12u);
  EXPECT_EQ(encoder.input_description(inputs[0].index),
            "1 if at least 1 of own checkers on own point 24");
  EXPECT_EQ(inputs[3].value, 3.0f);
  EXPECT_EQ(encoder.input_description(inputs[7].index),
            "max(0, n - 3) / 4 for n opponent's checkers on opponent's point 24");
  EXPECT_EQ(
      encoder.input_description(inputs[8].index),
      "1 if there are own checkers on own point 24 and, of the six points ahead, none closed");
  EXPECT_EQ(encoder.input_description(inputs[9].index),
            "n / 4 for n points with own checkers and, of the six points ahead, none closed");
}

TEST(Encoder, GioulHasTheInputsOfThreeVersions) {
  // Two sides of 24 points with 4 inputs, and 2 for borne off; two kinds of pending moves, 7 each.
  const Encoder encoder(game_with_rules<Gioul>());
  EXPECT_EQ(encoder.phase_shared_input_count(), 2 * (24 * 4 + 2) + 2 * 7);
  // The places once more for each number.
  EXPECT_EQ(encoder.input_count_of_version(2), 210 + 6 * 196);
  // Per side: 64 patterns for all places together, and one per place, on points 1 to 6 only those
  // with nothing closed beyond point 1: 1, 2, 4, ... 32. Per number: three flags of 24 points, and
  // nine counts of moves, both while it is played and while it is yet to come.
  EXPECT_EQ(encoder.input_count(), 1386 + 2 * (64 + 63 + 18 * 64) + 6 * (3 * 24 + 2 * 9));
  EXPECT_EQ(encoder.phase_count(), 7);
}

TEST(Encoder, GamesWithoutChainsHaveOnePhase) {
  const Encoder encoder(kPinning);
  EXPECT_EQ(encoder.phase_count(), 1);
  EXPECT_EQ(encoder.input_count_of_version(2), encoder.phase_shared_input_count());
  EXPECT_EQ(encoder.input_count_of_version(3),
            encoder.phase_shared_input_count() + 2 * (64 + 63 + 18 * 64));
}

TEST(Encoder, EncodesBlotsAheadInGamesWithHittingOrPinning) {
  EXPECT_EQ(Encoder(game_with_rules<Gioul>()).version(), 3);
  // Like closed points, but without inputs for the empty pattern.
  const Encoder encoder(kPinning);
  EXPECT_EQ(encoder.input_count(), encoder.input_count_of_version(3) + 2 * (63 + 57 + 18 * 63));
}

TEST(Encoder, EncodesPointsAheadOfTheBar) {
  const Encoder encoder(kHitting);
  EXPECT_EQ(encoder.input_count_of_version(3),
            encoder.phase_shared_input_count() + 2 * (64 + 63 + 19 * 64));
  EXPECT_EQ(encoder.input_count_of_version(4),
            encoder.input_count_of_version(3) + 2 * (63 + 57 + 19 * 63));
}

TEST(Encoder, PhaseIsThePendingNumber) {
  Position p{};
  EXPECT_EQ(chain_phase_of(p), 0);
  for (const auto& [owed, phase] : {std::pair{24, 1}, {21, 1}, {20, 2}, {10, 4}, {5, 5}, {4, 6}}) {
    p.owed_moves = static_cast<unsigned>(owed) & 31u;
    EXPECT_EQ(chain_phase_of(p), phase) << owed;
  }
}

TEST(Encoder, ForfeitRepeatsThePlacesOfAnOwedChain) {
  const Encoder encoder(game_with_rules<Gioul>());
  Position p{};
  p.own.set_count(7, 2);
  p.owed_moves = 10;
  std::vector<float> owed = dense(encoder, p);
  p.is_forfeited = 1;
  std::vector<float> forfeited = dense(encoder, p);
  owed.erase(owed.begin(), owed.begin() + encoder.phase_shared_input_count());
  forfeited.erase(forfeited.begin(), forfeited.begin() + encoder.phase_shared_input_count());
  EXPECT_EQ(owed, forfeited);
  owed.resize(static_cast<std::size_t>(encoder.input_count_of_version(2) -
                                       encoder.phase_shared_input_count()));
  EXPECT_EQ(std::ranges::count(owed, 1.0f), 2);  // at least one, at least two
}

TEST(Encoder, EachVersionAppendsInputs) {
  for (const Variant* variant : kEncodedGames) {
    const Encoder encoder(*variant);
    EXPECT_EQ(encoder.version(), encoder_version(*variant));
    EXPECT_EQ(encoder.input_count_of_version(encoder.version()), encoder.input_count());
    for (int version = 1; version <= encoder.version(); ++version) {
      EXPECT_GE(encoder.input_count_of_version(version),
                encoder.input_count_of_version(version - 1));
    }
    EXPECT_EQ(encoder.input_count_of_version(0), 0);
    EXPECT_EQ(encoder.input_count_of_version(encoder.version() + 1), 0);
  }
}

TEST(Encoder, DescriptionsAreDistinctLines) {
  for (const Variant* variant : kEncodedGames) {
    const Encoder encoder(*variant);
    std::set<std::string> seen;
    for (int i = 0; i < encoder.input_count(); ++i) {
      EXPECT_TRUE(seen.insert(encoder.input_description(i)).second) << encoder.input_description(i);
      EXPECT_FALSE(holds(encoder.input_description(i), "\n"));
    }
  }
}

TEST(Encoder, FeaturesStayInRangeAndUseEveryInput) {
  for (const Variant* variant : kEncodedGames) {
    const Encoder encoder(*variant);
    const auto is_repetition = [&](int input) {
      return input >= encoder.input_count_of_version(1) &&
             input < encoder.input_count_of_version(2);
    };
    std::set<int> used;
    for_each_feature_value([&](Feature feature, int value) {
      std::set<int> of_this_value;
      for (const Input& input : encoder.feature_inputs(feature, value)) {
        ASSERT_GE(input.index, 0);
        ASSERT_LT(input.index, encoder.input_count());
        EXPECT_FALSE(is_repetition(input.index));
        EXPECT_NE(input.value, 0.0f);
        EXPECT_TRUE(of_this_value.insert(input.index).second) << "twice in one slot";
      }
      used.merge(of_this_value);
    });
    for (int i = 0; i < encoder.input_count(); ++i) {
      EXPECT_NE(used.contains(i), is_repetition(i)) << variant->name << ", input " << i;
    }
  }
}

TEST(Encoder, EmptyFeaturesContributeNothing) {
  for (const Variant* variant : kEncodedGames) {
    const Encoder encoder(*variant);
    for_each_feature_value([&](Feature feature, int value) {
      const bool zero_tells = feature.kind == FeatureKind::kRollCounts ||
                              feature.kind == FeatureKind::kClosedAheadOfOwn ||
                              feature.kind == FeatureKind::kClosedAheadOfOpp ||
                              feature.kind == FeatureKind::kSurplusMoves;
      if (zero_tells || value != 0) return;
      EXPECT_TRUE(encoder.feature_inputs(feature, 0).empty());
    });
  }
}

TEST(Encoder, EncodeAppendsToTheList) {
  const Encoder encoder(game_with_rules<Gioul>());
  Position p{};
  p.own.set_count(3, 1);
  std::vector<Input> inputs = {{7, 0.5f}};
  encoder.encode(p, inputs);
  ASSERT_EQ(inputs.size(), 4u);  // the checker, and nothing ahead: in general and on its place
  EXPECT_EQ(inputs[0], (Input{7, 0.5f}));
}

// Swaps "own" and "opponent's" (or "the player to move" and "the opponent") in a description.
std::string other_side(std::string text) {
  const auto replace = [&](const std::string& from, const std::string& to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
      text.replace(at, from.size(), to);
    }
  };
  if (contains(text, "completed exactly")) {
    const bool own = contains(text, "the player to move");
    replace(own ? "the player to move" : "the opponent",
            own ? "the opponent" : "the player to move");
    return text;
  }
  if (contains(text, "opponent's")) {
    replace("opponent's", "own");
  } else {
    replace("own", "opponent's");
  }
  return text;
}

TEST(Encoder, FlippingThePositionSwapsTheSides) {
  for (const Variant* variant : kEncodedGames) {
    SCOPED_TRACE(variant->name);
    const Encoder encoder(*variant);
    std::map<std::string, std::size_t> index_of;
    for (int i = 0; i < encoder.input_count(); ++i) {
      index_of[encoder.input_description(i)] = static_cast<std::size_t>(i);
    }
    std::vector<std::pair<std::size_t, std::size_t>> mirrored;
    for (const auto& [text, index] : index_of) {
      // Descriptions that exist for the player to move only.
      if (contains(text, " for m ") || contains(text, " can ") || contains(text, " shot") ||
          contains(text, " more to go ")) {
        continue;
      }
      const bool is_pending = contains(text, " owed ") || contains(text, "forfeited");
      mirrored.emplace_back(index, is_pending ? index : index_of.at(other_side(text)));
    }
    CounterRng rng(2, 0, RngStream::kShuffle);
    for (int n = 0; n < 100; ++n) {
      const Position p = random_position(*variant, rng);
      const std::vector<float> before = dense(encoder, p);
      const std::vector<float> after = dense(encoder, p.flipped());
      for (const auto& [index, mirror] : mirrored) {
        ASSERT_EQ(after[mirror], before[index])
            << encoder.input_description(static_cast<int>(index));
      }
    }
  }
}

}  // namespace
}  // namespace gioul
