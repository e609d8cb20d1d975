#include "nn/train/trainer_state.h"

#include <bit>
#include <cstring>

#include "base/checksum.h"
#include "base/error.h"

namespace gioul {
namespace {

static_assert(std::endian::native == std::endian::little && sizeof(float) == 4);

constexpr std::string_view kName = "gioul trainer state, version 1\n";

std::string make_header(const std::vector<DenseLayer>& shapes) {
  return std::string(kName) + format_widths(shapes) + "\n";
}

void append(const void* data, std::size_t size, std::string& bytes) {
  bytes.append(static_cast<const char*>(data), size);
}

void append(const std::vector<DenseLayer>& layers, std::string& bytes) {
  for (const DenseLayer& layer : layers) {
    append(layer.weight.data(), layer.weight.size() * sizeof(float), bytes);
    append(layer.bias.data(), layer.bias.size() * sizeof(float), bytes);
  }
}

// Copies `size` bytes from the front of `bytes` and removes them there.
void decode(void* data, std::size_t size, std::string_view& bytes) {
  std::memcpy(data, bytes.data(), size);
  bytes.remove_prefix(size);
}

void decode(std::vector<DenseLayer>& layers, std::string_view& bytes) {
  for (DenseLayer& layer : layers) {
    decode(layer.weight.data(), layer.weight.size() * sizeof(float), bytes);
    decode(layer.bias.data(), layer.bias.size() * sizeof(float), bytes);
  }
}

std::size_t weight_count(const std::vector<DenseLayer>& layers) {
  std::size_t count = 0;
  for (const DenseLayer& layer : layers) count += layer.weight.size() + layer.bias.size();
  return count;
}

}  // namespace

std::string encode_trainer_state(const TrainerState& state) {
  std::string bytes = make_header(state.weights);
  append(&state.step_count, sizeof(state.step_count), bytes);
  append(state.weights, bytes);
  append(state.first_moments, bytes);
  append(state.second_moments, bytes);
  const std::uint64_t sum = fnv1a(bytes);
  append(&sum, sizeof(sum), bytes);
  return bytes;
}

TrainerState decode_trainer_state(std::string_view bytes, const std::vector<DenseLayer>& shapes) {
  const std::string header = make_header(shapes);
  if (!bytes.starts_with(kName)) throw InputError("unknown trainer state format");
  if (!bytes.starts_with(header)) {
    throw InputError("trainer state of a net with layers other than " + format_widths(shapes));
  }
  TrainerState state{
      .step_count = 0, .weights = shapes, .first_moments = shapes, .second_moments = shapes};
  std::uint64_t sum = 0;
  const std::size_t size = header.size() + sizeof(state.step_count) +
                           3 * weight_count(shapes) * sizeof(float) + sizeof(sum);
  if (bytes.size() != size) {
    throw InputError("corrupted trainer state: " + std::to_string(bytes.size()) +
                     " bytes, expected " + std::to_string(size));
  }
  std::string_view rest = bytes.substr(header.size());
  decode(&state.step_count, sizeof(state.step_count), rest);
  decode(state.weights, rest);
  decode(state.first_moments, rest);
  decode(state.second_moments, rest);
  decode(&sum, sizeof(sum), rest);
  if (sum != fnv1a(bytes.substr(0, size - sizeof(sum)))) {
    throw InputError("corrupted trainer state: checksum mismatch");
  }
  return state;
}

}  // namespace gioul
