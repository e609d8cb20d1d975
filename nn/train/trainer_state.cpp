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

// Calls f(numbers) for the weights and the biases of each layer, then for both moments of Adam.
template <typename State, typename F>
void for_each_array(State& state, const F& f) {
  for (auto* const layers : {&state.weights, &state.first_moments, &state.second_moments}) {
    for (auto& layer : *layers) {
      f(layer.weight);
      f(layer.bias);
    }
  }
}

}  // namespace

std::string encode_trainer_state(const TrainerState& state) {
  std::string bytes = make_header(state.weights);
  const auto append = [&](const void* data, std::size_t size) {
    bytes.append(static_cast<const char*>(data), size);
  };
  append(&state.step_count, sizeof(state.step_count));
  for_each_array(state, [&](const std::vector<float>& numbers) {
    append(numbers.data(), numbers.size() * sizeof(float));
  });
  const std::uint64_t sum = fnv1a(bytes);
  append(&sum, sizeof(sum));
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
  std::size_t size = header.size() + sizeof(state.step_count) + sizeof(sum);
  for_each_array(
      state, [&](const std::vector<float>& numbers) { size += numbers.size() * sizeof(float); });
  if (bytes.size() != size) {
    throw InputError("corrupted trainer state: " + std::to_string(bytes.size()) +
                     " bytes, expected " + std::to_string(size));
  }
  std::string_view rest = bytes.substr(header.size());
  const auto take = [&](void* data, std::size_t count) {
    std::memcpy(data, rest.data(), count);
    rest.remove_prefix(count);
  };
  take(&state.step_count, sizeof(state.step_count));
  for_each_array(state, [&](std::vector<float>& numbers) {
    take(numbers.data(), numbers.size() * sizeof(float));
  });
  take(&sum, sizeof(sum));
  if (sum != fnv1a(bytes.substr(0, size - sizeof(sum)))) {
    throw InputError("corrupted trainer state: checksum mismatch");
  }
  return state;
}

}  // namespace gioul
