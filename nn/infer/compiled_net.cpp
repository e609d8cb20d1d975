#include "nn/infer/compiled_net.h"

#include <algorithm>
#include <cassert>

#include "nn/infer/row_table.h"

namespace gioul {

namespace {

constexpr int padded(int width, int lanes = kLanes) { return (width + lanes - 1) / lanes * lanes; }

constexpr auto kPaddedAfterstates = static_cast<std::size_t>(padded(kMaxAfterstates));

// Positions whose rows are listed before they are summed: the lists stay in the nearest cache.
constexpr std::size_t kListed = 64;
static_assert(kListed * kMostRows <= kMaxAfterstates * kMaxChangedRows);

}  // namespace

EvaluationBuffer::EvaluationBuffer()
    : changes_(std::make_unique_for_overwrite<ChangedRows[]>(kMaxAfterstates)),
      added_(std::make_unique_for_overwrite<std::uint32_t[]>(kMaxAfterstates * kMaxChangedRows +
                                                             kRowSlack)),
      removed_(std::make_unique_for_overwrite<std::uint32_t[]>(kMaxAfterstates * kMaxChangedRows +
                                                               kRowSlack)),
      logits_(kLogits * kPaddedAfterstates),
      equities_(kPaddedAfterstates) {}

CompiledNet::CompiledNet(const Net& net, const Encoder& encoder, Precision precision,
                         const Kernel& kernel, const Loop& loop)
    : kernel_(kernel), sight_rules_(encoder.sight_rules()), precision_(precision) {
  const DenseLayer& first = net.layers.front();
  assert(first.inputs == encoder.inputs());
  hidden_width_ = first.outputs;
  width_ = padded(first.outputs, precision == Precision::kFloat ? kLanes : kShortLanes);
  rows_ = make_rows(first, encoder, width_, loop);
  bias_.assign(first.bias.begin(), first.bias.end());
  bias_.resize(static_cast<std::size_t>(width_), 0.0f);
  fill_later_layers(net);
  if (precision == Precision::kInt16) {
    short_ = make_short_net(rows_, bias_, later_.empty() ? output_ : AlignedVector<float>(),
                            encoder, width_, loop);
    take_scales_back();
    rows_ = {};
  } else {
    append_steps(rows_, encoder.phases(), width_, loop);
  }
}

void CompiledNet::fill_later_layers(const Net& net) {
  for (std::size_t l = 1; l + 1 < net.layers.size(); ++l) {
    const DenseLayer& layer = net.layers[l];
    const auto width = static_cast<std::size_t>(padded(layer.outputs));
    const auto inputs = static_cast<std::size_t>(layer.inputs);
    auto& columns = columns_.emplace_back(inputs * width, 0.0f);
    auto& bias = later_bias_.emplace_back(width, 0.0f);
    for (std::size_t unit = 0; unit < static_cast<std::size_t>(layer.outputs); ++unit) {
      bias[unit] = layer.bias[unit];
      for (std::size_t j = 0; j < inputs; ++j) {
        columns[(unit / kLanes * inputs + j) * kLanes + unit % kLanes] =
            layer.weight[unit * inputs + j];
      }
    }
  }
  for (std::size_t l = 0; l < columns_.size(); ++l) {
    later_.push_back({columns_[l].data(), later_bias_[l].data(), net.layers[l + 1].inputs,
                      static_cast<int>(later_bias_[l].size())});
  }
  fill_outputs(net.layers.back());
}

// By the weights of the layer after the first.
void CompiledNet::take_scales_back() {
  if (later_.empty()) return;
  const auto inputs = static_cast<std::size_t>(later_.front().inputs);
  AlignedVector<float>& columns = columns_.front();
  for (std::size_t i = 0; i < columns.size(); ++i) columns[i] /= short_.scale[i / kLanes % inputs];
}

void CompiledNet::fill_outputs(const DenseLayer& layer) {
  const auto inputs = static_cast<std::size_t>(layer.inputs);
  const auto width = static_cast<std::size_t>(later_.empty() ? width_ : padded(layer.inputs));
  const float* last = layer.weight.data() + kLogits * inputs;
  output_.assign(kLogits * width, 0.0f);
  for (std::size_t o = 0; o < kLogits; ++o) {
    for (std::size_t i = 0; i < inputs; ++i) {
      output_[o * width + i] = layer.weight[o * inputs + i] - last[i];
    }
    output_bias_.push_back(layer.bias[o] - layer.bias[kLogits]);
  }
}

void CompiledNet::sum_rows(std::span<const std::uint32_t> offsets, EvaluationBuffer& buffer) const {
  const auto width = static_cast<std::size_t>(width_);
  if (precision_ == Precision::kInt16) {
    buffer.short_base_.resize(width);
    kernel_.sum_short_rows(short_.rows.data(), short_.bias.data(), offsets.data(), offsets.size(),
                           width_, buffer.short_base_.data());
    return;
  }
  buffer.base_.resize(width);
  kernel_.sum_rows(rows_.data(), bias_.data(), offsets.data(), offsets.size(), width_,
                   buffer.base_.data());
}

KernelNet CompiledNet::kernel_net(EvaluationBuffer& buffer) const {
  int scratch_width = width_;
  for (const KernelLayer& layer : later_) scratch_width = std::max(scratch_width, layer.width);
  if (!later_.empty()) {
    buffer.scratch_.resize(2 * kKernelBlock * static_cast<std::size_t>(scratch_width));
  }
  return {.rows = rows_.data(),
          .width = width_,
          .hidden = later_.data(),
          .hidden_count = static_cast<int>(later_.size()),
          .output = output_.data(),
          .output_bias = output_bias_.data(),
          .scratch_width = scratch_width,
          .scratch = buffer.scratch_.data()};
}

void CompiledNet::run_kernel(FirstLayer base, std::size_t count, EvaluationBuffer& buffer) const {
  const KernelNet floats = kernel_net(buffer);
  if (precision_ == Precision::kInt16) {
    const KernelShortNet net = {.rows = short_.rows.data(),
                                .width = width_,
                                .later = later_.empty() ? nullptr : &floats,
                                .output = short_.output.data(),
                                .output_scale = short_.output_scale.data(),
                                .output_bias = output_bias_.data()};
    kernel_.short_logits(net, base.shorts, buffer.changes_.get(), count, buffer.logits_.data());
    return;
  }
  kernel_.logits(floats, base.floats, buffer.changes_.get(), count, buffer.logits_.data());
}

Distribution CompiledNet::evaluate(const Position& position, EvaluationBuffer& buffer) const {
  Distribution value;
  evaluate({&position, 1}, buffer, &value);
  return value;
}

// A position by itself is the bias changed by all its rows, which the kernel adds in their order.
void CompiledNet::evaluate(std::span<const Position> positions, EvaluationBuffer& buffer,
                           Distribution* values) const {
  buffer.values_.resize(std::max(buffer.values_.size(), kListed));
  while (!positions.empty()) {
    const auto part = positions.first(std::min(positions.size(), NeighbourOrder::kMost));
    const auto order = buffer.order_.of(part);
    for (std::size_t first = 0; first < part.size(); first += kListed) {
      const auto places = order.subspan(first, std::min(kListed, part.size() - first));
      std::uint32_t* rows = buffer.added_.get();
      for (std::size_t i = 0; i < places.size(); ++i) {
        const Position& position = part[places[i]];
        const std::uint32_t* const begin = rows;
        rows = kernel_.list_rows(sight_rules_, position, width_, rows);
        buffer.changes_[i] = {.added = begin,
                              .removed = nullptr,
                              .added_count = static_cast<std::uint32_t>(rows - begin),
                              .removed_count = 0};
      }
      run_kernel(nothing(), places.size(), buffer);
      kernel_.distributions(buffer.logits_.data(), places.size(), buffer.values_.data());
      for (std::size_t i = 0; i < places.size(); ++i) values[places[i]] = buffer.values_[i];
    }
    positions = positions.subspan(part.size());
    values += part.size();
  }
}

Distribution CompiledNet::evaluate(std::span<const RowNumber> rows,
                                   EvaluationBuffer& buffer) const {
  std::uint32_t* const offsets = buffer.added_.get();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    offsets[i] = static_cast<std::uint32_t>(rows[i] * width_);
  }
  buffer.changes_[0] = {.added = offsets,
                        .removed = nullptr,
                        .added_count = static_cast<std::uint32_t>(rows.size()),
                        .removed_count = 0};
  run_kernel(nothing(), 1, buffer);
  return distribution(0, buffer);
}

// Of all positions of `list`, of which there is one.
void CompiledNet::find_logits(const Position& before, const AfterstateList& list,
                              EvaluationBuffer& buffer) const {
  const auto positions = list.positions();
  // The board before the decision, seen by whoever acts next, with the fields that all afterstates
  // share (the phase is one of them): what then differs are the few places that the moves touched.
  Position base = list.mover_acts_next() ? before : before.flipped();
  base.owed = positions.front().owed;
  base.forfeited = positions.front().forfeited;
  base.own_rolls = positions.front().own_rolls;
  base.opp_rolls = positions.front().opp_rolls;
  std::uint32_t rows[kMostRows];
  const std::uint32_t* const end = kernel_.list_changes(
      sight_rules_, {.base = base, .next = positions, .own_moved = list.mover_acts_next()}, width_,
      {.base = rows,
       .added = buffer.added_.get(),
       .removed = buffer.removed_.get(),
       .changes = buffer.changes_.get()});
  sum_rows({rows, end}, buffer);
  run_kernel({buffer.base_.data(), buffer.short_base_.data()}, positions.size(), buffer);
}

std::span<const float> CompiledNet::equities(const Position& before, const AfterstateList& list,
                                             EvaluationBuffer& buffer) const {
  const std::size_t count = list.positions().size();
  if (count == 0) return {};
  find_logits(before, list, buffer);
  kernel_.equities(buffer.logits_.data(), count, !list.mover_acts_next(), buffer.equities_.data());
  return {buffer.equities_.data(), count};
}

std::span<const Distribution> CompiledNet::distributions(const Position& before,
                                                         const AfterstateList& list,
                                                         EvaluationBuffer& buffer) const {
  const std::size_t count = list.positions().size();
  if (count == 0) return {};
  find_logits(before, list, buffer);
  buffer.values_.resize(std::max(buffer.values_.size(), count));
  kernel_.distributions(buffer.logits_.data(), count, buffer.values_.data());
  return {buffer.values_.data(), count};
}

Distribution CompiledNet::distribution(std::size_t i, const EvaluationBuffer& buffer) const {
  return kernel_.distribution(buffer.logits_.data(), i);
}

}  // namespace gioul
