#include "python/bindings/arguments.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "api/field_reader.h"
#include "base/error.h"
#include "engine/outcome.h"

namespace gioul::python {

SizedGame sized_game(const py::handle& game, std::optional<int> checkers) {
  SizedGame sized;
  if (py::isinstance<SizedGame>(game)) {
    sized = game.cast<SizedGame>();
  } else if (py::isinstance<py::str>(game)) {
    sized.game = find_game(game.cast<std::string>());
  } else {
    throw py::type_error("game: expected a name such as 'gioul', or a gioul.Game");
  }
  if (checkers) sized.checkers = *checkers;
  (void)sized.game.start(sized.checkers);  // throws if it cannot be played
  return sized;
}

void require_game(const char* what, Game of, Game game) {
  if (of == game) return;
  throw InputError(std::string(what) + " of " + std::string(of.name()) + " (expected one of " +
                   std::string(game.name()) + ")");
}

bool is_path(const py::handle& path) {
  return py::isinstance<py::str>(path) || attribute_if_any(py::type::handle_of(path), "__fspath__");
}

std::filesystem::path path_argument(const py::handle& path) {
  if (!is_path(path)) throw py::type_error("expected a path (str or os.PathLike)");
  PyObject* encoded = nullptr;  // bytes in the system's encoding
  if (PyUnicode_FSConverter(path.ptr(), &encoded) == 0) {
    // A ValueError of Python, for a NUL or a lone surrogate.
    throw py::error_already_set();
  }
  const auto bytes = py::reinterpret_steal<py::bytes>(encoded);
  return std::filesystem::path(bytes.cast<std::string>());
}

std::optional<Dice> dice_argument(const DiceLike& dice) {
  if (dice.is_none()) return std::nullopt;
  if (py::isinstance<py::str>(dice)) return parse_dice_field(dice.cast<std::string>());
  if (!py::isinstance<py::sequence>(dice) || py::len(dice) != 2) {
    throw py::type_error("dice: expected two numbers, such as (3, 1), or '3-1'");
  }
  const auto pair = py::reinterpret_borrow<py::sequence>(dice);
  const auto die = [&](std::size_t i) {
    return number_argument<int>("dice", whole_number("dice", pair[i]), 1, 6);
  };
  return make_dice(die(0), die(1));
}

std::int64_t whole_number(const char* what, const py::handle& number) {
  if (PyIndex_Check(number.ptr()) == 0) {
    throw py::type_error(std::string(what) + ": expected a whole number, not " +
                         py::repr(number).cast<std::string>());
  }
  return number.cast<Integer>();
}

std::string json_of(const std::string& name, const py::handle& value) {
  const auto convert = [&](const py::object& other) -> py::object {
    const auto type = py::str(py::type::handle_of(other).attr("__name__")).cast<std::string>();
    if (type == "bool_" || type == "bool") return py::bool_(other);  // NumPy's, before 2 and since
    if (PyIndex_Check(other.ptr())) return py::int_(other);
    if (is_path(other)) return py::str(path_argument(other).string());
    if (attribute_if_any(other, "__float__")) return py::float_(other);
    throw py::type_error(name + ": expected a number, a string, a boolean or a list, not " +
                         py::repr(other).cast<std::string>());
  };
  try {
    return py::module_::import("json")
        .attr("dumps")(value, py::arg("allow_nan") = false,
                       py::arg("default") = py::cpp_function(convert))
        .cast<std::string>();
  } catch (const py::error_already_set& error) {
    const bool is_not_finite =
        error.matches(PyExc_ValueError) &&
        std::string_view(error.what()).find("Out of range float") != std::string_view::npos;
    if (!is_not_finite) throw;
    throw InputError(name + " " + py::str(value).cast<std::string>() +
                     ": expected a finite number");
  }
}

double decimal_argument(const char* what, double value, double lowest, double highest) {
  if (value >= lowest && value <= highest) return value;  // false for NaN as well
  std::ostringstream message;
  message << what << ' ' << value << ": expected a number from " << lowest << " to " << highest;
  throw InputError(message.str());
}

py::array array_of(const py::handle& object) {
  const auto& numpy = py::detail::npy_api::get();
  PyObject* const made = numpy.PyArray_FromAny_(object.ptr(), nullptr, 0, 0, 0, nullptr);
  if (made != nullptr) return py::reinterpret_steal<py::array>(made);
  const bool is_misfit =
      PyErr_ExceptionMatches(PyExc_TypeError) != 0 || PyErr_ExceptionMatches(PyExc_ValueError) != 0;
  if (!is_misfit) throw py::error_already_set();
  PyErr_Clear();
  return py::reinterpret_steal<py::array>(py::handle());
}

py::object attribute_if_any(const py::handle& object, const char* name) {
  PyObject* const found = PyObject_GetAttrString(object.ptr(), name);
  if (found == nullptr) {
    if (PyErr_ExceptionMatches(PyExc_AttributeError) == 0) throw py::error_already_set();
    PyErr_Clear();
  }
  return py::reinterpret_steal<py::object>(found);
}

std::vector<std::int64_t> numbers_argument(const char* what, const py::handle& numbers) {
  const py::array array = array_of(numbers);
  if (!array) {
    throw py::type_error(std::string(what) + ": expected an array of whole numbers");
  }
  const char kind = array.dtype().kind();
  if ((kind != 'i' && kind != 'u') && array.size() > 0) {
    throw py::type_error(std::string(what) + ": expected whole numbers, not " +
                         py::str(array.dtype()).cast<std::string>());
  }
  if (array.ndim() != 1) {
    throw InputError(std::string(what) + ": expected one dimension, not " +
                     std::to_string(array.ndim()));
  }
  using Exact = py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>;
  const Exact exact = Exact::ensure(array);
  if (!exact) throw std::bad_alloc();  // ensure() clears the exception of Python
  return {exact.data(), exact.data() + exact.size()};
}

namespace {

// Converts values to doubles: `count` rows of five probabilities or, if `allows_equities`, `count`
// equities. Stores in `has_rows` whether there are rows.
std::vector<double> values_argument(const char* what, const py::handle& values, std::size_t count,
                                    bool allows_equities, bool& has_rows) {
  constexpr auto kColumns = static_cast<py::ssize_t>(kOutcomeCount);
  const py::array array = array_of(values);
  if (!array || array.dtype().kind() != 'f') {
    throw py::type_error(std::string(what) + ": expected an array of floats");
  }
  has_rows = array.ndim() == 2 && array.shape(1) == kColumns;
  const bool has_columns = has_rows || (allows_equities && array.ndim() == 1);
  if (!has_columns || array.shape(0) != static_cast<py::ssize_t>(count)) {
    const std::string n = std::to_string(count);
    throw InputError(std::string(what) + ": expected the shape " +
                     (allows_equities ? "(" + n + ",) or " : "") + "(" + n + ", 5), not " +
                     py::str(array.attr("shape")).cast<std::string>());
  }
  using Exact = py::array_t<double, py::array::c_style | py::array::forcecast>;
  const Exact exact = Exact::ensure(array);
  if (!exact) throw std::bad_alloc();  // ensure() clears the exception of Python
  return {exact.data(), exact.data() + exact.size()};
}

}  // namespace

std::vector<Distribution> distributions_argument(const char* what, const py::handle& values,
                                                 std::size_t count) {
  bool has_rows = false;
  const std::vector<double> read = values_argument(what, values, count, false, has_rows);
  std::vector<Distribution> rows(count);
  for (std::size_t i = 0; i < read.size(); ++i) {
    if (!std::isfinite(read[i])) {
      throw InputError(std::string(what) + ": row " + std::to_string(i / kOutcomeCount) +
                       " has an entry that is not finite");
    }
    rows[i / kOutcomeCount][i % kOutcomeCount] = static_cast<float>(read[i]);
  }
  return rows;
}

std::vector<double> equities_argument(const char* what, const py::handle& values,
                                      std::size_t count) {
  bool has_rows = false;
  std::vector<double> read = values_argument(what, values, count, true, has_rows);
  for (std::size_t i = 0; has_rows && i < count; ++i) {
    const double* const p = read.data() + i * kOutcomeCount;
    read[i] = 2 * (p[4] - p[0]) + p[3] - p[1];
  }
  read.resize(count);
  const auto unordered = std::ranges::find_if(read, [](double value) { return std::isnan(value); });
  if (unordered != read.end()) {
    throw InputError(std::string(what) + ": entry " + std::to_string(unordered - read.begin()) +
                     " is not a number");
  }
  return read;
}

std::vector<py::ssize_t> shape_of(std::size_t numbers, std::size_t columns) {
  if (columns == 0) return {static_cast<py::ssize_t>(numbers)};
  return {static_cast<py::ssize_t>(numbers / columns), static_cast<py::ssize_t>(columns)};
}

std::size_t index_argument(const char* what, std::int64_t index, std::size_t size) {
  const auto items = static_cast<std::int64_t>(size);
  if (index < 0) index += items;
  if (index < 0 || index >= items) {
    throw py::index_error("no such " + std::string(what));
  }
  return static_cast<std::size_t>(index);
}

std::size_t index_argument(const char* what, const py::handle& index, std::size_t size) {
  const Py_ssize_t i = PyNumber_AsSsize_t(index.ptr(), PyExc_IndexError);
  if (i == -1 && PyErr_Occurred() != nullptr) throw py::error_already_set();
  return index_argument(what, std::int64_t{i}, size);
}

py::object item_iterator(const py::sequence& sequence) {
  PyObject* const iterator = PySeqIter_New(sequence.ptr());
  if (iterator == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::object>(iterator);
}

py::dict parse_json(const std::string& json) {
  return py::module_::import("json").attr("loads")(json);
}

}  // namespace gioul::python
