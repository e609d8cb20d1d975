// Positions as numbers of the rows (nn/kernel/row_places.h) that their first layer is the sum of,
// one for each slot that holds something: some 15 numbers a position.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "engine/outcome.h"
#include "nn/encode/slots.h"
#include "nn/kernel/kernel.h"
#include "nn/kernel/row_places.h"

namespace gioul {

/// The number of a row; sixteen bits, as lists of them are what batches carry to a GPU.
using RowNumber = std::int16_t;
static_assert(kFirstStepRow <= std::numeric_limits<RowNumber>::max());

/// Where rows are written to, one after the other.
struct RowWriter {
  RowNumber* end;
  int phase;
  [[gnu::always_inline]] void operator()(Slot slot, int value) {
    *end++ = static_cast<RowNumber>(row_of(phase, slot, value));
  }
};

/// Writes the rows of `position` to `rows`, which has place for kMostRows; returns how many.
inline std::size_t write_rows(const Axes& axes, const Position& position, RowNumber* rows) {
  RowWriter writer{rows, phase_of(position)};
  visit_slots(look(sight_rules(axes), position), position, std::ref(writer));
  return static_cast<std::size_t>(writer.end - rows);
}

/// Positions as row numbers: position i has rows[starts[i] .. starts[i + 1]).
struct RowBatch {
  std::vector<RowNumber> rows;
  std::vector<std::int32_t> starts = {0};  // size() + 1 of them

  std::size_t size() const { return starts.size() - 1; }
  std::span<const RowNumber> rows_of(std::size_t i) const {
    return {rows.data() + starts[i], rows.data() + starts[i + 1]};
  }
  void clear() {
    rows.clear();
    starts.assign(1, 0);
  }
  /// Best called with all afterstates of a decision: most share the side that didn't move.
  void add(const Axes& axes, std::span<const Position> positions) {
    const SightRules rules = sight_rules(axes);
    RowNumber buffer[kMostRows];
    RowNumber* own_end = buffer;
    const Side* own = nullptr;
    int own_phase = 0;
    for (const Position& position : positions) {
      const int phase = phase_of(position);
      if (own == nullptr || !(position.own == *own) || phase != own_phase) {
        RowWriter writer{buffer, phase};
        visit_places(SlotKind::kOwnPlaces, position.own, std::ref(writer));
        own = &position.own;
        own_phase = phase;
        own_end = writer.end;
      }
      RowWriter writer{own_end, phase};
      visit_slots_after_own(look(rules, position), position, std::ref(writer));
      rows.insert(rows.end(), buffer, writer.end);
      starts.push_back(static_cast<std::int32_t>(rows.size()));
    }
  }
};

/// Many positions at once, as a GPU wants them. LibTorch's implementation is nn/train/torch_net.h;
/// callers know this interface alone, so that they are tested without LibTorch. Used by one thread
/// at a time.
class BatchNet {
 public:
  virtual ~BatchNet() = default;

  /// values[i] = the value of position i of `batch` for its player to act; as many as there are
  /// positions.
  virtual void evaluate(const RowBatch& batch, std::span<Distribution> values) = 0;
};

}  // namespace gioul
