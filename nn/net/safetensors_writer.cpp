// Writes net files; safetensors.cpp reads them.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>
#include <span>
#include <stdexcept>
#include <string_view>

#include "base/files.h"
#include "nn/net/net_file.h"
#include "nn/net/safetensors_format.h"

namespace gioul {
namespace {

using nlohmann::json;

std::string format_ranges(const std::vector<float>& ranges) {
  std::string text;
  for (const float range : ranges) {
    std::array<char, 32> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), range).ptr;
    text += (text.empty() ? "" : " ") + std::string(digits.data(), end);
  }
  return text;
}

std::string join_words(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

Metadata make_metadata(const Net& net) {
  Metadata metadata = {{"game", net.game},
                       {"encoder_version", std::to_string(net.encoder_version)},
                       {"checkers", std::to_string(net.checkers_per_side)},
                       {"layers", format_widths(net.layers)},
                       {"games", std::to_string(net.provenance.game_count)},
                       {"seed", std::to_string(net.provenance.seed)},
                       {"version", net.provenance.program_version},
                       {"checksum", format_checksum(net)}};
  if (!net.activation_ranges.empty())
    metadata[kActivationRangesKey] = format_ranges(net.activation_ranges);
  if (!net.pruning_weights.empty()) {
    std::string text = metadata["checksum"];
    for (const auto* part :
         {&net.pruning_weights.pre_roll_weights, &net.pruning_weights.pending_move_weights}) {
      for (const std::int16_t number : *part) text += " " + std::to_string(number);
    }
    metadata[kPruningWeightsKey] = text;
  }
  if (!net.input_block_names.empty()) metadata["inputs"] = join_words(net.input_block_names);
  if (!net.provenance.pruning_note.empty()) metadata["pruned"] = net.provenance.pruning_note;
  metadata["metadata_checksum"] = metadata_checksum(metadata);
  return metadata;
}

std::string with_header(const json& fields, std::string_view data) {
  std::string header = fields.dump();
  header.resize((header.size() + 7) / 8 * 8, ' ');
  const std::uint64_t length = header.size();
  std::string bytes(reinterpret_cast<const char*>(&length), sizeof(length));
  return (bytes += header) += data;
}

// Collects the tensors of a file in sequence.
class Tensors {
 public:
  template <typename T>
  void add(const std::string& name, const char* type, const std::vector<int>& shape,
           const std::vector<T>& values) {
    const std::size_t begin = data_.size();
    data_.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
    header_[name] = {{"dtype", type}, {"shape", shape}, {"data_offsets", {begin, data_.size()}}};
  }

  std::string encode_file(const Net& net) {
    header_[kMetadataKey] = make_metadata(net);
    return with_header(header_, data_);
  }

 private:
  json header_;
  std::string data_;
};

// Weights as integer multiples of a step per unit. Low bytes (-128 to 127) and high bytes are
// separate: in the first layer nearly all high bytes are 0, which compresses to almost nothing.
struct Steps {
  std::vector<std::int8_t> low;
  std::vector<std::int8_t> high;
  std::vector<float> step;
};

// Root mean square of the non-zero weights.
double root_mean_square(std::span<const float> weights) {
  double squares = 0.0;
  std::size_t count = 0;
  for (const double weight : weights) {
    squares += weight * weight;
    count += weight != 0.0;
  }
  return std::sqrt(squares / static_cast<double>(std::max(count, std::size_t{1})));
}

// The weights of one unit, mutable or const like the layer.
auto unit_weights(auto& layer, std::size_t unit) {
  const auto inputs = static_cast<std::size_t>(layer.input_count);
  return std::span(layer.weight).subspan(unit * inputs, inputs);
}

// Returns a step per first-layer unit, finer the larger its weights in the next layer are, so that
// rounding errors of all units have the same effect.
std::vector<double> weighted_steps(const DenseLayer& layer, const DenseLayer& next,
                                   double average_step) {
  std::vector<double> counts(static_cast<std::size_t>(layer.output_count));
  for (std::size_t i = 0; i < next.weight.size(); ++i) {
    counts[i % counts.size()] += double{next.weight[i]} * double{next.weight[i]};
  }
  double logs = 0.0;  // sum of the logarithms of the units' effects
  std::size_t units = 0;
  for (std::size_t unit = 0; unit < counts.size(); ++unit) {
    counts[unit] = std::sqrt(counts[unit]);
    const double size = root_mean_square(unit_weights(layer, unit)) * counts[unit];
    if (size == 0.0) continue;
    logs += std::log(size);
    ++units;
  }
  const double step =
      average_step * std::exp(logs / static_cast<double>(std::max(units, std::size_t{1})));
  for (double& count : counts) count = step / std::max(count, 1e-20);
  return counts;
}

// Rounds a layer to the wanted steps, or to coarser ones where a weight needs more than `limit`
// steps.
Steps round_to_steps(DenseLayer& layer, const std::vector<double>& wanted, double limit) {
  Steps steps;
  for (std::size_t unit = 0; unit < wanted.size(); ++unit) {
    const std::span<float> weights = unit_weights(layer, unit);
    double largest = 0.0;
    for (const double weight : weights) largest = std::max(largest, std::abs(weight));
    const auto step = static_cast<float>(std::max({wanted[unit], largest / limit, 1e-20}));
    steps.step.push_back(step);
    const double max_steps = std::min(limit, std::floor(double{kMaxWeight} / double{step}));
    for (float& weight : weights) {
      const auto whole =
          static_cast<int>(std::clamp(std::round(weight / double{step}), -max_steps, max_steps));
      const auto low = static_cast<std::int8_t>(whole & 255);
      steps.low.push_back(low);
      steps.high.push_back(static_cast<std::int8_t>((whole - low) / 256));
      weight = static_cast<float>(whole) * step;  // never -0
    }
  }
  return steps;
}

void check_usable(const Net& net, const std::filesystem::path& file) {
  const std::string problem = validation_error(net);
  if (!problem.empty()) throw std::runtime_error(file.string() + ": not written: " + problem);
}

}  // namespace

std::string encode_net(const Net& net) {
  Tensors tensors;
  for (std::size_t i = 0; i < net.layers.size(); ++i) {
    const DenseLayer& layer = net.layers[i];
    tensors.add(tensor_name(i, "weight"), "F32", {layer.output_count, layer.input_count},
                layer.weight);
    tensors.add(tensor_name(i, "bias"), "F32", {layer.output_count}, layer.bias);
  }
  return tensors.encode_file(net);
}

void store_pruning_weights(const Net& net, const std::filesystem::path& file) {
  const InputFile opened(file);
  const std::string bytes = opened.read_start(opened.size());
  const std::string found = format_checksum(decode_net(bytes, opened.name()));
  if (const std::string ours = format_checksum(net); found != ours) {
    throw std::runtime_error(opened.name() + ": was replaced by another net; expected checksum " +
                             ours + ", got " + found);
  }
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data(), sizeof(length));
  json header = json::parse(bytes.substr(sizeof(length), length));
  header[kMetadataKey] = make_metadata(net);
  write_file_atomically(
      file, with_header(header, std::string_view(bytes).substr(sizeof(length) + length)));
}

void save_net(const Net& net, const std::filesystem::path& file) {
  check_usable(net, file);
  write_file_atomically(file, encode_net(net));
}

void save_rounded_net(Net net, double step, const std::filesystem::path& file) {
  constexpr double kMaxFirstLayerSteps = 32'000.0;
  constexpr double kMaxLaterSteps = 2047.0;  // a tenth of the first layer's error
  check_usable(net, file);
  net.pruning_weights = {};  // they would not fit the rounded layers
  Tensors tensors;
  for (std::size_t i = 0; i < net.layers.size(); ++i) {
    DenseLayer& layer = net.layers[i];
    const Steps steps =
        i == 0
            ? round_to_steps(layer, weighted_steps(layer, net.layers[1], step), kMaxFirstLayerSteps)
            : round_to_steps(layer, std::vector(static_cast<std::size_t>(layer.output_count), 0.0),
                             kMaxLaterSteps);
    tensors.add(tensor_name(i, "weight"), "I8", {layer.output_count, layer.input_count}, steps.low);
    tensors.add(tensor_name(i, "high"), "I8", {layer.output_count, layer.input_count}, steps.high);
    tensors.add(tensor_name(i, "step"), "F32", {layer.output_count}, steps.step);
    tensors.add(tensor_name(i, "bias"), "F32", {layer.output_count}, layer.bias);
  }
  check_usable(net, file);
  write_file_atomically(file, tensors.encode_file(net));
}

}  // namespace gioul
