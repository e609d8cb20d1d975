// The native net file, written; safetensors.cpp reads it.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <stdexcept>

#include "base/files.h"
#include "nn/net/net_file.h"
#include "nn/net/safetensors_form.h"

namespace gioul {
namespace {

using nlohmann::json;

std::string format_tops(const std::vector<float>& tops) {
  std::string text;
  for (const float top : tops) {
    std::array<char, 32> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), top).ptr;
    text += (text.empty() ? "" : " ") + std::string(digits.data(), end);
  }
  return text;
}

std::string join_words(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

Metadata metadata_of(const Net& net) {
  Metadata metadata = {{"game", net.game},
                       {"encoder_version", std::to_string(net.encoder_version)},
                       {"checkers", std::to_string(net.checkers)},
                       {"layers", format_widths(net.layers)},
                       {"games", std::to_string(net.record.games)},
                       {"seed", std::to_string(net.record.seed)},
                       {"version", net.record.version},
                       {"checksum", checksum_text(net)}};
  if (!net.activation_tops.empty()) metadata[kTops] = format_tops(net.activation_tops);
  if (!net.blocks.empty()) metadata["inputs"] = join_words(net.blocks);
  if (!net.record.pruned.empty()) metadata["pruned"] = net.record.pruned;
  metadata["metadata_checksum"] = metadata_checksum(metadata);
  return metadata;
}

// The tensors of a file, one after the other.
class Tensors {
 public:
  template <typename T>
  void add(const std::string& name, const char* type, const std::vector<int>& shape,
           const std::vector<T>& values) {
    const std::size_t begin = data_.size();
    data_.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
    header_[name] = {{"dtype", type}, {"shape", shape}, {"data_offsets", {begin, data_.size()}}};
  }

  std::string file_of(const Net& net) {
    header_[kMetadata] = metadata_of(net);
    std::string header = header_.dump();
    header.resize((header.size() + 7) / 8 * 8, ' ');
    const std::uint64_t length = header.size();
    std::string bytes(reinterpret_cast<const char*>(&length), sizeof(length));
    return bytes + header + data_;
  }

 private:
  json header_;
  std::string data_;
};

// Weights as so many steps of their unit's own size.
struct Steps {
  std::vector<std::int8_t> weight;
  std::vector<float> step;
};

// Rounds a layer to steps of so many times the root mean square of a unit's weights, or coarser
// ones where the largest weight takes them.
Steps round_to_steps(DenseLayer& layer, double fineness) {
  constexpr double kMost = 127.0;
  const auto inputs = static_cast<std::size_t>(layer.inputs);
  Steps steps;
  for (std::size_t begin = 0; begin < layer.weight.size(); begin += inputs) {
    const auto weights = std::span(layer.weight).subspan(begin, inputs);
    double squares = 0.0;
    double largest = 0.0;
    std::size_t count = 0;
    for (const double weight : weights) {
      squares += weight * weight;
      largest = std::max(largest, std::abs(weight));
      count += weight != 0.0;
    }
    const double mean = std::sqrt(squares / static_cast<double>(std::max(count, std::size_t{1})));
    const auto step = static_cast<float>(std::max({fineness * mean, largest / kMost, 1e-20}));
    steps.step.push_back(step);
    for (float& weight : weights) {
      const double whole = std::clamp(std::round(weight / double{step}), -kMost, kMost);
      steps.weight.push_back(static_cast<std::int8_t>(whole));
      weight = static_cast<float>(steps.weight.back()) * step;  // never -0
    }
  }
  return steps;
}

void check_usable(const Net& net, const std::filesystem::path& file) {
  const std::string problem = find_problem(net);
  if (!problem.empty()) throw std::runtime_error(file.string() + ": not written: " + problem);
}

}  // namespace

std::string net_bytes(const Net& net) {
  Tensors tensors;
  for (std::size_t i = 0; i < net.layers.size(); ++i) {
    const DenseLayer& layer = net.layers[i];
    tensors.add(tensor_name(i, "weight"), "F32", {layer.outputs, layer.inputs}, layer.weight);
    tensors.add(tensor_name(i, "bias"), "F32", {layer.outputs}, layer.bias);
  }
  return tensors.file_of(net);
}

void save_net(const Net& net, const std::filesystem::path& file) {
  check_usable(net, file);
  write_file_atomically(file, net_bytes(net));
}

void save_small_net(Net net, double fineness, const std::filesystem::path& file) {
  check_usable(net, file);
  Tensors tensors;
  for (std::size_t i = 0; i < net.layers.size(); ++i) {
    DenseLayer& layer = net.layers[i];
    const Steps steps = round_to_steps(layer, i == 0 ? fineness : 0.0);
    tensors.add(tensor_name(i, "weight"), "I8", {layer.outputs, layer.inputs}, steps.weight);
    tensors.add(tensor_name(i, "step"), "F32", {layer.outputs}, steps.step);
    tensors.add(tensor_name(i, "bias"), "F32", {layer.outputs}, layer.bias);
  }
  check_usable(net, file);
  write_file_atomically(file, tensors.file_of(net));
}

}  // namespace gioul
