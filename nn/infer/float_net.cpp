#include "nn/infer/float_net.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstring>

#include "nn/infer/row_table.h"

namespace gioul {

namespace {

std::size_t round_up(int width) {
  return static_cast<std::size_t>((width + kLanes - 1) / kLanes * kLanes);
}

// Each group of so many inputs is summed in two chains; this defines the bits of all values.
constexpr std::size_t kChunk = 128;

// Positions per softmax batch.
constexpr std::size_t kTogether = 64;

// Adds kLanes units of the rows at `offsets`, in registers.
void add_rows(const float* rows, std::span<const std::uint32_t> offsets, float* sums) {
  using Four = float __attribute__((vector_size(16)));
  static_assert(kLanes == 16);
  Four parts[4];
  std::memcpy(parts, sums, sizeof(parts));
  Four a = parts[0], b = parts[1], c = parts[2], d = parts[3];
  for (const std::uint32_t offset : offsets) {
    std::memcpy(parts, rows + offset, sizeof(parts));
    a += parts[0];
    b += parts[1];
    c += parts[2];
    d += parts[3];
  }
  const Four total[4] = {a, b, c, d};
  std::memcpy(sums, total, sizeof(total));
}

void set_positive(AlignedVector<float>& units) {
  for (float& unit : units) unit = unit > 0.0f ? unit : 0.0f;
}

// Sums sixteen lanes in the order of the kernels: (0 + 2) + (1 + 3) within each group of four, then
// the four sums in the same order.
float lane_sum(const float (&lanes)[kLanes]) {
  float four[4];
  for (int i = 0; i < 4; ++i) {
    const float* v = lanes + 4 * i;
    four[i] = (v[0] + v[2]) + (v[1] + v[3]);
  }
  return (four[0] + four[2]) + (four[1] + four[3]);
}

}  // namespace

FloatNet::FloatNet(const Net& net, const Encoder& encoder, const ParallelFor& parallel_for_fn)
    : kernel_(best_kernel()), feature_rules_(encoder.feature_rules()) {
  const DenseLayer& first = net.layers.front();
  assert(first.input_count == encoder.input_count());
  const std::size_t width = round_up(first.output_count);
  feature_rows_ = make_feature_rows(first, encoder, static_cast<int>(width), parallel_for_fn);
  first_layer_bias_.assign(first.bias.begin(), first.bias.end());
  first_layer_bias_.resize(width, 0.0f);
  for (std::size_t l = 1; l + 1 < net.layers.size(); ++l) {
    const DenseLayer& layer = net.layers[l];
    const auto inputs = static_cast<std::size_t>(layer.input_count);
    const auto units = static_cast<std::size_t>(layer.output_count);
    Layer& later = later_hidden_layers_.emplace_back();
    later.input_count = inputs;
    later.bias.assign(layer.bias.begin(), layer.bias.end());
    later.bias.resize(round_up(layer.output_count), 0.0f);
    later.weight_columns.resize(inputs * later.bias.size(), 0.0f);
    for (std::size_t unit = 0; unit < units; ++unit) {
      for (std::size_t i = 0; i < inputs; ++i) {
        later.weight_columns[i * later.bias.size() + unit] = layer.weight[unit * inputs + i];
      }
    }
  }
  const DenseLayer& last = net.layers.back();
  const auto inputs = static_cast<std::size_t>(last.input_count);
  const std::size_t last_width = round_up(last.input_count);
  const float* relative_to = last.weight.data() + kLogitCount * inputs;
  output_weights_.assign(kLogitCount * last_width, 0.0f);
  for (std::size_t o = 0; o < kLogitCount; ++o) {
    for (std::size_t i = 0; i < inputs; ++i) {
      output_weights_[o * last_width + i] = last.weight[o * inputs + i] - relative_to[i];
    }
    output_bias_.push_back(last.bias[o] - last.bias[kLogitCount]);
  }
}

void FloatNet::compute_logits(const Position& position, FloatNetScratch& buffer, float* logits,
                              const HiddenLayerVisitor* visit) const {
  AlignedVector<float>& inputs = buffer.layer_inputs_;
  AlignedVector<float>& sums = buffer.sums_;
  sums.assign(first_layer_bias_.begin(), first_layer_bias_.end());
  const std::uint32_t* const end = kernel_.collect_active_rows(
      feature_rules_, position, static_cast<int>(first_layer_bias_.size()),
      buffer.row_offsets_.data());
  for (std::size_t unit = 0; unit < first_layer_bias_.size(); unit += kLanes) {
    add_rows(feature_rows_.data() + unit, {buffer.row_offsets_.data(), end}, sums.data() + unit);
  }
  set_positive(sums);
  if (visit != nullptr) (*visit)(0, sums);
  for (std::size_t l = 0; l < later_hidden_layers_.size(); ++l) {
    const Layer& layer = later_hidden_layers_[l];
    const std::size_t width = layer.bias.size();
    inputs.swap(sums);
    sums.assign(layer.bias.begin(), layer.bias.end());
    for (std::size_t first = 0; first < layer.input_count; first += kChunk) {
      buffer.even_term_sums_.assign(width, 0.0f);
      buffer.odd_term_sums_.assign(width, 0.0f);
      bool is_odd = false;
      for (std::size_t i = first; i < std::min(first + kChunk, layer.input_count); ++i) {
        const float x = inputs[i];
        if (!(x > 0.0f)) continue;
        float* const chain = (is_odd ? buffer.odd_term_sums_ : buffer.even_term_sums_).data();
        const float* const column = layer.weight_columns.data() + i * width;
        for (std::size_t unit = 0; unit < width; ++unit) chain[unit] += x * column[unit];
        is_odd = !is_odd;
      }
      for (std::size_t unit = 0; unit < width; ++unit) {
        sums[unit] += buffer.even_term_sums_[unit] + buffer.odd_term_sums_[unit];
      }
    }
    set_positive(sums);
    if (visit != nullptr) (*visit)(l + 1, sums);
  }
  const std::size_t width = sums.size();
  for (std::size_t o = 0; o < kLogitCount; ++o) {
    const float* const weights = output_weights_.data() + o * width;
    float lanes[kLanes] = {};
    for (std::size_t unit = 0; unit < width; unit += kLanes) {
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        lanes[lane] += sums[unit + lane] * weights[unit + lane];
      }
    }
    logits[o] = lane_sum(lanes) + output_bias_[o];
  }
}

Distribution FloatNet::evaluate(const Position& position, FloatNetScratch& buffer) const {
  Distribution value;
  evaluate({&position, 1}, buffer, &value);
  return value;
}

void FloatNet::evaluate(std::span<const Position> positions, FloatNetScratch& buffer,
                        Distribution* values) const {
  buffer.logits_.resize(kLogitCount * kTogether);
  buffer.distributions_.resize(kTogether);
  while (!positions.empty()) {
    const auto part = positions.first(std::min(positions.size(), LocalityOrder::kMaxPositions));
    const auto order = buffer.locality_order_.sorted_indices(part);
    for (std::size_t first = 0; first < part.size(); first += kTogether) {
      const auto indices = order.subspan(first, std::min(kTogether, part.size() - first));
      for (std::size_t i = 0; i < indices.size(); ++i) {
        compute_logits(part[indices[i]], buffer, buffer.logits_.data() + logits_offset(i), nullptr);
      }
      kernel_.distributions(buffer.logits_.data(), indices.size(), buffer.distributions_.data());
      for (std::size_t i = 0; i < indices.size(); ++i)
        values[indices[i]] = buffer.distributions_[i];
    }
    positions = positions.subspan(part.size());
    values += part.size();
  }
}

void FloatNet::visit_hidden_layers(const Position& position, FloatNetScratch& buffer,
                                   const HiddenLayerVisitor& visit) const {
  float logits[kLogitCount];
  compute_logits(position, buffer, logits, &visit);
}

}  // namespace gioul
