// A position of any of the games, as bit-planes: bit p of plane i is bit i of the number of
// checkers on place p. It is always from the viewpoint of the player to move; each side is in its
// own numbering, so changing the player to move is a swap.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace gioul {

inline constexpr int kOff = 0;          // place of checkers that were borne off
inline constexpr int kStartPoint = 24;  // the point furthest from home, where most games start
inline constexpr int kBar = 25;  // place of checkers that were hit and must enter again (Portes)
inline constexpr int kPlaceCount = 26;      // number of places: off, the points 1..24 and the bar
inline constexpr int kMaxCheckers = 15;     // maximum number of checkers per side
inline constexpr int kMaxCountedRolls = 3;  // rolls of a player are counted up to 3 (Gul Bara)
inline constexpr int kDoubletMoves = 4;     // a doublet gives four checker moves of each number
/// Checker moves of the longest chain, after 1-1: four each of 1 to 6.
inline constexpr int kMaxOwedMoves = 6 * kDoubletMoves;

/// A set of places: bit p is set if it contains place p (0: off, 1..24: points, 25: bar).
using PlaceSet = std::uint32_t;

/// Returns the set that contains only `place`.
constexpr PlaceSet place_bit(int place) { return PlaceSet{1} << place; }

inline constexpr PlaceSet kAllPoints = 0x01FFFFFEu;     // points 1..24
inline constexpr PlaceSet kHomeBoard = 0x0000007Eu;     // points 1..6
inline constexpr PlaceSet kOutsideHome = 0x03FFFF80u;   // points 7..24 and the bar
inline constexpr PlaceSet kOnBoardOrBar = 0x03FFFFFEu;  // everything but off

/// Returns the lowest place of a set, which must not be empty.
constexpr int lowest_place(PlaceSet set) { return std::countr_zero(set); }
/// Returns the highest place of a set, which must not be empty.
constexpr int highest_place(PlaceSet set) { return 31 - std::countl_zero(set); }

/// For each bit b: the set of the places 1..25 whose number has bit b set. With it, a pip count is
/// a weighted sum of five counts of checkers.
inline constexpr std::array<PlaceSet, 5> kPipCountMasks = [] {
  std::array<PlaceSet, 5> places{};
  for (int place = 1; place <= kBar; ++place) {
    for (std::size_t bit = 0; bit < places.size(); ++bit) {
      if ((place >> bit & 1) != 0) places[bit] |= place_bit(place);
    }
  }
  return places;
}();

/// The checkers of one player, 0..15 on each place, in that player's own numbering. Members that
/// SIMD kernels call are always inline (nn/kernel/kernel_impl.h).
struct Side {
  std::array<std::uint32_t, 4> planes;  // planes[i], bit p: bit i of the number of checkers on p

  /// Places with at least one checker, off and bar included.
  constexpr PlaceSet occupied() const { return planes[0] | planes[1] | planes[2] | planes[3]; }
  /// Places with at least two checkers, off and bar included.
  constexpr PlaceSet multi_checker_places() const { return planes[1] | planes[2] | planes[3]; }
  /// Places with exactly one checker, off and bar included.
  constexpr PlaceSet single_checker_places() const { return planes[0] & ~multi_checker_places(); }

  /// Number of checkers on `place`.
  [[gnu::always_inline]] constexpr int count(int place) const {
    return static_cast<int>((planes[0] >> place & 1u) | (planes[1] >> place & 1u) << 1 |
                            (planes[2] >> place & 1u) << 2 | (planes[3] >> place & 1u) << 3);
  }

  /// Sets the number of checkers on `place` to `count` (0 to 15).
  constexpr void set_count(int place, int count) {
    for (std::size_t i = 0; i < 4; ++i) {
      const auto bit = static_cast<std::uint32_t>(count) >> i & 1u;
      planes[i] = (planes[i] & ~place_bit(place)) | bit << place;
    }
  }

  /// Adds one checker to each place of `set`, by a ripple carry through the planes. Each place must
  /// hold fewer than 15.
  [[gnu::always_inline]] constexpr void add(PlaceSet set) {
    const std::uint32_t c0 = planes[0] & set;
    const std::uint32_t c1 = planes[1] & c0;
    const std::uint32_t c2 = planes[2] & c1;
    planes[0] ^= set;
    planes[1] ^= c0;
    planes[2] ^= c1;
    planes[3] ^= c2;
  }

  /// Returns the side after one checker moves from the only place in `from` to the only place in
  /// `to`. Borrow and carry ripple together: a bit of plane i flips the bit above it if it was 0 at
  /// `from` (borrow) or 1 at `to` (carry).
  constexpr Side with_move(PlaceSet from, PlaceSet to) const {
    const std::uint32_t plane0_flips = from | to;
    const std::uint32_t plane1_flips = plane0_flips & (planes[0] ^ from);
    const std::uint32_t plane2_flips = plane1_flips & (planes[1] ^ from);
    const std::uint32_t plane3_flips = plane2_flips & (planes[2] ^ from);
    return {{planes[0] ^ plane0_flips, planes[1] ^ plane1_flips, planes[2] ^ plane2_flips,
             planes[3] ^ plane3_flips}};
  }

  /// Number of checkers on all places of the set `places` together.
  [[gnu::always_inline]] constexpr int count_on(PlaceSet places) const {
    return std::popcount(planes[0] & places) + 2 * std::popcount(planes[1] & places) +
           4 * std::popcount(planes[2] & places) + 8 * std::popcount(planes[3] & places);
  }

  /// Number of all checkers, off and bar included: 15, or fewer in a smaller game.
  constexpr int total() const { return count_on(~PlaceSet{0}); }

  /// Number of pips that the checkers have to move until all are borne off.
  [[gnu::always_inline]] constexpr int pip_count() const {
    int pips = 0;
    for (std::size_t bit = 0; bit < kPipCountMasks.size(); ++bit) {
      pips += count_on(kPipCountMasks[bit]) << bit;
    }
    return pips;
  }

  constexpr bool operator==(const Side&) const = default;
};
static_assert(sizeof(Side) == 16);

/// The complete state of a game before a decision, without the dice; always from the viewpoint of
/// the player to move. A trivial type, so that lists of positions are filled in place. `Position{}`
/// is the empty board with no moves owed.
struct Position {
  Side own;  // checkers of the player to move
  Side opp;  // checkers of the opponent, in the opponent's numbering

  /// Plakoto: points where a checker of the player to move is pinned.
  PlaceSet own_pinned;
  /// Plakoto: points where a checker of the opponent is pinned, in the opponent's numbering.
  PlaceSet opp_pinned;
  std::uint8_t owed_moves;      // checker moves of a chain still to be played, 0..24
  std::uint8_t is_forfeited;    // 1: the owed moves are those that the opponent could not play
  std::uint8_t own_roll_count;  // Gul Bara: rolls of the player to move so far; 3 means 3 or more
  std::uint8_t opp_roll_count;  // Gul Bara: rolls of the opponent, counted like own_roll_count

  bool operator==(const Position& other) const {
    return std::memcmp(this, &other, sizeof(Position)) == 0;
  }

  /// Returns true if moves of a chain are owed: the player to move plays these and does not roll.
  constexpr bool is_pending() const { return owed_moves != 0; }

  /// Returns the same position with the other player to move: boards, pins and roll counts swap;
  /// `owed_moves` and `is_forfeited` stay.
  Position flipped() const {
    Position result = *this;
    result.own = opp;
    result.opp = own;
    result.own_pinned = opp_pinned;
    result.opp_pinned = own_pinned;
    result.own_roll_count = opp_roll_count;
    result.opp_roll_count = own_roll_count;
    return result;
  }
};
static_assert(std::is_trivial_v<Position> && std::has_unique_object_representations_v<Position>,
              "positions compare and hash as bytes");

/// Hashes positions, for std::unordered_map and the like.
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

/// Returns the number (1..6) to play next when `owed` checker moves (1..24) of a chain are left.
/// Chains are played in ascending order, and each ends with four 6's (rules, section 1).
constexpr int next_chain_number(int owed) { return 6 - (owed - 1) / kDoubletMoves; }

/// Returns how many of the `owed` checker moves of a chain are by the number to play next, 1..4.
constexpr int moves_left_of_number(int owed) { return (owed - 1) % kDoubletMoves + 1; }

/// Returns how many checker moves the chain has that the doublet `number` starts: 4 to 24.
constexpr int chain_length(int number) { return kDoubletMoves * (7 - number); }
static_assert(chain_length(1) == kMaxOwedMoves);

}  // namespace gioul
