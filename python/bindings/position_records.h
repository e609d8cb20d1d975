// Positions as a structured NumPy array and back: one plain record each, for files and for programs
// that make positions of their own.
#pragma once

#include <pybind11/numpy.h>

#include "python/bindings/positions.h"

namespace gioul::python {

py::dtype position_dtype();

py::array records_of_positions(const Positions& positions);

/// Throws InputError ("record 7: ...") for whatever is no position of the game, TypeError for
/// another array.
Positions positions_from_records(const py::handle& game, const py::handle& records);

/// The same as bytes, for pickles.
py::bytes bytes_of_records(const py::array& records);
Positions positions_from_bytes(const py::handle& game, const py::bytes& records);

}  // namespace gioul::python
