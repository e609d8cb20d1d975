#include "nn/encode/encoder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/games/gioul.h"
#include "engine/games/variants.h"
#include "engine/games/visit.h"
#include "engine/rng.h"

namespace gioul {
namespace {

// Games whose axes between them bring in every kind of input.
constexpr Axes kHitting = {.name = "hitting", .contact = Contact::kHit};
constexpr Axes kPinning = {.name = "pinning", .contact = Contact::kPin};
constexpr Axes kLateChains = {
    .name = "late chains", .doublets = Doublets::kChain, .plain_rolls = 3};
constexpr const Axes* kEncodedGames[] = {&Gioul::kAxes, &kHitting, &kPinning, &kLateChains};

std::vector<float> dense(const Encoder& encoder, const Position& position) {
  std::vector<Input> inputs;
  encoder.encode(position, inputs);
  std::vector<float> values(static_cast<std::size_t>(encoder.inputs()), 0.0f);
  for (const Input& input : inputs) values[static_cast<std::size_t>(input.index)] += input.value;
  return values;
}

// Calls f(slot, value) for all values of all slots.
template <typename F>
void visit_all_values(F f) {
  for_each_kind([&](SlotKind kind) { visit_values(kind, f); });
}

bool contains(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

// How many moves of `number` the chain with `owed` checker moves left still holds, counted one by
// one from its end, which is four 6's.
int moves_of(int number, int owed) {
  int count = 0;
  for (int n = 1; n <= owed; ++n) count += 6 - (n - 1) / 4 == number ? 1 : 0;
  return count;
}

// What the documentation of an input says about a position, read word by word.
float documented(const std::string& whole_text, const Position& p) {
  int phase = 0;
  const std::size_t condition = whole_text.find(';');
  if (condition != std::string::npos) {
    EXPECT_EQ(
        std::sscanf(whole_text.c_str() + condition, "; while number %d is to be played", &phase),
        1);
    if (p.owed == 0 || moves_of(phase, p.owed) == 0 || moves_of(phase - 1, p.owed) != 0) return 0;
  }
  const std::string text = whole_text.substr(0, condition);
  const bool own = contains(text, " own ") && !contains(text, "opponent's");
  const Side& side = own ? p.own : p.opp;
  const bool forfeited = contains(text, "forfeited");
  const int owed = (p.forfeited != 0) == forfeited ? static_cast<int>(p.owed) : 0;
  const auto point = [&] { return std::stoi(text.substr(text.rfind(' '))); };
  int n = 0;
  if (contains(text, "if anything is")) return owed > 0 ? 1.0f : 0.0f;
  if (std::sscanf(text.c_str(), "n / 4 for n checker moves of %d", &n) == 1) {
    return static_cast<float>(moves_of(n, owed)) / 4.0f;
  }
  if (contains(text, "completed exactly")) {
    const auto rolls = contains(text, "the player to act") ? p.own_rolls : p.opp_rolls;
    return static_cast<int>(rolls) == std::stoi(text.substr(text.find("exactly") + 8)) ? 1.0f
                                                                                       : 0.0f;
  }
  if (contains(text, "pinned")) {
    const auto pinned = own ? p.own_pinned : p.opp_pinned;
    return (pinned >> point() & 1) != 0 ? 1.0f : 0.0f;
  }
  const int place = contains(text, "borne off") ? kOff : contains(text, "the bar") ? kBar : point();
  const int count = side.count(place);
  if (std::sscanf(text.c_str(), "1 if at least %d", &n) == 1) return count >= n ? 1.0f : 0.0f;
  if (text.starts_with("n / 15")) return static_cast<float>(count) / 15.0f;
  EXPECT_TRUE(text.starts_with("max(0, n - 3) / 4")) << text;
  return static_cast<float>(std::max(0, count - 3)) / 4.0f;
}

// Any planes will do: an encoder does not ask whether a position can occur.
Position random_position(const Axes& axes, CounterRng& rng) {
  Position p{};
  const int last = axes.contact == Contact::kHit ? kBar : kStart;
  for (Side* side : {&p.own, &p.opp}) {
    for (int checker = 0; checker < kMaxCheckers; ++checker) {
      const int place = static_cast<int>(rng.below(static_cast<std::uint64_t>(last) + 1));
      side->set_count(place, side->count(place) + 1);
    }
  }
  if (axes.contact == Contact::kPin) {
    p.own_pinned = rng.next() & kPoints;
    p.opp_pinned = rng.next() & kPoints;
  }
  if (axes.doublets == Doublets::kChain) p.owed = rng.below(kMaxOwed + 1) & 31u;
  p.forfeited = p.owed != 0 && rng.below(2) != 0;
  if (axes.plain_rolls > 0) {
    p.own_rolls = rng.next() & 3u;
    p.opp_rolls = rng.next() & 3u;
  }
  return p;
}

void expect_as_documented(const Encoder& encoder, const Position& position) {
  const std::vector<float> values = dense(encoder, position);
  for (int i = 0; i < encoder.inputs(); ++i) {
    ASSERT_EQ(values[static_cast<std::size_t>(i)], documented(encoder.description(i), position))
        << encoder.description(i);
  }
}

TEST(Encoder, EveryInputIsWhatItsDescriptionSays) {
  for (const Axes* axes : kEncodedGames) {
    SCOPED_TRACE(axes->name);
    const Encoder encoder(*axes);
    CounterRng rng(1, 0, Stream::kShuffle);
    for (int i = 0; i < 300; ++i) expect_as_documented(encoder, random_position(*axes, rng));
  }
}

TEST(Encoder, FullStacksEverywhereAreAsDocumented) {
  for (const Axes* axes : kEncodedGames) {
    const Encoder encoder(*axes);
    for (int place = kOff; place <= (axes->contact == Contact::kHit ? kBar : kStart); ++place) {
      Position p{};
      p.own.set_count(place, kMaxCheckers);
      p.opp.set_count(place, 4);
      expect_as_documented(encoder, p);
    }
  }
}

TEST(Encoder, EveryPendingChainIsAsDocumented) {
  const Encoder encoder(game_of<Gioul>());
  for (int forfeited = 0; forfeited <= 1; ++forfeited) {
    for (int owed = 1; owed <= kMaxOwed; ++owed) {
      Position p{};
      p.owed = static_cast<unsigned>(owed) & 31u;
      p.forfeited = static_cast<unsigned>(forfeited) & 1u;
      expect_as_documented(encoder, p);
    }
  }
}

TEST(Encoder, StartOfGioulSetsFourInputsASide) {
  Position start{};
  start.own.set_count(24, 15);
  start.opp.set_count(24, 15);
  const Encoder encoder(game_of<Gioul>());
  std::vector<Input> inputs;
  encoder.encode(start, inputs);
  ASSERT_EQ(inputs.size(), 8u);
  EXPECT_EQ(encoder.description(inputs[0].index),
            "1 if at least 1 of own checkers on own point 24");
  EXPECT_EQ(inputs[3].value, 3.0f);
  EXPECT_EQ(encoder.description(inputs[7].index),
            "max(0, n - 3) / 4 for n opponent's checkers on opponent's point 24");
}

TEST(Encoder, GioulHas210InputsAndThePlacesOnceMoreForEachNumber) {
  // Two sides of 24 points by 4 and 2 for borne off; two kinds of pending chains, 7 each.
  const Encoder encoder(game_of<Gioul>());
  EXPECT_EQ(encoder.shared_inputs(), 2 * (24 * 4 + 2) + 2 * 7);
  EXPECT_EQ(encoder.inputs(), 210 + 6 * 196);
  EXPECT_EQ(encoder.phases(), 7);
}

TEST(Encoder, GamesWithoutChainsHaveOnePhase) {
  const Encoder encoder(kPinning);
  EXPECT_EQ(encoder.phases(), 1);
  EXPECT_EQ(encoder.inputs(), encoder.shared_inputs());
}

TEST(Encoder, PhaseIsTheNumberThatMustBePlayed) {
  Position p{};
  EXPECT_EQ(phase_of(p), 0);
  for (const auto& [owed, phase] : {std::pair{24, 1}, {21, 1}, {20, 2}, {10, 4}, {5, 5}, {4, 6}}) {
    p.owed = static_cast<unsigned>(owed) & 31u;
    EXPECT_EQ(phase_of(p), phase) << owed;
  }
}

TEST(Encoder, ForfeitRepeatsTheSamePlacesAsAnOwnChain) {
  const Encoder encoder(game_of<Gioul>());
  Position p{};
  p.own.set_count(7, 2);
  p.owed = 10;
  std::vector<float> owed = dense(encoder, p);
  p.forfeited = 1;
  std::vector<float> forfeited = dense(encoder, p);
  owed.erase(owed.begin(), owed.begin() + encoder.shared_inputs());
  forfeited.erase(forfeited.begin(), forfeited.begin() + encoder.shared_inputs());
  EXPECT_EQ(owed, forfeited);
  EXPECT_EQ(std::ranges::count(owed, 1.0f), 2);  // at least one, at least two
}

TEST(Encoder, EachVersionAppendsToTheOneBefore) {
  for (const Axes* axes : kEncodedGames) {
    const Encoder encoder(*axes);
    EXPECT_EQ(encoder.version(), encoder_version(axes->name));
    EXPECT_EQ(encoder.inputs_of_version(encoder.version()), encoder.inputs());
    for (int version = 1; version <= encoder.version(); ++version) {
      EXPECT_GE(encoder.inputs_of_version(version), encoder.inputs_of_version(version - 1));
    }
    EXPECT_EQ(encoder.inputs_of_version(0), 0);
    EXPECT_EQ(encoder.inputs_of_version(encoder.version() + 1), 0);
  }
}

TEST(Encoder, DescriptionsAreDistinctLines) {
  for (const Axes* axes : kEncodedGames) {
    const Encoder encoder(*axes);
    std::set<std::string> seen;
    for (int i = 0; i < encoder.inputs(); ++i) {
      EXPECT_TRUE(seen.insert(encoder.description(i)).second) << encoder.description(i);
      EXPECT_EQ(encoder.description(i).find('\n'), std::string::npos);
    }
  }
}

TEST(Encoder, SlotsStayInRangeAndUseEveryInput) {
  for (const Axes* axes : kEncodedGames) {
    const Encoder encoder(*axes);
    std::set<int> used;
    visit_all_values([&](Slot slot, int value) {
      std::set<int> of_this_value;
      for (const Input& input : encoder.slot_inputs(slot, value)) {
        ASSERT_GE(input.index, 0);
        ASSERT_LT(input.index, encoder.shared_inputs());
        EXPECT_NE(input.value, 0.0f);
        EXPECT_TRUE(of_this_value.insert(input.index).second) << "twice in one slot";
      }
      used.merge(of_this_value);
    });
    EXPECT_EQ(static_cast<int>(used.size()), encoder.shared_inputs()) << axes->name;
  }
}

TEST(Encoder, EmptySlotsContributeNothing) {
  for (const Axes* axes : kEncodedGames) {
    const Encoder encoder(*axes);
    visit_all_values([&](Slot slot, int value) {
      if (slot.kind == SlotKind::kRollCounts || value != 0) return;
      EXPECT_TRUE(encoder.slot_inputs(slot, 0).empty());
    });
  }
}

TEST(Encoder, EncodingAppends) {
  const Encoder encoder(game_of<Gioul>());
  Position p{};
  p.own.set_count(3, 1);
  std::vector<Input> inputs = {{7, 0.5f}};
  encoder.encode(p, inputs);
  ASSERT_EQ(inputs.size(), 2u);
  EXPECT_EQ(inputs[0], (Input{7, 0.5f}));
}

// "own" and "opponent's" (or "the player to act" and "the opponent") exchanged in a description.
std::string other_side(std::string text) {
  const auto replace = [&](const std::string& from, const std::string& to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
      text.replace(at, from.size(), to);
    }
  };
  if (contains(text, "completed exactly")) {
    const bool own = contains(text, "the player to act");
    replace(own ? "the player to act" : "the opponent", own ? "the opponent" : "the player to act");
    return text;
  }
  if (contains(text, "opponent's")) {
    replace("opponent's", "own");
  } else {
    replace("own", "opponent's");
  }
  return text;
}

TEST(Encoder, FlippedPositionExchangesTheSides) {
  for (const Axes* axes : kEncodedGames) {
    SCOPED_TRACE(axes->name);
    const Encoder encoder(*axes);
    std::map<std::string, std::size_t> index_of;
    for (int i = 0; i < encoder.inputs(); ++i) {
      index_of[encoder.description(i)] = static_cast<std::size_t>(i);
    }
    CounterRng rng(2, 0, Stream::kShuffle);
    for (int n = 0; n < 100; ++n) {
      const Position p = random_position(*axes, rng);
      const std::vector<float> before = dense(encoder, p);
      const std::vector<float> after = dense(encoder, p.flipped());
      for (const auto& [text, index] : index_of) {
        const bool is_pending = contains(text, " owed ") || contains(text, "forfeited");
        const std::string mirrored = is_pending ? text : other_side(text);
        ASSERT_EQ(after[index_of.at(mirrored)], before[index]) << text;
      }
    }
  }
}

}  // namespace
}  // namespace gioul
