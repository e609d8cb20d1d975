// Counter-based random numbers: the n-th number of a stream depends only on its seed, game and
// purpose, so the dice of a game do not depend on threads or on other games.
#pragma once

#include <cstdint>

#include "engine/dice.h"

namespace gioul {

/// The output function of SplitMix64 (Steele, Lea, Flood 2014): a bijection that mixes all bits.
constexpr std::uint64_t mix64(std::uint64_t x) {
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
  x = (x ^ x >> 27) * 0x94D049BB133111EBu;
  return x ^ x >> 31;
}

/// The purpose of a stream of random numbers. The streams of one game are independent of each
/// other.
enum class RngStream : std::uint64_t {
  kDice = 1,          // rolls
  kFirstPlayer,       // choices of player 0
  kSecondPlayer,      // choices of player 1
  kWeights,           // initial weights of nets
  kShuffle,           // random orders and samples
  kDecisionSampling,  // samples of decisions or of their afterstates
  kMatchStarter       // which player starts a match
};

/// The random numbers of one stream. `index` separates streams of the same seed, usually one for
/// each game.
class CounterRng {
 public:
  /// Starts at the first number of the stream.
  constexpr CounterRng(std::uint64_t seed, std::uint64_t index, RngStream stream)
      : key_(mix64(mix64(mix64(seed + kGoldenGamma) + index * kGoldenGamma) ^
                   static_cast<std::uint64_t>(stream) * 0xD6E8FEB86659FD93u)) {}

  /// Returns how many numbers have been taken from the stream.
  constexpr std::uint64_t draw_count() const { return draw_count_; }
  /// Moves to the place after the first `count` numbers of the stream.
  constexpr void seek(std::uint64_t count) { draw_count_ = count; }

  /// Returns the next random number, uniform in 0..2^64-1.
  constexpr std::uint64_t next() { return mix64(key_ + kGoldenGamma * ++draw_count_); }

  /// Returns a uniform random number in 0..bound-1. `bound` must be > 0; the bias is below bound /
  /// 2^64.
  constexpr std::uint64_t uniform_below(std::uint64_t bound) {
    return static_cast<std::uint64_t>(static_cast<Uint128>(next()) * bound >> 64);
  }

  /// Returns the next random number, uniform in [0, 1), with 53 random bits.
  constexpr double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }

  /// Returns the next roll of two dice.
  constexpr Dice roll_dice() {
    const auto roll36 = static_cast<int>(uniform_below(36));
    return make_dice(1 + roll36 / 6, 1 + roll36 % 6);
  }

 private:
  __extension__ using Uint128 = unsigned __int128;
  static constexpr std::uint64_t kGoldenGamma = 0x9E3779B97F4A7C15u;  // 2^64 / golden ratio, odd
  std::uint64_t key_;             // identifies the stream: hash of seed, index and purpose
  std::uint64_t draw_count_ = 0;  // number of random numbers taken so far
};

}  // namespace gioul
