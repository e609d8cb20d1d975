// NumPy arrays that functions return: newly allocated, or the caller's `out`.
#pragma once

#include <pybind11/numpy.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "python/bindings/decisions.h"
#include "python/bindings/gil.h"
#include "python/bindings/positions.h"

namespace gioul::python {

/// Returns the array for a function's result: the caller's `out`, or a new array if that is None.
/// Its dtype is `type` and its shape (rows, columns), or (rows,) if `columns` is 0. Throws
/// TypeError if `out` is not an array of that type, InputError for another shape or strides or a
/// read-only array.
py::array result_array(const py::object& out, const py::dtype& type, std::size_t rows,
                       std::size_t columns);

/// Copies `rows` rows of computed `values` to the result `array`, starting at row `row`. `all_rows`
/// is the number of rows that the array must have. Throws InputError if its shape has changed since
/// result_array(), which is possible while the GIL is released.
void put_rows(py::array& array, std::size_t row, std::size_t columns, std::size_t bytes_per_row,
              const void* values, std::size_t rows, std::size_t all_rows);

/// Computes a NumPy array with `columns` numbers per position. write(positions, values) computes
/// them for up to `step` positions at a time, without the GIL. The result is `out` unless that is
/// None.
template <typename T, typename Write>
py::array value_array(const Positions& positions, const py::object& out, std::size_t columns,
                      const Write& write, std::size_t step = 256) {
  constexpr std::size_t kChunkBytes = std::size_t{1} << 20;
  constexpr std::size_t kMaxChunkRows = 8192;
  const std::size_t size = positions.size();
  const std::size_t width = std::max<std::size_t>(columns, 1);
  const std::size_t chunk = std::clamp(kChunkBytes / (width * sizeof(T)), step, kMaxChunkRows);
  py::array array = result_array(out, py::dtype::of<T>(), size, columns);
  std::vector<T> values(std::min(size, chunk) * width);
  SignalPoller signals;  // for all chunks, since one may take less time than the poller's pause
  for (std::size_t first = 0; first < size; first += chunk) {
    const std::size_t count = std::min(chunk, size - first);
    {
      const GilRelease released;
      for (std::size_t i = 0; i < count; i += step) {
        write(positions.span().subspan(first + i, std::min(step, count - i)),
              values.data() + i * width);
        signals.poll();
      }
    }
    put_rows(array, first, columns, width * sizeof(T), values.data(), count, size);
  }
  return array;
}

/// Computes a NumPy array with `columns` numbers per afterstate. write(before, list, values)
/// computes those of one decision: `before` is its position, and `list` has its afterstates. The
/// result is `out` unless that is None.
template <typename T, typename Write>
py::array value_array(const AfterstateView& view, const py::object& out, std::size_t columns,
                      const Write& write) {
  const std::size_t width = std::max<std::size_t>(columns, 1);
  py::array array = result_array(out, py::dtype::of<T>(), view.size(), columns);
  const std::vector<T> values = view.numbers<T>(width, write);
  put_rows(array, 0, columns, width * sizeof(T), values.data(), view.size(), view.size());
  return array;
}

}  // namespace gioul::python
