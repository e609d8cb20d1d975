#include "python/bindings/arguments.h"

#include <pybind11/stl/filesystem.h>

#include "base/error.h"
#include "engine/text/notation.h"

namespace gioul::python {

namespace {

std::string range_text(std::int64_t lowest, std::int64_t highest) {
  return std::to_string(lowest) + " to " + std::to_string(highest);
}

}  // namespace

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
  (void)sized.game.start(sized.checkers);  // throws if there is none
  return sized;
}

bool is_path(const py::handle& path) {
  return py::isinstance<py::str>(path) || py::hasattr(path, "__fspath__");
}

std::filesystem::path path_argument(const py::handle& path) {
  if (!is_path(path)) throw py::type_error("expected a path (str or os.PathLike)");
  auto read = path.cast<std::filesystem::path>();
  if (read.native().find('\0') != std::string::npos) {
    throw InputError("a path with a NUL in it (expected none)");
  }
  return read;
}

Dice dice_argument(const Position& position, std::optional<int> die1, std::optional<int> die2) {
  if (position.is_pending()) {
    if (!die1 && !die2) return kNoDice;
    throw InputError(std::string("dice for a position with ") +
                     (position.forfeited != 0 ? "forfeit" : "owed") +
                     " (expected none: the number to play is given by it)");
  }
  if (!die1 || !die2) throw InputError("the position is to roll: two dice are needed");
  for (const int die : {*die1, *die2}) {
    if (die < 1 || die > 6) {
      throw InputError("dice " + std::to_string(*die1) + "-" + std::to_string(*die2) +
                       ": expected 1 to 6 each");
    }
  }
  return make_dice(*die1, *die2);
}

std::optional<Dice> dice_pair(const Position& position, const py::object& dice) {
  if (dice.is_none()) return std::nullopt;
  if (py::isinstance<py::str>(dice)) {
    const Dice read = parse_dice(dice.cast<std::string>());
    return dice_argument(position, read.high, read.low);
  }
  if (!py::isinstance<py::sequence>(dice) || py::len(dice) != 2) {
    throw py::type_error("dice: expected two numbers, such as (3, 1), or '3-1'");
  }
  const auto pair = py::reinterpret_borrow<py::sequence>(dice);
  return dice_argument(position, pair[0].cast<int>(), pair[1].cast<int>());
}

std::int64_t number_argument(const char* what, std::int64_t value, std::int64_t lowest,
                             std::int64_t highest) {
  if (value >= lowest && value <= highest) return value;
  throw InputError(std::string(what) + " " + std::to_string(value) + ": expected " +
                   range_text(lowest, highest));
}

std::int64_t even_argument(const char* what, std::int64_t value, std::int64_t lowest,
                           std::int64_t highest) {
  if (value % 2 == 0 && value >= lowest && value <= highest) return value;
  throw InputError(std::string(what) + " " + std::to_string(value) +
                   ": expected an even number from " + range_text(lowest, highest));
}

double decimal_argument(const char* what, double value, double lowest, double highest) {
  if (value >= lowest && value <= highest) return value;  // neither holds for what is no number
  throw InputError(std::string(what) + " " + std::to_string(value) + ": expected a number from " +
                   std::to_string(lowest) + " to " + std::to_string(highest));
}

std::vector<std::int64_t> numbers_argument(const char* what, const py::handle& numbers) {
  const py::array array = py::array::ensure(numbers);
  if (!array) {
    PyErr_Clear();
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
  if (!exact) throw py::error_already_set();
  return {exact.data(), exact.data() + exact.size()};
}

py::object item_iterator(const py::object& sequence) {
  PyObject* const iterator = PySeqIter_New(sequence.ptr());
  if (iterator == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::object>(iterator);
}

py::object parsed_json(const std::string& json) {
  return py::module_::import("json").attr("loads")(json);
}

}  // namespace gioul::python
