#include "nn/encode/encoder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "engine/games/gioul.h"
#include "engine/games/variants.h"
#include "engine/games/visit.h"
#include "engine/rng.h"

namespace gioul {
namespace {

#ifdef GIOUL_SLOW_BUILD
constexpr int kPositions = 30;
#else
constexpr int kPositions = 200;
#endif

// Games whose axes between them bring in every kind of input.
constexpr Axes kHitting = {.name = "hitting", .contact = Contact::kHit};
constexpr Axes kPinning = {.name = "pinning", .contact = Contact::kPin};
constexpr Axes kLateChains = {
    .name = "late chains", .doublets = Doublets::kChain, .plain_rolls = 3};
constexpr Axes kRunning = {.name = "running", .movement = Movement::kParallel};
constexpr Axes kHittingChains = {.name = "hitting chains",
                                 .movement = Movement::kParallel,
                                 .contact = Contact::kHit,
                                 .doublets = Doublets::kChain};
constexpr Axes kPinningChains = {
    .name = "pinning chains", .contact = Contact::kPin, .doublets = Doublets::kChain};
constexpr const Axes* kEncodedGames[] = {
    &Gioul::kAxes, &kHitting, &kPinning, &kLateChains, &kRunning, &kHittingChains, &kPinningChains};

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

// Whether a condition such as "; while number 3 is to be played" holds.
bool holds(const std::string& condition, const Position& p) {
  int number = 0;
  EXPECT_EQ(std::sscanf(condition.c_str(), "; while number %d ", &number), 1) << condition;
  if (moves_of(number, p.owed) == 0) return false;
  bool is_lowest = true;
  for (int lower = 1; lower < number; ++lower) is_lowest &= moves_of(lower, p.owed) == 0;
  if (condition.ends_with(" is yet to come")) return !is_lowest;
  EXPECT_TRUE(condition.ends_with(" is to be played")) << condition;
  return is_lowest;
}

// Whether a player may not land on a point of his.
bool is_closed(const Axes& axes, const Position& p, bool to_own, int point) {
  if (point < 1) return false;
  const int of_other = axes.movement == Movement::kContrary ? 25 - point
                       : point <= 12                        ? point + 12
                                                            : point - 12;
  const int others = (to_own ? p.opp : p.own).count(of_other);
  if (axes.contact == Contact::kBlock) return others >= 1;
  return others >= 2 || ((to_own ? p.own_pinned : p.opp_pinned) >> point & 1) != 0;
}

// How many moves of `number` an own checker on `place` can make while all others stand still.
int moves_alone(const Axes& axes, const Position& p, int place, int number) {
  if (p.own.count(place) == 0 || (p.own_pinned >> place & 1) != 0) return 0;
  if (place != kBar && p.own.count(kBar) > 0) return 0;
  bool bears_off = p.own_pinned == 0;
  for (int outside = 7; outside <= kBar; ++outside) bears_off &= p.own.count(outside) == 0;
  int moves = 0;
  for (int at = place; at > 0; at -= number) {
    if (at > number ? is_closed(axes, p, true, at - number) : !bears_off) break;
    ++moves;
  }
  return moves;
}

// The place in texts such as "own checkers on own point 7 and" and "own checkers on the bar and".
int place_in(const std::string& text) {
  const std::size_t point = text.find(" point ");
  if (contains(text, "on the bar")) return kBar;
  return std::stoi(text.substr(point + 7));
}

// The numbers of "just those 1, 3 steps away closed"; none of "none closed".
std::set<int> steps_in(const std::string& text) {
  std::set<int> steps;
  const std::size_t begin = text.find("just those ");
  EXPECT_EQ(begin == std::string::npos, text.ends_with(", none closed")) << text;
  if (begin == std::string::npos) return steps;
  std::istringstream words(text.substr(begin + 11));
  char comma = ',';
  for (int step = 0; comma == ',' && words >> step; words >> comma) steps.insert(step);
  EXPECT_TRUE(text.ends_with(" steps away closed")) << text;
  return steps;
}

// Inputs about the six points ahead.
float documented_ahead(const std::string& text, const Axes& axes, const Position& p) {
  const bool own = !contains(text, "opponent's");
  const Side& side = own ? p.own : p.opp;
  const auto is_seen_from = [&](int place, const std::set<int>& closed) {
    for (int k = 1; k <= 6; ++k) {
      if (is_closed(axes, p, own, place - k) != closed.contains(k)) return false;
    }
    return true;
  };
  if (text.starts_with("n / 4 for n points")) {
    const std::set<int> closed = steps_in(text);
    int places = 0;
    for (int place = 1; place <= kBar; ++place) {
      places += side.count(place) > 0 && is_seen_from(place, closed) ? 1 : 0;
    }
    return static_cast<float>(places) / 4.0f;
  }
  EXPECT_TRUE(text.starts_with("1 if there are ")) << text;
  const int place = place_in(text);
  if (side.count(place) == 0) return 0.0f;
  return is_seen_from(place, steps_in(text)) ? 1.0f : 0.0f;
}

// Inputs about the moves of a chain; the condition holds.
float documented_moves(const std::string& text, const Axes& axes, const Position& p) {
  int m = 0;
  int number = 0;
  char relation[3] = {};
  if (std::sscanf(text.c_str(), "1 if m %2s %d for m the moves of %d that own", relation, &m,
                  &number) == 3) {
    int moves = -moves_of(number, p.owed);
    for (int place = 1; place <= kBar; ++place) {
      moves += p.own.count(place) * moves_alone(axes, p, place, number);
    }
    return (std::string(relation) == "=" ? moves == m : moves >= m) ? 1.0f : 0.0f;
  }
  EXPECT_TRUE(text.starts_with("1 if an own checker on ")) << text;
  number = std::stoi(text.substr(text.rfind(' ')));
  const int place = place_in(text);
  const int moves = moves_alone(axes, p, place, number);
  if (contains(text, " can make a move of ")) return moves >= 1 ? 1.0f : 0.0f;
  if (contains(text, " can make two moves of ")) return moves >= 2 ? 1.0f : 0.0f;
  EXPECT_TRUE(contains(text, " can close a point to the opponent by a move of ")) << text;
  const int there_already = axes.contact == Contact::kBlock ? 0 : 1;
  return moves >= 1 && place > number && p.own.count(place - number) == there_already ? 1.0f : 0.0f;
}

// What the documentation of an input says about a position, read word by word.
float documented(const std::string& whole_text, const Axes& axes, const Position& p) {
  const std::size_t condition = whole_text.find(';');
  if (condition != std::string::npos && !holds(whole_text.substr(condition), p)) return 0;
  const std::string text = whole_text.substr(0, condition);
  if (contains(text, "of the six points ahead")) return documented_ahead(text, axes, p);
  if (contains(text, " for m ") || contains(text, " can ")) return documented_moves(text, axes, p);
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
  for (Side* side : {&p.own, &p.opp}) {
    const int farthest = axes.contact == Contact::kHit ? kBar : kStart;
    const int last = rng.below(3) == 0 ? 6 : farthest;  // ready to bear off
    for (int checker = 0; checker < kMaxCheckers; ++checker) {
      const int place = static_cast<int>(rng.below(static_cast<std::uint64_t>(last) + 1));
      side->set_count(place, side->count(place) + 1);
    }
  }
  if (axes.contact == Contact::kPin) {
    const bool few = rng.below(2) != 0;
    p.own_pinned = few ? 0 : rng.next() & kPoints;
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

void expect_as_documented(const Encoder& encoder, const Axes& axes, const Position& position) {
  const std::vector<float> values = dense(encoder, position);
  for (int i = 0; i < encoder.inputs(); ++i) {
    ASSERT_EQ(values[static_cast<std::size_t>(i)],
              documented(encoder.description(i), axes, position))
        << encoder.description(i);
  }
}

TEST(Encoder, EveryInputIsWhatItsDescriptionSays) {
  for (const Axes* axes : kEncodedGames) {
    SCOPED_TRACE(axes->name);
    const Encoder encoder(*axes);
    CounterRng rng(1, 0, Stream::kShuffle);
    for (int i = 0; i < kPositions; ++i) {
      expect_as_documented(encoder, *axes, random_position(*axes, rng));
    }
  }
}

TEST(Encoder, FullStacksEverywhereAreAsDocumented) {
  for (const Axes* axes : kEncodedGames) {
    const Encoder encoder(*axes);
    for (int place = kOff; place <= (axes->contact == Contact::kHit ? kBar : kStart); ++place) {
      Position p{};
      p.own.set_count(place, kMaxCheckers);
      p.opp.set_count(place, 4);
      expect_as_documented(encoder, *axes, p);
    }
  }
}

TEST(Encoder, EveryPendingChainIsAsDocumented) {
  const Encoder encoder(game_of<Gioul>());
  for (int forfeited = 0; forfeited <= 1; ++forfeited) {
    for (int owed = 1; owed <= kMaxOwed; ++owed) {
      Position p{};
      p.own.set_count(20, 2);
      p.own.set_count(11, 1);
      p.opp.set_count(17, 1);  // own point 8
      p.owed = static_cast<unsigned>(owed) & 31u;
      p.forfeited = static_cast<unsigned>(forfeited) & 1u;
      expect_as_documented(encoder, Gioul::kAxes, p);
    }
  }
}

TEST(Encoder, AllInputsAreTheSumsOfThoseThatAreNotZero) {
  for (const Axes* axes : kEncodedGames) {
    const Encoder encoder(*axes);
    CounterRng rng(3, 0, Stream::kShuffle);
    for (int i = 0; i < 20; ++i) {
      const Position p = random_position(*axes, rng);
      EXPECT_EQ(encoder.dense(p), dense(encoder, p));
    }
  }
}

TEST(Encoder, StartOfGioulSetsSixInputsASide) {
  Position start{};
  start.own.set_count(24, 15);
  start.opp.set_count(24, 15);
  const Encoder encoder(game_of<Gioul>());
  std::vector<Input> inputs;
  encoder.encode(start, inputs);
  ASSERT_EQ(inputs.size(), 12u);
  EXPECT_EQ(encoder.description(inputs[0].index),
            "1 if at least 1 of own checkers on own point 24");
  EXPECT_EQ(inputs[3].value, 3.0f);
  EXPECT_EQ(encoder.description(inputs[7].index),
            "max(0, n - 3) / 4 for n opponent's checkers on opponent's point 24");
  EXPECT_EQ(
      encoder.description(inputs[8].index),
      "1 if there are own checkers on own point 24 and, of the six points ahead, none closed");
  EXPECT_EQ(encoder.description(inputs[9].index),
            "n / 4 for n points with own checkers and, of the six points ahead, none closed");
}

TEST(Encoder, InputsOfGioulAreThoseOfThreeVersions) {
  // Two sides of 24 points by 4 and 2 for borne off; two kinds of pending chains, 7 each.
  const Encoder encoder(game_of<Gioul>());
  EXPECT_EQ(encoder.shared_inputs(), 2 * (24 * 4 + 2) + 2 * 7);
  // The places once more for each number.
  EXPECT_EQ(encoder.inputs_of_version(2), 210 + 6 * 196);
  // For two sides 64 patterns, once for all places together, and on points 1 to 6 those with
  // nothing closed beyond point 1: 1, 2, 4, ... 32. For each number three flags of 24 points and
  // nine counts of moves, as the one to play and as one to come.
  EXPECT_EQ(encoder.inputs(), 1386 + 2 * (64 + 63 + 18 * 64) + 6 * (3 * 24 + 2 * 9));
  EXPECT_EQ(encoder.phases(), 7);
}

TEST(Encoder, GamesWithoutChainsHaveOnePhase) {
  const Encoder encoder(kPinning);
  EXPECT_EQ(encoder.phases(), 1);
  EXPECT_EQ(encoder.inputs_of_version(2), encoder.shared_inputs());
  EXPECT_EQ(encoder.inputs(), encoder.shared_inputs() + 2 * (64 + 63 + 18 * 64));
}

TEST(Encoder, TheBarHasPointsAheadToo) {
  const Encoder encoder(kHitting);
  EXPECT_EQ(encoder.inputs(), encoder.shared_inputs() + 2 * (64 + 63 + 19 * 64));
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
  owed.resize(static_cast<std::size_t>(encoder.inputs_of_version(2) - encoder.shared_inputs()));
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
    const auto is_repetition = [&](int input) {
      return input >= encoder.inputs_of_version(1) && input < encoder.inputs_of_version(2);
    };
    std::set<int> used;
    visit_all_values([&](Slot slot, int value) {
      std::set<int> of_this_value;
      for (const Input& input : encoder.slot_inputs(slot, value)) {
        ASSERT_GE(input.index, 0);
        ASSERT_LT(input.index, encoder.inputs());
        EXPECT_FALSE(is_repetition(input.index));
        EXPECT_NE(input.value, 0.0f);
        EXPECT_TRUE(of_this_value.insert(input.index).second) << "twice in one slot";
      }
      used.merge(of_this_value);
    });
    for (int i = 0; i < encoder.inputs(); ++i) {
      EXPECT_NE(used.contains(i), is_repetition(i)) << axes->name << ", input " << i;
    }
  }
}

TEST(Encoder, EmptySlotsContributeNothing) {
  for (const Axes* axes : kEncodedGames) {
    const Encoder encoder(*axes);
    visit_all_values([&](Slot slot, int value) {
      const bool zero_tells = slot.kind == SlotKind::kRollCounts ||
                              slot.kind == SlotKind::kOwnAhead ||
                              slot.kind == SlotKind::kOppAhead || slot.kind == SlotKind::kMoves;
      if (zero_tells || value != 0) return;
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
  ASSERT_EQ(inputs.size(), 4u);  // the checker, and nothing ahead: there, and on one place
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
        if (contains(text, " for m ") || contains(text, " can ")) continue;  // whoever acts
        const std::string mirrored = is_pending ? text : other_side(text);
        ASSERT_EQ(after[index_of.at(mirrored)], before[index]) << text;
      }
    }
  }
}

}  // namespace
}  // namespace gioul
