// The inputs of nets as arrays.
#pragma once

#include <pybind11/numpy.h>

#include "python/bindings/positions.h"

namespace gioul::python {

/// float32[n, inputs].
py::array encode_dense(const Positions& positions, const py::object& out);

/// (indices int64[k], offsets int64[n], weights float32[k]): position i has the entries from
/// offsets[i] on; one that several slots add to comes once for each.
py::tuple encode_sparse(const Positions& positions);

}  // namespace gioul::python
