// What changes in the first layer from a position to those one decision away.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/position.h"
#include "nn/encode/sight.h"
#include "nn/encode/slots.h"
#include "nn/infer/kernel.h"

namespace gioul {

/// Most rows that a position has more than another one decision away, or less. Four checker moves
/// gain at most four places, and as many of the opponent's, or four pins and four releases; the
/// rest is two patterns ahead of each place, three flags of each place and six numbers, the shots
/// at each blot and six counts.
inline constexpr std::size_t kMaxChangedRows = 4 * kMaxStep + 8 * kMaxCheckers + 6 + 6;
/// How many are written for nothing beyond the last.
inline constexpr std::size_t kRowSlack = 4;

/// A position and those that a decision leads to from there, all seen by whoever acts next and in
/// the same phase.
struct Decided {
  const Position& base;
  const Seen& seen;  // what look() says of it
  std::span<const Position> next;
  bool own_moved;  // the player to act, or else his opponent
};

/// Writes the rows in which each position differs from the base, as offsets into rows of `width`,
/// to `added` and `removed`, which have room for kMaxChangedRows each and kRowSlack more, and
/// changes[i] to point there.
void find_changed_rows(SightRules rules, const Decided& decided, int width, std::uint32_t* added,
                       std::uint32_t* removed, ChangedRows* changes);

}  // namespace gioul
