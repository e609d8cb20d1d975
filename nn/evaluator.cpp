#include "nn/evaluator.h"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace gioul {

namespace {

constexpr std::size_t kStride =
    (kMaxAfterstates + kLanes - 1) / kLanes * kLanes;  // of the logits, in floats

constexpr int padded(int width) { return (width + kLanes - 1) / kLanes * kLanes; }

// After the rows of all values, for each place the step from n - 1 to n checkers.
constexpr int kFirstStepRow = kValueRows;
constexpr int kRows = kFirstStepRow + 2 * kPlaces * kCounts;

constexpr int step_of(int slot, int count) { return kFirstStepRow + slot * kCounts + count; }

// The counts of one side of the base, taken apart once for all positions that are compared with it.
struct BaseCounts {
  const Side& side;
  std::array<std::uint8_t, kPlaces> counts{};

  explicit BaseCounts(const Side& base) : side(base) {
    for (PlaceSet rest = base.occupied(); rest != 0; rest &= rest - 1) {
      const int place = lowest_place(rest);
      counts[static_cast<std::size_t>(place)] = static_cast<std::uint8_t>(base.count(place));
    }
  }
};

// The differences between a base and one position, as rows to add and to take away.
class Differences {
 public:
  Differences(int width, ChangedRows& out) : width_(width), out_(out) {}
  ~Differences() {
    out_.added = added_;
    out_.removed = removed_;
  }
  Differences(const Differences&) = delete;
  Differences& operator=(const Differences&) = delete;

  void places(int first_slot, const BaseCounts& from, const Side& to) {
    PlaceSet changed = 0;
    for (std::size_t i = 0; i < 4; ++i) changed |= from.side.planes[i] ^ to.planes[i];
    for (; changed != 0; changed &= changed - 1) {
      const int place = lowest_place(changed);
      int before = from.counts[static_cast<std::size_t>(place)];
      const int after = to.count(place);
      for (; before < after; ++before) add(step_of(first_slot + place, before + 1));
      for (; before > after; --before) remove(step_of(first_slot + place, before));
    }
  }

  void pinned(int first_slot, PlaceSet from, PlaceSet to) {
    for (PlaceSet rest = to & ~from; rest != 0; rest &= rest - 1) {
      add(row_of(first_slot + lowest_place(rest), 1));
    }
    for (PlaceSet rest = from & ~to; rest != 0; rest &= rest - 1) {
      remove(row_of(first_slot + lowest_place(rest), 1));
    }
  }

 private:
  void add(int row) {
    assert(added_ < ChangedRows::kMaxRows);
    out_.added_rows[added_++] = static_cast<std::uint32_t>(row * width_);
  }
  void remove(int row) {
    assert(removed_ < ChangedRows::kMaxRows);
    out_.removed_rows[removed_++] = static_cast<std::uint32_t>(row * width_);
  }

  int width_;
  ChangedRows& out_;
  std::uint32_t added_ = 0;
  std::uint32_t removed_ = 0;
};

bool same_side(const Side& a, const Side& b) { return std::memcmp(&a, &b, sizeof(Side)) == 0; }

}  // namespace

EvaluationBuffer::EvaluationBuffer()
    : changes_(kMaxAfterstates), logits_(kOutcomes * kStride), equities_(kStride) {}

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
      const float* now = row(row_of(slot, count));
      const float* below = row(row_of(slot, count - 1));
      float* step = row(step_of(slot, count));
      for (std::size_t unit = 0; unit < width; ++unit) step[unit] = now[unit] - below[unit];
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
  const DenseLayer& last = net.layers.back();
  const auto width = static_cast<std::size_t>(padded(last.inputs));
  output_.assign(kOutcomes * width, 0.0f);
  for (std::size_t o = 0; o < kOutcomes; ++o) {
    std::copy_n(last.weight.data() + o * static_cast<std::size_t>(last.inputs), last.inputs,
                output_.data() + o * width);
  }
  output_bias_ = last.bias;
}

void NetEvaluator::sum_base(std::span<const RowNumber> rows, EvaluationBuffer& buffer) const {
  std::uint32_t offsets[kMostRows];
  for (std::size_t i = 0; i < rows.size(); ++i) {
    offsets[i] = static_cast<std::uint32_t>(rows[i] * width_);
  }
  buffer.base_.resize(static_cast<std::size_t>(width_));
  kernel_.sum_rows(rows_.data(), bias_.data(), offsets, rows.size(), width_, buffer.base_.data());
}

void NetEvaluator::sum_base(const Position& position, EvaluationBuffer& buffer) const {
  RowNumber rows[kMostRows];
  sum_base({rows, write_rows(position, rows)}, buffer);
}

void NetEvaluator::run_kernel(std::size_t count, EvaluationBuffer& buffer) const {
  int scratch_width = width_;
  for (const KernelLayer& layer : later_) scratch_width = std::max(scratch_width, layer.width);
  if (!later_.empty()) buffer.scratch_.resize(2 * static_cast<std::size_t>(scratch_width));
  const KernelNet net = {.rows = rows_.data(),
                         .width = width_,
                         .hidden = later_.data(),
                         .hidden_count = static_cast<int>(later_.size()),
                         .output = output_.data(),
                         .output_bias = output_bias_.data(),
                         .scratch = buffer.scratch_.data(),
                         .scratch_width = scratch_width};
  kernel_.logits(net, buffer.base_.data(), buffer.changes_.data(), count, buffer.logits_.data(),
                 kStride);
}

Distribution NetEvaluator::evaluate(const Position& position, EvaluationBuffer& buffer) const {
  RowNumber rows[kMostRows];
  return evaluate({rows, write_rows(position, rows)}, buffer);
}

Distribution NetEvaluator::evaluate(std::span<const RowNumber> rows,
                                    EvaluationBuffer& buffer) const {
  sum_base(rows, buffer);
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
  const BaseCounts own(base.own);
  const BaseCounts opp(base.opp);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    Differences differences(width_, buffer.changes_[i]);
    const Position& next = positions[i];
    if (!same_side(base.own, next.own)) differences.places(kSlotOwn, own, next.own);
    if (!same_side(base.opp, next.opp)) differences.places(kSlotOpp, opp, next.opp);
    differences.pinned(kSlotOwnPinned, base.own_pinned, next.own_pinned);
    differences.pinned(kSlotOppPinned, base.opp_pinned, next.opp_pinned);
  }
  run_kernel(positions.size(), buffer);
  kernel_.equities(buffer.logits_.data(), kStride, positions.size(), !list.mover_acts_next(),
                   buffer.equities_.data());
  return {buffer.equities_.data(), positions.size()};
}

Distribution NetEvaluator::distribution(std::size_t i, const EvaluationBuffer& buffer) const {
  return kernel_.distribution(buffer.logits_.data(), kStride, i);
}

}  // namespace gioul
