#include "nn/infer/quantize.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>
#include <span>

#include "nn/infer/activation_stats.h"
#include "nn/infer/row_table.h"
#include "nn/kernel/kernel.h"
#include "nn/kernel/row_layout.h"

namespace gioul {

namespace {

constexpr float kShortMax = std::numeric_limits<std::int16_t>::max();
constexpr float kIntMax = 2147483648.0f;

// Headroom above the sampled activation ranges, since other positions may exceed them.
constexpr double kWideRangeRoom = 2.5;
constexpr double kNarrowRangeRoom = 1.5;

// A block of neighboring units in all rows.
struct Columns {
  const float* first;
  std::size_t width;
  std::size_t units;

  const float* row(int number) const { return first + static_cast<std::size_t>(number) * width; }
};

// Bounds of each unit over all positions.
struct Range {
  std::vector<float> low;
  std::vector<float> high;

  explicit Range(std::size_t units) : low(units), high(units) {}
  explicit Range(std::span<const float> value)
      : low(value.begin(), value.end()), high(value.begin(), value.end()) {}

  // Extends the bounds to sums with any one of `count` rows.
  void add_one_of(const Columns& rows, int first, int count) {
    const std::size_t units = low.size();
    std::vector<float> lowest(units, 0.0f);
    std::vector<float> highest(units, 0.0f);
    for (int number = first; number < first + count; ++number) {  // in memory order
      const float* row = rows.row(number);
      for (std::size_t unit = 0; unit < units; ++unit) {
        lowest[unit] = std::min(lowest[unit], row[unit]);
        highest[unit] = std::max(highest[unit], row[unit]);
      }
    }
    for (std::size_t unit = 0; unit < units; ++unit) {
      low[unit] += lowest[unit];
      high[unit] += highest[unit];
    }
  }
};

// Bounds, per place, of what features that require a side's checkers there add to each unit.
std::vector<Range> extremes_on_points(const Columns& rows, int phase,
                                      FeatureConstraint constraint) {
  std::vector<Range> extremes(kPlaceCount, Range(rows.units));
  for_each_feature_kind([&](FeatureKind kind) {
    const FeatureKindTraits& traits = feature_kind_traits(kind);
    if (traits.constraint != constraint) return;
    for (int index = 0; index < traits.feature_count; ++index) {
      const Feature feature{kind, index};
      if (!can_be_set_in_phase(feature, phase)) continue;
      extremes[static_cast<std::size_t>(index % kPlaceCount)].add_one_of(
          rows, feature_row_index(phase, feature, 0), traits.values_per_feature);
    }
  });
  return extremes;
}

// Extends `range` by the rows of one side's checkers in a phase: 0 to 15 checkers on any places. A
// knapsack over the places gives the bounds for each number of checkers, for all units at once.
void add_side(const Columns& rows, int phase, FeatureKind kind, Range& range) {
  const std::size_t units = rows.units;
  const std::vector<Range> on_points =
      extremes_on_points(rows, phase,
                         kind == FeatureKind::kOwnPlaces ? FeatureConstraint::kWhereOwnCheckers
                                                         : FeatureConstraint::kWhereOppCheckers);
  constexpr float kNone = 1e30f;
  std::vector<float> low(kCheckerValueCount * units, kNone);
  std::vector<float> high(kCheckerValueCount * units, -kNone);
  std::fill_n(low.begin(), units, 0.0f);
  std::fill_n(high.begin(), units, 0.0f);
  for (int place = 0; place < kPlaceCount; ++place) {
    const Range& on_point = on_points[static_cast<std::size_t>(place)];
    for (std::size_t total = kCheckerValueCount;
         total-- > 1;) {  // downwards, so that each place is used once
      float* to_low = low.data() + total * units;
      float* to_high = high.data() + total * units;
      for (std::size_t count = 1; count <= total; ++count) {
        const float* value =
            rows.row(feature_row_index(phase, {kind, place}, static_cast<int>(count)));
        const float* from_low = low.data() + (total - count) * units;
        const float* from_high = high.data() + (total - count) * units;
        for (std::size_t unit = 0; unit < units; ++unit) {
          to_low[unit] = std::min(to_low[unit], from_low[unit] + value[unit] + on_point.low[unit]);
          to_high[unit] =
              std::max(to_high[unit], from_high[unit] + value[unit] + on_point.high[unit]);
        }
      }
    }
  }
  for (std::size_t unit = 0; unit < units; ++unit) {
    float lowest = 0.0f;
    float highest = 0.0f;
    for (std::size_t total = 1; total < kCheckerValueCount; ++total) {
      lowest = std::min(lowest, low[total * units + unit]);
      highest = std::max(highest, high[total * units + unit]);
    }
    range.low[unit] += lowest;
    range.high[unit] += highest;
  }
}

// Extends `range` by the rows of one kind of features in a phase.
void add_kind(const Columns& rows, int phase, FeatureKind kind, Range& range) {
  const FeatureKindTraits& traits = feature_kind_traits(kind);
  if (traits.constraint == FeatureConstraint::kCheckerCounts)
    return add_side(rows, phase, kind, range);
  if (traits.constraint != FeatureConstraint::kUnconstrained) return;  // included with the checkers
  for (int index = 0; index < traits.feature_count; ++index) {
    const Feature feature{kind, index};
    if (can_be_set_in_phase(feature, phase))
      range.add_one_of(rows, feature_row_index(phase, feature, 0), traits.values_per_feature);
  }
}

// Returns the scale of each hidden unit: steps of its 16-bit integer per 1.0.
std::vector<float> unit_scales(const AlignedVector<float>& rows, const AlignedVector<float>& bias,
                               const Encoder& encoder, const ParallelFor& parallel_for_fn) {
  constexpr std::size_t kPart = 128;  // neighboring units
  const std::size_t width = bias.size();
  const std::size_t parts = (width + kPart - 1) / kPart;
  const auto phases = static_cast<std::size_t>(encoder.phase_count());
  std::vector<float> bounds_in(phases * width);  // [phases][width]
  parallel_for_fn(static_cast<int>(phases * parts), [&](int i) {
    const std::size_t begin = static_cast<std::size_t>(i) % parts * kPart;
    const Columns columns = {rows.data() + begin, width, std::min(kPart, width - begin)};
    const std::size_t phase = static_cast<std::size_t>(i) / parts;
    Range range(std::span<const float>(bias).subspan(begin, columns.units));
    for_each_feature_kind(
        [&](FeatureKind kind) { add_kind(columns, static_cast<int>(phase), kind, range); });
    float* bound = bounds_in.data() + phase * width + begin;
    for (std::size_t unit = 0; unit < columns.units; ++unit) {
      *bound++ = std::max(range.high[unit], -range.low[unit]);
    }
  });
  // Each row is rounded by up to half a step.
  const float rounding = 0.5f * static_cast<float>(encoder.table().max_active_features);
  std::vector<float> scales;
  for (std::size_t unit = 0; unit < width; ++unit) {
    // Units that are always zero need a scale too; such a small bound never affects the output.
    float bound = 1e-3f;
    for (std::size_t phase = 0; phase < phases; ++phase) {
      bound = std::max(bound, bounds_in[phase * width + unit]);
    }
    scales.push_back((kShortMax - rounding) / bound);
  }
  return scales;
}

// Rounds like std::lrint(), without a function call per weight: floats above 2^23 are integers. A
// single row may exceed 16 bits and wraps; only the sums of rows fit.
std::int16_t rounded(float value) {
  constexpr float kIntegers = 1.5f * (1 << 23);
  return static_cast<std::int16_t>(static_cast<std::int32_t>(value + kIntegers - kIntegers));
}

void round_row(const float* row, const std::vector<float>& scales, std::int16_t* out) {
  for (const float scale : scales) *out++ = rounded(*row++ * scale);
}

int round_up(int width, int to) { return (width + to - 1) / to * to; }

// Quantizes the first layer, each unit with its own scale. Frees the float rows on return.
void round_first_layer(const DenseLayer& layer, const Encoder& encoder,
                       const ParallelFor& parallel_for_fn, QuantizedWeights& net,
                       std::vector<float>& scales) {
  const auto units = static_cast<std::size_t>(net.first_layer_width);
  const AlignedVector<float> rows =
      make_feature_rows(layer, encoder, net.first_layer_width, parallel_for_fn);
  AlignedVector<float> bias(layer.bias.begin(), layer.bias.end());
  bias.resize(units, 0.0f);
  scales = unit_scales(rows, bias, encoder, parallel_for_fn);
  for (std::size_t unit = 0; unit < units; ++unit) {
    net.first_layer_bias.push_back(rounded(bias[unit] * scales[unit]));
  }
  net.first_layer_rows.reserve(static_cast<std::size_t>(row_count(encoder.phase_count())) * units);
  net.first_layer_rows.resize(rows.size());
  constexpr std::size_t kPart = 128;  // rows
  parallel_for_fn(static_cast<int>((rows.size() / units + kPart - 1) / kPart), [&](int part) {
    const std::size_t begin = static_cast<std::size_t>(part) * kPart * units;
    const std::size_t end = std::min(begin + kPart * units, rows.size());
    for (std::size_t row = begin; row < end; row += units) {
      round_row(rows.data() + row, scales, net.first_layer_rows.data() + row);
    }
  });
  // Differences of the rounded rows, so that deltas lead exactly to those rows.
  append_delta_rows(net.first_layer_rows, encoder.phase_count(), net.first_layer_width,
                    parallel_for_fn);
}

// Returns the steps per 1.0 of a hidden layer's activations: fine enough that units of small range
// rarely need high bytes, if wide-range units still fit.
double steps_of(std::span<const float> ranges) {
  return std::min((kHighByteScale - 1) / (kNarrowRangeRoom * static_cast<double>(ranges[1])),
                  kMaxActivation / (kWideRangeRoom * static_cast<double>(ranges[0])));
}

// Sets the factors from first-layer units with `scales` steps per 1.0 to activations with `wanted`
// steps. Returns the resulting steps per unit; they differ by rounding, and where a unit with a
// much larger bound than its range has no finer steps.
std::vector<double> scale_to_activations(const std::vector<float>& scales, double wanted,
                                         QuantizedWeights& net) {
  constexpr double kOne = 2.0 * 65536.0;  // KernelNetView::first_layer_scales that keeps the step
  std::vector<double> steps;
  for (const float scale : scales) {
    const double possible = std::clamp(std::round(kOne * wanted / scale), 1.0, 65535.0);
    net.first_layer_scales.push_back(static_cast<std::uint16_t>(possible));
    steps.push_back(scale * possible / kOne);
  }
  return steps;
}

// Returns the index of the weight from `input` to `unit`.
std::size_t weight_index(const QuantizedLayer& layer, int dword_inputs, std::size_t unit,
                         std::size_t input) {
  const auto in_dword = static_cast<std::size_t>(dword_inputs);
  const std::size_t dwords = static_cast<std::size_t>(layer.input_count) / in_dword;
  return ((unit / kLanes * dwords + input / in_dword) * kLanes + unit % kLanes) * in_dword +
         input % in_dword;
}

// Quantizes a later layer whose inputs have `in_steps` steps per 1.0, and its units `out_steps`.
QuantizedLayer round_layer(const DenseLayer& layer, const std::vector<double>& in_steps,
                           double out_steps, int dword_inputs) {
  const auto inputs = static_cast<std::size_t>(layer.input_count);
  const auto units = static_cast<std::size_t>(layer.output_count);
  const std::size_t weight_bytes = dword_inputs == 4 ? 1 : 2;
  const bool in_parts = weight_bytes == 1;  // 16 bits hold weights of 14 bits in one part
  QuantizedLayer result;
  result.input_count = round_up(layer.input_count, kUnitPadding);
  result.output_count = round_up(layer.output_count, kLanes);
  const std::size_t bytes_each = static_cast<std::size_t>(result.input_count) * weight_bytes;
  result.weights.resize(bytes_each * static_cast<std::size_t>(result.output_count));
  if (in_parts) result.low_weight_bytes.resize(bytes_each * kHighPrecisionUnits);
  result.bias.resize(static_cast<std::size_t>(result.output_count));
  result.sum_to_activation_factors.resize(static_cast<std::size_t>(result.output_count));
  // The bias and all products together stay below 2^31, including a rounding error of 1/2 per
  // weight.
  constexpr double kMaxBias = 1 << 30;
  constexpr double kMaxWeights = kMaxBias / kMaxActivation - 0.5 * kMaxWidth;
  constexpr double kCoarse = 127.0;
  constexpr double kFine = 127.0 * kHighWeightScale - kHighWeightScale / 2;
  static_assert(kMaxWeights > kMaxWidth && kMaxWidth == kMaxLayerUnits);
  for (std::size_t unit = 0; unit < units; ++unit) {
    const bool is_high_precision = unit < static_cast<std::size_t>(kHighPrecisionUnits);
    const float* weights = layer.weight.data() + unit * inputs;
    const double bias = layer.bias[unit];
    double largest = 0.0;
    double all = 0.0;
    for (std::size_t i = 0; i < inputs; ++i) {
      const double weight = std::abs(static_cast<double>(weights[i]) / in_steps[i]);
      largest = std::max(largest, weight);
      all += weight;
    }
    const double step = std::max({largest / (is_high_precision ? kFine : kCoarse),
                                  all / kMaxWeights, std::abs(bias) / kMaxBias, 1e-30});
    for (std::size_t i = 0; i < inputs; ++i) {
      const auto weight = static_cast<std::int16_t>(std::round(weights[i] / in_steps[i] / step));
      const std::size_t place = weight_index(result, dword_inputs, unit, i) * weight_bytes;
      auto high = weight;
      if (in_parts &&
          is_high_precision) {  // the nearest multiple of kHighWeightScale, and the rest
        high = static_cast<std::int16_t>(
            (weight + 128 * kHighWeightScale + kHighWeightScale / 2) / kHighWeightScale - 128);
        result.low_weight_bytes[place] =
            static_cast<std::uint8_t>(weight - high * kHighWeightScale);
      }
      std::memcpy(result.weights.data() + place, &high, weight_bytes);  // the low byte comes first
    }
    result.bias[unit] = static_cast<std::int32_t>(std::round(bias / step));
    result.sum_to_activation_factors[unit] = static_cast<float>(std::min(step * out_steps, 1e30));
  }
  return result;
}

// Makes the output layer relative to the last outcome.
void relate_outputs(const DenseLayer& layer, QuantizedWeights& net) {
  const auto inputs = static_cast<std::size_t>(layer.input_count);
  const float* last = layer.weight.data() + kLogitCount * inputs;
  for (std::size_t o = 0; o < kLogitCount; ++o) {
    for (std::size_t i = 0; i < inputs; ++i) {
      net.float_output_weights.push_back(layer.weight[o * inputs + i] - last[i]);
    }
    net.float_output_weights.resize((o + 1) * static_cast<std::size_t>(net.output_width));
    net.output_bias.push_back(layer.bias[o] - layer.bias[kLogitCount]);
  }
}

// Quantizes the output layer; its inputs have `scales` steps per 1.0.
void round_outputs(const std::vector<float>& scales, QuantizedWeights& net) {
  const auto width = static_cast<std::size_t>(net.output_width);
  assert(scales.size() == width);
  net.output_weights.resize(kLogitCount * width);
  for (std::size_t o = 0; o < kLogitCount; ++o) {
    net.output_scales.push_back(quantize_output_weights(net.float_output_weights.data() + o * width,
                                                        scales,
                                                        net.output_weights.data() + o * width));
  }
  net.float_output_weights.clear();
}

}  // namespace

float quantize_output_weights(const float* weights, const std::vector<float>& scales,
                              std::int16_t* out) {
  // Units are at most kShortMax; each lane of the sum must hold the sum of its units.
  std::array<float, kLanes> lane_weight{};
  float largest = 0.0f;
  for (std::size_t unit = 0; unit < scales.size(); ++unit) {
    const float weight = std::abs(weights[unit]) / scales[unit];
    lane_weight[unit % kInt16Lanes / 2] += weight;
    largest = std::max(largest, weight);
  }
  const float lane = *std::max_element(lane_weight.begin(), lane_weight.end());
  const auto in_lane = static_cast<float>(scales.size() / kLanes);  // each rounded by half a step
  const float lane_steps = kIntMax / kShortMax - in_lane;
  const float step = std::max({lane / lane_steps, largest / kShortMax, 1e-30f});
  for (std::size_t unit = 0; unit < scales.size(); ++unit) {
    out[unit] = rounded(weights[unit] / scales[unit] / step);
  }
  return step;
}

QuantizedWeights quantize_net(const Net& as_given, const Encoder& encoder,
                              const ActivationStats& stats, int dword_inputs,
                              const ParallelFor& parallel_for_fn) {
  const std::vector<float>& ranges =
      as_given.activation_ranges.empty() ? stats.activation_ranges : as_given.activation_ranges;
  const Net net = with_unit_order(as_given, stats.unit_order);
  const std::size_t hidden = net.layers.size() - 1;
  const DenseLayer& first = net.layers.front();
  QuantizedWeights result;
  result.first_layer_width = round_up(first.output_count, kInt16Lanes);
  std::vector<float> scales;
  round_first_layer(first, encoder, parallel_for_fn, result, scales);
  result.output_width = result.first_layer_width;
  if (hidden == 1) {
    relate_outputs(net.layers.back(), result);
    round_outputs(scales, result);
    return result;
  }
  std::vector<double> steps =
      scale_to_activations(scales, steps_of(std::span(ranges).first(2)), result);
  for (std::size_t l = 1; l < hidden; ++l) {
    const double out_steps = l + 1 < hidden ? steps_of(std::span(ranges).subspan(2 * l, 2)) : 1.0;
    result.later_hidden_layers.push_back(
        round_layer(net.layers[l], steps, out_steps, dword_inputs));
    steps.assign(static_cast<std::size_t>(net.layers[l].output_count), out_steps);
  }
  result.output_width = result.later_hidden_layers.back().output_count;
  relate_outputs(net.layers.back(), result);
  return result;
}

}  // namespace gioul
