#include "python/bindings/value_arrays.h"

#include <cstring>
#include <string>

#include "base/error.h"

namespace gioul::python {

namespace {

std::string format_shape(std::size_t rows, std::size_t columns) {
  return "(" + std::to_string(rows) + (columns == 0 ? ",)" : ", " + std::to_string(columns) + ")");
}

bool has_shape(const py::array& array, std::size_t rows, std::size_t columns) {
  if (array.ndim() != (columns == 0 ? 1 : 2)) return false;
  if (array.shape(0) != static_cast<py::ssize_t>(rows)) return false;
  return columns == 0 || array.shape(1) == static_cast<py::ssize_t>(columns);
}

bool is_plain(const py::array& array) {
  constexpr int kNeeded = py::detail::npy_api::NPY_ARRAY_C_CONTIGUOUS_ |
                          py::detail::npy_api::NPY_ARRAY_ALIGNED_ |
                          py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
  return (array.flags() & kNeeded) == kNeeded;
}

}  // namespace

py::array result_array(const py::object& out, const py::dtype& type, std::size_t rows,
                       std::size_t columns) {
  if (out.is_none()) {
    std::vector<py::ssize_t> shape = {static_cast<py::ssize_t>(rows)};
    if (columns != 0) shape.push_back(static_cast<py::ssize_t>(columns));
    return py::array(type, std::move(shape));
  }
  const std::string expected = py::str(static_cast<const py::object&>(type)).cast<std::string>() +
                               format_shape(rows, columns);
  if (!py::isinstance<py::array>(out)) throw py::type_error("out: expected an array " + expected);
  auto array = py::reinterpret_borrow<py::array>(out);
  if (!array.dtype().equal(type)) {
    throw py::type_error("out: expected " + expected + ", not numbers of type " +
                         py::str(array.dtype()).cast<std::string>());
  }
  if (!has_shape(array, rows, columns)) {
    throw InputError("out: expected the shape " + format_shape(rows, columns) + ", not " +
                     py::str(array.attr("shape")).cast<std::string>());
  }
  if (!is_plain(array)) {
    throw InputError("out: expected an array that is contiguous, aligned and writeable");
  }
  return array;
}

void put_rows(py::array& array, std::size_t row, std::size_t columns, std::size_t bytes_per_row,
              const void* values, std::size_t rows, std::size_t all_rows) {
  if (!has_shape(array, all_rows, columns) || !is_plain(array)) {
    throw InputError("out: was changed while it was being filled");
  }
  std::memcpy(static_cast<char*>(array.mutable_data()) + row * bytes_per_row, values,
              rows * bytes_per_row);
}

}  // namespace gioul::python
