// The inputs of nets as NumPy arrays.
#include <pybind11/numpy.h>

#include <algorithm>
#include <vector>

#include "eval/value/net_evaluator.h"
#include "nn/encode/encoder.h"
#include "python/bindings/arguments.h"
#include "python/bindings/bind.h"
#include "python/bindings/positions.h"
#include "python/bindings/value_arrays.h"

namespace gioul::python {

namespace {

py::array encode(const PositionsLike& of, const Typed<"float32[n, inputs] | None">& out) {
  const Positions positions = positions_argument(of);
  const Encoder& encoder = shared_encoder(positions.game());
  const auto inputs = static_cast<std::size_t>(encoder.input_count());
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

// The entries of position i start at offsets[i]. An input to which several features add has several
// entries.
py::tuple encode_sparse(const PositionsLike& of) {
  const Positions positions = positions_argument(of);
  const Encoder& encoder = shared_encoder(positions.game());
  std::vector<std::int64_t> indices;
  std::vector<std::int64_t> offsets;
  std::vector<float> weights;
  {
    const GilRelease released;
    SignalPoller signals;
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
      if (offsets.size() % 1024 == 0) signals.poll();
    }
  }
  return py::make_tuple(copy_array(indices), copy_array(offsets), copy_array(weights));
}

py::list input_names(const GameLike& game) {
  const Encoder& encoder = shared_encoder(game_argument(game));
  py::list names;
  for (int i = 0; i < encoder.input_count(); ++i) names.append(encoder.input_description(i));
  return names;
}

}  // namespace

void bind_encoder(py::module_& module) {
  module.def("encode", &encode, "float32[n, inputs]: the inputs of nets of that game.",
             py::arg("positions"), py::arg("out") = py::none());
  module.def("encode_sparse", &encode_sparse,
             "(indices int64[k], offsets int64[n], weights float32[k]): the arguments of "
             "torch.nn.EmbeddingBag(mode='sum'), with weights as per_sample_weights.",
             py::arg("positions"));
  module.def("input_names", &input_names, "list[str]: descriptions of the inputs.",
             py::arg("game") = "gioul");
}

}  // namespace gioul::python
