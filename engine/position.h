// A position as bit-planes: bit p of plane i is bit i of the number of checkers on place p.
// Always seen by the player to act, each side in its own numbering, so passing the turn is a swap.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace gioul {

inline constexpr int kOff = 0;     // borne off
inline constexpr int kStart = 24;  // the point furthest from home
inline constexpr int kBar = 25;    // hit, waiting to enter (Portes)
inline constexpr int kPlaces = 26;
inline constexpr int kMaxCheckers = 15;
inline constexpr int kRollsCounted = 3;  // own rolls are counted up to here (Gul Bara)
inline constexpr int kDoubletMoves = 4;  // checker moves of each number that a doublet gives
inline constexpr int kMaxOwed = 6 * kDoubletMoves;  // of the numbers 1..6: a chain after 1-1

/// A set of places, bit p for place p.
using PlaceSet = std::uint32_t;

constexpr PlaceSet place_bit(int place) { return PlaceSet{1} << place; }

inline constexpr PlaceSet kPoints = 0x01FFFFFEu;        // points 1..24
inline constexpr PlaceSet kHome = 0x0000007Eu;          // points 1..6
inline constexpr PlaceSet kOutside = 0x03FFFF80u;       // points 7..24 and the bar
inline constexpr PlaceSet kOnBoardOrBar = 0x03FFFFFEu;  // everything but off

constexpr int lowest_place(PlaceSet set) { return std::countr_zero(set); }
constexpr int highest_place(PlaceSet set) { return 31 - std::countl_zero(set); }

/// The places to move from whose numbers have bit 0, 1, ... set.
inline constexpr std::array<PlaceSet, 5> kPlacesByBit = [] {
  std::array<PlaceSet, 5> places{};
  for (int place = 1; place <= kBar; ++place) {
    for (std::size_t bit = 0; bit < places.size(); ++bit) {
      if ((place >> bit & 1) != 0) places[bit] |= place_bit(place);
    }
  }
  return places;
}();

/// The checkers of one player, in his own numbering. Counts are 0..15 for each place. What kernels
/// call is always inline (nn/kernel/kernel_text.h).
struct Side {
  std::array<std::uint32_t, 4> planes;

  /// Places with at least one checker, off and bar included.
  constexpr PlaceSet occupied() const { return planes[0] | planes[1] | planes[2] | planes[3]; }
  constexpr PlaceSet two_or_more() const { return planes[1] | planes[2] | planes[3]; }
  constexpr PlaceSet single() const { return planes[0] & ~two_or_more(); }

  [[gnu::always_inline]] constexpr int count(int place) const {
    return static_cast<int>((planes[0] >> place & 1u) | (planes[1] >> place & 1u) << 1 |
                            (planes[2] >> place & 1u) << 2 | (planes[3] >> place & 1u) << 3);
  }

  constexpr void set_count(int place, int count) {
    for (std::size_t i = 0; i < 4; ++i) {
      const auto bit = static_cast<std::uint32_t>(count) >> i & 1u;
      planes[i] = (planes[i] & ~place_bit(place)) | bit << place;
    }
  }

  /// Adds one checker to each place of `set` (ripple carry). No place may already hold 15.
  [[gnu::always_inline]] constexpr void add(PlaceSet set) {
    const std::uint32_t c0 = planes[0] & set;
    const std::uint32_t c1 = planes[1] & c0;
    const std::uint32_t c2 = planes[2] & c1;
    planes[0] ^= set;
    planes[1] ^= c0;
    planes[2] ^= c1;
    planes[3] ^= c2;
  }

  /// Takes one checker from each place of `set` (ripple borrow). Every place must hold one.
  constexpr void remove(PlaceSet set) {
    const std::uint32_t b0 = ~planes[0] & set;
    const std::uint32_t b1 = ~planes[1] & b0;
    const std::uint32_t b2 = ~planes[2] & b1;
    planes[0] ^= set;
    planes[1] ^= b0;
    planes[2] ^= b1;
    planes[3] ^= b2;
  }

  /// The side after one checker has gone from `from` to `to`, one different place each. Removing
  /// and adding ripple together: a bit of plane i turns the one above it if it was 0 at `from`,
  /// where a borrow passes, or 1 at `to`, where a carry does.
  constexpr Side with_move(PlaceSet from, PlaceSet to) const {
    const std::uint32_t turn0 = from | to;
    const std::uint32_t turn1 = turn0 & (planes[0] ^ from);
    const std::uint32_t turn2 = turn1 & (planes[1] ^ from);
    const std::uint32_t turn3 = turn2 & (planes[2] ^ from);
    return {{planes[0] ^ turn0, planes[1] ^ turn1, planes[2] ^ turn2, planes[3] ^ turn3}};
  }

  /// How many checkers stand on `places`.
  [[gnu::always_inline]] constexpr int count_on(PlaceSet places) const {
    return std::popcount(planes[0] & places) + 2 * std::popcount(planes[1] & places) +
           4 * std::popcount(planes[2] & places) + 8 * std::popcount(planes[3] & places);
  }

  /// All checkers, off and bar included: 15, or fewer in a smaller game.
  constexpr int total() const { return count_on(~PlaceSet{0}); }

  /// What the checkers have to move until they are borne off.
  [[gnu::always_inline]] constexpr int pip_count() const {
    int pips = 0;
    for (std::size_t bit = 0; bit < kPlacesByBit.size(); ++bit) {
      pips += count_on(kPlacesByBit[bit]) << bit;
    }
    return pips;
  }

  constexpr bool operator==(const Side&) const = default;
};
static_assert(sizeof(Side) == 16);

/// The whole state of a game between two decisions. Trivial on purpose: lists of positions are
/// filled in place. `Position{}` is the empty board with nothing pending.
struct Position {
  Side own;  // the player to act
  Side opp;

  PlaceSet own_pinned;     // Plakoto: points where the player to act is pinned
  PlaceSet opp_pinned;     // ... and the opponent, in the opponent's numbering
  std::uint8_t owed;       // checker moves of a chain still to be played, 0..24
  std::uint8_t forfeited;  // 1: `owed` was forfeited by the opponent and is played for him
  std::uint8_t own_rolls;  // Gul Bara: own rolls completed, 3 means 3 or more
  std::uint8_t opp_rolls;

  bool operator==(const Position& other) const {
    return std::memcmp(this, &other, sizeof(Position)) == 0;
  }

  constexpr bool is_pending() const { return owed != 0; }

  /// The same position with the other player to act: boards, pins and roll counts change sides.
  Position flipped() const {
    Position result = *this;
    result.own = opp;
    result.opp = own;
    result.own_pinned = opp_pinned;
    result.opp_pinned = own_pinned;
    result.own_rolls = opp_rolls;
    result.opp_rolls = own_rolls;
    return result;
  }
};
static_assert(std::is_trivial_v<Position> && std::has_unique_object_representations_v<Position>,
              "positions compare and hash as bytes");

struct PositionHash {
  std::size_t operator()(const Position& position) const {
    std::array<std::uint32_t, sizeof(Position) / 4> words;
    std::memcpy(words.data(), &position, sizeof(Position));
    std::uint64_t hash = 0;
    for (const std::uint32_t word : words) {
      hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
      hash ^= hash >> 29;
    }
    return hash;
  }
};

/// The number that the player to act goes on with when `owed` checker moves (1..24) are left.
/// Every chain ends with four 6's (rules, section 1).
constexpr int chain_number(int owed) { return 6 - (owed - 1) / kDoubletMoves; }

/// How many checker moves of that number are left, 1..4.
constexpr int chain_moves_left(int owed) { return (owed - 1) % kDoubletMoves + 1; }

/// What is owed right after rolling the doublet `number` where doublets are chains.
constexpr int chain_length(int number) { return kDoubletMoves * (7 - number); }
static_assert(chain_length(1) == kMaxOwed && kMaxOwed < 32, "what is owed is put into five bits");

}  // namespace gioul
