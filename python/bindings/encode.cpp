#include "python/bindings/encode.h"

#include <algorithm>
#include <vector>

#include "nn/encode/encoder.h"
#include "python/bindings/arguments.h"
#include "python/bindings/bind.h"
#include "python/bindings/net.h"
#include "python/bindings/value_arrays.h"

namespace gioul::python {

py::array encode_dense(const Positions& positions, const py::object& out) {
  const Encoder& encoder = encoder_of(positions.game());
  const auto inputs = static_cast<std::size_t>(encoder.inputs());
  return value_array<float>(positions, out, inputs,
                            [&](std::span<const Position> part, float* values) {
                              thread_local std::vector<Input> sparse;
                              std::fill_n(values, part.size() * inputs, 0.0f);
                              for (const Position& position : part) {
                                sparse.clear();
                                encoder.encode(position, sparse);
                                for (const Input& input : sparse)
                                  values[input.index] += input.value;
                                values += inputs;
                              }
                            });
}

py::tuple encode_sparse(const Positions& positions) {
  const Encoder& encoder = encoder_of(positions.game());
  std::vector<std::int64_t> indices;
  std::vector<std::int64_t> offsets;
  std::vector<float> weights;
  {
    const Released released;
    SignalWatch signals;
    std::vector<Input> sparse;
    offsets.reserve(positions.size());
    for (const Position& position : positions.span()) {
      offsets.push_back(static_cast<std::int64_t>(indices.size()));
      sparse.clear();
      encoder.encode(position, sparse);
      for (const Input& input : sparse) {
        indices.push_back(input.index);
        weights.push_back(input.value);
      }
      if (offsets.size() % 1024 == 0) signals.look();
    }
  }
  return py::make_tuple(copied(indices), copied(offsets), copied(weights));
}

namespace {

py::list input_names(const py::object& game) {
  const Encoder& encoder = encoder_of(game_argument(game));
  py::list names;
  for (int i = 0; i < encoder.inputs(); ++i) names.append(encoder.description(i));
  return names;
}

}  // namespace

void bind_encoder(py::module_& module) {
  module.def(
      "encode",
      [](const py::object& positions, const py::object& out) {
        return encode_dense(positions_argument(positions), out);
      },
      "encode(positions: Positions | Position | Sequence[Position], out: float32[n, inputs] | None "
      "= None) -> float32[n, inputs]: what nets of their game see");
  module.def(
      "encode_sparse",
      [](const py::object& positions) { return encode_sparse(positions_argument(positions)); },
      "encode_sparse(positions: Positions | Position | Sequence[Position]) -> ("
      "indices int64[k], offsets int64[n], weights float32[k]): what "
      "torch.nn.EmbeddingBag(mode='sum') takes, weights as per_sample_weights");
  module.def("input_names", &input_names,
             "input_names(game: str | Game = 'gioul') -> list[str]: what each input is");
}

}  // namespace gioul::python
