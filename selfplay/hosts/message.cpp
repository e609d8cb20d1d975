#include "selfplay/hosts/message.h"

#include <algorithm>
#include <cassert>
#include <stdexcept>

namespace gioul {

namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 40;

}  // namespace

void send_letter(ProcessGroup& group, int rank, const Letter& letter) {
  Message message = letter.message;
  message.bytes = letter.content.size();
  group.send(rank, {reinterpret_cast<const char*>(&message), sizeof(message)});
  if (!letter.content.empty()) group.send(rank, letter.content);
}

Letter receive_letter(ProcessGroup& group, int rank) {
  Letter letter;
  group.receive(rank, {reinterpret_cast<char*>(&letter.message), sizeof(letter.message)});
  if (letter.message.bytes > kMostBytes) {
    throw std::runtime_error("something else than a message came in");
  }
  letter.content.resize(letter.message.bytes);
  if (!letter.content.empty()) group.receive(rank, letter.content);
  return letter;
}

std::vector<float> weights_of(const Net& net) {
  std::vector<float> weights;
  for (const DenseLayer& layer : net.layers) {
    weights.insert(weights.end(), layer.weight.begin(), layer.weight.end());
    weights.insert(weights.end(), layer.bias.begin(), layer.bias.end());
  }
  return weights;
}

void set_weights(const std::vector<float>& weights, Net& net) {
  auto at = weights.begin();
  const auto take = [&](std::vector<float>& values) {
    assert(weights.end() - at >= static_cast<std::ptrdiff_t>(values.size()));
    std::copy_n(at, values.size(), values.begin());
    at += static_cast<std::ptrdiff_t>(values.size());
  };
  for (DenseLayer& layer : net.layers) {
    take(layer.weight);
    take(layer.bias);
  }
}

}  // namespace gioul
