#include "nn/evaluator.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdlib>

namespace gioul {

namespace {

constexpr int padded(int width) { return (width + kLanes - 1) / kLanes * kLanes; }

constexpr auto kPaddedAfterstates = static_cast<std::size_t>(padded(kMaxAfterstates));

// Rows of the first layer's table, in this order: one for each count of each place, ...
constexpr int kCounts = kMaxCheckers + 1;
constexpr int kPlaceRows = 2 * kPlaces * kCounts;
// ... one for each pinned point, pending value and value of the roll counts, ...
constexpr int kFirstPinnedRow = kPlaceRows;
constexpr int kFirstPendingRow = kFirstPinnedRow + 2 * kPlaces;
constexpr int kFirstRollsRow = kFirstPendingRow + kSlotValues;
// ... and for each place the step of 1 to 4 checkers that ends at each count.
constexpr int kFirstStepRow = kFirstRollsRow + 16;
constexpr int kMaxStep = 4;
constexpr int kRows = kFirstStepRow + kMaxStep * kPlaceRows;

static_assert(kSlotOwn == 0 && kSlotOwnPinned == 2 * kPlaces, "place slots come first");

constexpr int row_of(int slot, int value) {
  if (slot < kSlotOwnPinned) return slot * kCounts + value;
  if (slot < kSlotPending) return kFirstPinnedRow + slot - kSlotOwnPinned;
  return (slot == kSlotPending ? kFirstPendingRow : kFirstRollsRow) + value;
}

// The row that takes the first layer from count - step checkers to `count`.
constexpr int step_of(int slot, int count, int step) {
  return kFirstStepRow + (step - 1) * kPlaceRows + slot * kCounts + count;
}

// Compares one side of a base with that of positions a decision away, all of them at once: what
// each place has more or less is one row.
class SideComparison {
 public:
  SideComparison(const Side& base, int first_slot, int width)
      : base_(base), one_more_(base), one_less_(base), first_slot_(first_slot), width_(width) {
    for (std::uint32_t& row : loss_) row = 0;  // no place that holds nothing loses
    for (int place = 0; place < 32 + kMaxStep; ++place) {
      gain_[static_cast<std::size_t>(place)] = offset(place, 1, 1);
    }
    for (PlaceSet rest = base.occupied(); rest != 0; rest &= rest - 1) {
      const int place = lowest_place(rest);
      const int count = base.count(place);
      gain_[static_cast<std::size_t>(place)] = offset(place, count + 1, 1);
      loss_[static_cast<std::size_t>(place)] = offset(place, count, 1);
    }
    one_more_.add(kAllPlaces);
    // Taking one away is adding one to the complement's complement.
    for (std::uint32_t& plane : one_less_.planes) plane = ~plane;
    one_less_.add(kAllPlaces);
    for (std::uint32_t& plane : one_less_.planes) plane = ~plane;
  }

  void append_differences(const Side& to, ChangedRows& out) const {
    const PlaceSet changed = differing(base_, to);
    if (changed == 0) return;
    const PlaceSet not_gained = differing(one_more_, to);
    const PlaceSet not_lost = differing(one_less_, to);
    append(changed & ~not_gained, gain_, out.added_rows, out.added);
    append(changed & ~not_lost, loss_, out.removed_rows, out.removed);
    for (PlaceSet rest = changed & not_gained & not_lost; rest != 0; rest &= rest - 1) {
      const int place = lowest_place(rest);
      const int before = base_.count(place);
      const int after = to.count(place);
      assert(std::abs(after - before) <= kMaxStep);
      if (after > before) {
        out.added_rows[out.added++] = offset(place, after, after - before);
      } else {
        out.removed_rows[out.removed++] = offset(place, before, before - after);
      }
    }
  }

 private:
  static constexpr PlaceSet kAllPlaces = place_bit(kPlaces) - 1;
  using Offsets = std::array<std::uint32_t, 32 + kMaxStep>;

  static PlaceSet differing(const Side& a, const Side& b) {
    PlaceSet set = 0;
    for (std::size_t i = 0; i < 4; ++i) set |= a.planes[i] ^ b.planes[i];
    return set & kAllPlaces;
  }

  std::uint32_t offset(int place, int count, int step) const {
    return static_cast<std::uint32_t>(step_of(first_slot_ + place, count, step) * width_);
  }

  // At most four places gain or lose, so four are written, the last of them perhaps for nothing: a
  // loop over just the set would end at another place for each position, hard to predict.
  static void append(PlaceSet set, const Offsets& offsets, std::uint32_t* rows,
                     std::uint32_t& count) {
    std::uint64_t rest = set | std::uint64_t{0xF} << 32;
    for (std::uint32_t i = 0; i < kMaxStep; ++i) {
      const int place = std::countr_zero(rest);
      rows[count] = offsets[static_cast<std::size_t>(place)];
      count += place < 32 ? 1 : 0;
      rest &= rest - 1;
    }
    assert(std::countr_zero(rest) >= 32);
  }

  Side base_;
  Side one_more_;
  Side one_less_;
  int first_slot_;
  int width_;
  Offsets gain_;
  Offsets loss_;
};

void append_pinned(int first_slot, PlaceSet from, PlaceSet to, int width, ChangedRows& out) {
  const auto offset = [&](PlaceSet set) {
    return static_cast<std::uint32_t>(row_of(first_slot + lowest_place(set), 1) * width);
  };
  for (PlaceSet rest = to & ~from; rest != 0; rest &= rest - 1) {
    out.added_rows[out.added++] = offset(rest);
  }
  for (PlaceSet rest = from & ~to; rest != 0; rest &= rest - 1) {
    out.removed_rows[out.removed++] = offset(rest);
  }
}

}  // namespace

EvaluationBuffer::EvaluationBuffer()
    : changes_(kMaxAfterstates),
      logits_(kLogits * kPaddedAfterstates),
      equities_(kPaddedAfterstates) {}

NetEvaluator::NetEvaluator(const Net& net, const Encoder& encoder, const Kernel& kernel)
    : kernel_(kernel) {
  const DenseLayer& first = net.layers.front();
  assert(first.inputs == encoder.inputs());
  hidden_width_ = first.outputs;
  width_ = padded(first.outputs);
  fill_rows(first, encoder);
  fill_later_layers(net);
}

void NetEvaluator::fill_rows(const DenseLayer& layer, const Encoder& encoder) {
  const auto width = static_cast<std::size_t>(width_);
  bias_.assign(width, 0.0f);
  std::copy(layer.bias.begin(), layer.bias.end(), bias_.begin());
  rows_.assign(static_cast<std::size_t>(kRows) * width, 0.0f);
  const auto row = [&](int number) {
    return rows_.data() + static_cast<std::size_t>(number) * width;
  };
  const auto fill = [&](int slot, int value) {
    float* out = row(row_of(slot, value));
    for (const Input& input : encoder.slot_inputs(slot, value)) {
      for (int unit = 0; unit < layer.outputs; ++unit) {
        out[unit] +=
            input.value * layer.weight[static_cast<std::size_t>(unit * layer.inputs + input.index)];
      }
    }
  };
  for (int slot = 0; slot < kSlotOwnPinned; ++slot) {
    for (int count = 1; count < kCounts; ++count) {
      fill(slot, count);
      for (int step = 1; step <= std::min(count, kMaxStep); ++step) {
        const float* now = row(row_of(slot, count));
        const float* before = row(row_of(slot, count - step));
        float* change = row(step_of(slot, count, step));
        for (std::size_t unit = 0; unit < width; ++unit) change[unit] = now[unit] - before[unit];
      }
    }
  }
  for (int slot = kSlotOwnPinned; slot < kSlotPending; ++slot) fill(slot, 1);
  for (int value = 0; value < kSlotValues; ++value) fill(kSlotPending, value);
  for (int value = 0; value < 16; ++value) fill(kSlotRolls, value);
}

void NetEvaluator::fill_later_layers(const Net& net) {
  for (std::size_t l = 1; l + 1 < net.layers.size(); ++l) {
    const DenseLayer& layer = net.layers[l];
    const auto width = static_cast<std::size_t>(padded(layer.outputs));
    auto& columns = columns_.emplace_back(static_cast<std::size_t>(layer.inputs) * width, 0.0f);
    auto& bias = later_bias_.emplace_back(width, 0.0f);
    for (std::size_t unit = 0; unit < static_cast<std::size_t>(layer.outputs); ++unit) {
      bias[unit] = layer.bias[unit];
      for (std::size_t j = 0; j < static_cast<std::size_t>(layer.inputs); ++j) {
        columns[j * width + unit] = layer.weight[unit * static_cast<std::size_t>(layer.inputs) + j];
      }
    }
  }
  for (std::size_t l = 0; l < columns_.size(); ++l) {
    later_.push_back({columns_[l].data(), later_bias_[l].data(), net.layers[l + 1].inputs,
                      static_cast<int>(later_bias_[l].size())});
  }
  fill_outputs(net.layers.back());
}

void NetEvaluator::fill_outputs(const DenseLayer& layer) {
  const auto inputs = static_cast<std::size_t>(layer.inputs);
  const auto width = static_cast<std::size_t>(padded(layer.inputs));
  const float* last = layer.weight.data() + kLogits * inputs;
  output_.assign(kLogits * width, 0.0f);
  for (std::size_t o = 0; o < kLogits; ++o) {
    for (std::size_t i = 0; i < inputs; ++i) {
      output_[o * width + i] = layer.weight[o * inputs + i] - last[i];
    }
    output_bias_.push_back(layer.bias[o] - layer.bias[kLogits]);
  }
}

void NetEvaluator::sum_base(const Position& position, EvaluationBuffer& buffer) const {
  std::uint32_t offsets[kSlots];
  std::size_t count = 0;
  const auto add = [&](int slot, int value) {
    offsets[count++] = static_cast<std::uint32_t>(row_of(slot, value) * width_);
  };
  const auto add_places = [&](int first_slot, const Side& side) {
    for (PlaceSet rest = side.occupied(); rest != 0; rest &= rest - 1) {
      add(first_slot + lowest_place(rest), side.count(lowest_place(rest)));
    }
  };
  const auto add_pinned = [&](int first_slot, PlaceSet set) {
    for (; set != 0; set &= set - 1) add(first_slot + lowest_place(set), 1);
  };
  add_places(kSlotOwn, position.own);
  add_places(kSlotOpp, position.opp);
  add_pinned(kSlotOwnPinned, position.own_pinned);
  add_pinned(kSlotOppPinned, position.opp_pinned);
  if (position.owed != 0) add(kSlotPending, pending_value(position));
  add(kSlotRolls, rolls_value(position));
  buffer.base_.resize(static_cast<std::size_t>(width_));
  kernel_.sum_rows(rows_.data(), bias_.data(), offsets, count, width_, buffer.base_.data());
}

void NetEvaluator::run_kernel(std::size_t count, EvaluationBuffer& buffer) const {
  int scratch_width = width_;
  for (const KernelLayer& layer : later_) scratch_width = std::max(scratch_width, layer.width);
  if (!later_.empty()) {
    const std::size_t units = kKernelBlock * static_cast<std::size_t>(scratch_width);
    buffer.scratch_.resize(2 * units);
    buffer.indices_.resize(units);
  }
  const KernelNet net = {.rows = rows_.data(),
                         .width = width_,
                         .hidden = later_.data(),
                         .hidden_count = static_cast<int>(later_.size()),
                         .output = output_.data(),
                         .output_bias = output_bias_.data(),
                         .scratch_width = scratch_width,
                         .scratch = buffer.scratch_.data(),
                         .indices = buffer.indices_.data()};
  kernel_.logits(net, buffer.base_.data(), buffer.changes_.data(), count, buffer.logits_.data());
}

Distribution NetEvaluator::evaluate(const Position& position, EvaluationBuffer& buffer) const {
  sum_base(position, buffer);
  buffer.changes_[0].added = 0;
  buffer.changes_[0].removed = 0;
  run_kernel(1, buffer);
  return distribution(0, buffer);
}

std::span<const float> NetEvaluator::equities(const Position& before, const AfterstateList& list,
                                              EvaluationBuffer& buffer) const {
  const auto positions = list.positions();
  if (positions.empty()) return {};
  // The board before the decision, seen by whoever acts next, with the fields that all afterstates
  // share: what then differs are the few places that the moves touched.
  Position base = list.mover_acts_next() ? before : before.flipped();
  base.owed = positions.front().owed;
  base.forfeited = positions.front().forfeited;
  base.own_rolls = positions.front().own_rolls;
  base.opp_rolls = positions.front().opp_rolls;
  sum_base(base, buffer);
  const SideComparison own(base.own, kSlotOwn, width_);
  const SideComparison opp(base.opp, kSlotOpp, width_);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const Position& next = positions[i];
    ChangedRows& changes = buffer.changes_[i];
    changes.added = 0;
    changes.removed = 0;
    own.append_differences(next.own, changes);
    opp.append_differences(next.opp, changes);
    append_pinned(kSlotOwnPinned, base.own_pinned, next.own_pinned, width_, changes);
    append_pinned(kSlotOppPinned, base.opp_pinned, next.opp_pinned, width_, changes);
    assert(changes.added <= ChangedRows::kMaxRows && changes.removed <= ChangedRows::kMaxRows);
  }
  run_kernel(positions.size(), buffer);
  kernel_.equities(buffer.logits_.data(), positions.size(), !list.mover_acts_next(),
                   buffer.equities_.data());
  return {buffer.equities_.data(), positions.size()};
}

Distribution NetEvaluator::distribution(std::size_t i, const EvaluationBuffer& buffer) const {
  return kernel_.distribution(buffer.logits_.data(), i);
}

}  // namespace gioul
