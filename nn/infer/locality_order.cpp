#include "nn/infer/locality_order.h"

#include <array>
#include <cassert>

#include "nn/encode/features.h"

namespace gioul {

namespace {

constexpr int kDigitBits = 7;
constexpr int kDigits = 4;  // 25 bits of places, 3 of the phase
constexpr std::size_t kDigitValues = std::size_t{1} << kDigitBits;

// Each phase has its own rows for the places. All afterstates of a decision share one side: that of
// the next player or, within a chain, the other one.
std::uint32_t sort_key(const Position& position) {
  const bool goes_on = position.is_pending() && position.is_forfeited == 0;
  const PlaceSet places = (goes_on ? position.opp : position.own).occupied() & kOnBoardOrBar;
  return static_cast<std::uint32_t>(chain_phase_of(position)) << (kBar) | places >> 1;
}

}  // namespace

std::span<const std::uint16_t> LocalityOrder::sorted_indices(std::span<const Position> positions) {
  assert(positions.size() <= kMaxPositions);
  sorted_indices_.resize(positions.size());
  if (positions.size() <= 1) {
    for (std::uint16_t& index : sorted_indices_) index = 0;
    return sorted_indices_;
  }
  keyed_indices_.resize(positions.size());
  radix_output_.resize(positions.size());
  std::array<std::array<std::uint16_t, kDigitValues>, kDigits> counts{};
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const std::uint32_t key = sort_key(positions[i]);
    keyed_indices_[i] = {key, static_cast<std::uint16_t>(i)};
    for (std::size_t digit = 0; digit < kDigits; ++digit) {
      ++counts[digit][key >> digit * kDigitBits & (kDigitValues - 1)];
    }
  }
  // Radix sort from the lowest digit; equal digits keep their order.
  for (std::size_t digit = 0; digit < kDigits; ++digit) {
    std::uint16_t begin = 0;
    for (std::uint16_t& count : counts[digit]) {
      const std::uint16_t size = count;
      count = begin;
      begin = static_cast<std::uint16_t>(begin + size);
    }
    for (const KeyedIndex& entry : keyed_indices_) {
      radix_output_[counts[digit][entry.key >> digit * kDigitBits & (kDigitValues - 1)]++] = entry;
    }
    keyed_indices_.swap(radix_output_);
  }
  for (std::size_t i = 0; i < sorted_indices_.size(); ++i)
    sorted_indices_[i] = keyed_indices_[i].index;
  return sorted_indices_;
}

}  // namespace gioul
