// gioul.Positions.
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>

#include "base/error.h"
#include "engine/text/notation.h"
#include "engine/text/position_id.h"
#include "python/bindings/arguments.h"
#include "python/bindings/bind.h"
#include "python/bindings/positions.h"

namespace gioul::python {

namespace {

// Parses texts as positions of `game`; Position objects must be of that game.
Positions make_positions(const GameLike& game_name,
                         const Typed<"Iterable[str | Position]">& items) {
  const Game game = game_argument(game_name);
  if (py::isinstance<Positions>(items)) {
    require_game("positions", items.cast<const Positions&>().game(), game);
    return items.cast<Positions>();
  }
  const auto refuse = [] {
    throw py::type_error("positions: expected a sequence of texts or of gioul.Position");
  };
  if (py::isinstance<py::str>(items)) refuse();
  PyObject* const iterator = PyObject_GetIter(items.ptr());
  if (iterator == nullptr) {
    if (PyErr_ExceptionMatches(PyExc_TypeError) == 0) throw py::error_already_set();
    PyErr_Clear();
    refuse();
  }
  std::vector<Position> many;
  for (const py::handle item : py::reinterpret_steal<py::iterator>(iterator)) {
    if (py::isinstance<GamePosition>(item)) {
      const auto one = item.cast<GamePosition>();
      require_game("a position", one.game, game);
      many.push_back(one.position);
    } else if (py::isinstance<py::str>(item)) {
      try {
        many.push_back(parse_any_position(game, item.cast<std::string>()).position);
      } catch (const InputError& error) {
        throw InputError("position " + std::to_string(many.size()) + ": " + error.what());
      }
    } else {
      refuse();
    }
  }
  return {game, std::move(many)};
}

py::array_t<std::int8_t> boards_of(const py::object& self) {
  const auto& positions = self.cast<const Positions&>();
  return read_only_array<std::int8_t>({static_cast<py::ssize_t>(positions.size()), 2, kPlaceCount},
                                      positions.boards(), self);
}

py::array_t<std::uint8_t> field(const Positions& positions, int (*f)(const Position&)) {
  std::vector<std::uint8_t> values;
  values.reserve(positions.size());
  for (const Position& position : positions.span()) {
    values.push_back(static_cast<std::uint8_t>(f(position)));
  }
  return copy_array(values);
}

Positions slice_of(const Positions& positions, const py::slice& slice) {
  std::size_t start = 0;
  std::size_t stop = 0;
  std::size_t step = 0;
  std::size_t count = 0;
  if (!slice.compute(positions.size(), &start, &stop, &step, &count)) {
    throw py::error_already_set();
  }
  if (step == 1) return positions.subrange(start, count);
  std::vector<Position> many;
  for (; count > 0; --count, start += step) many.push_back(positions.span()[start]);
  return {positions.game(), std::move(many)};
}

Positions chosen(const Positions& positions, const py::handle& indices) {
  const py::array array = array_of(indices);
  if (array && array.dtype().kind() == 'b') {
    if (array.ndim() != 1 || static_cast<std::size_t>(array.size()) != positions.size()) {
      throw InputError("mask of a wrong size (expected " + std::to_string(positions.size()) + ")");
    }
    return chosen(positions, array.attr("nonzero")().cast<py::tuple>()[0]);
  }
  std::vector<Position> many;
  for (const std::int64_t i : numbers_argument("indices", indices)) {
    many.push_back(positions.span()[index_argument("position", i, positions.size())]);
  }
  return {positions.game(), std::move(many)};
}

py::object item(const Positions& positions, const Typed<"int | slice | int[k] | bool[n]">& index) {
  if (py::isinstance<py::slice>(index)) return py::cast(slice_of(positions, py::slice(index)));
  const bool is_array = py::isinstance<py::array>(index) && py::len(index.attr("shape")) > 0;
  if (!is_array && PyIndex_Check(index.ptr()) != 0) {
    return py::cast(positions.at(index_argument("position", index, positions.size())));
  }
  return py::cast(chosen(positions, index));
}

std::vector<std::string> texts_of(const Positions& positions) {
  std::vector<std::string> texts;
  for (const Position& position : positions.span()) {
    texts.push_back(format_position(positions.game(), position));
  }
  return texts;
}

bool equal(const Positions& positions, const py::object& other) {
  if (!py::isinstance<Positions>(other)) return false;
  const auto& others = other.cast<const Positions&>();
  return positions.game() == others.game() && std::ranges::equal(positions.span(), others.span());
}

void define_fields(py::class_<Positions>& positions) {
  positions
      .def_property_readonly(
          "game", [](const Positions& many) { return many.game().name(); }, "str: name of the game")
      .def_property_readonly("boards", &boards_of,
                             "int8[n, 2, 26]: checkers of the player to move and of the opponent, "
                             "each by place in their own numbering; 0 is off, 25 the bar. A "
                             "read-only view without a copy; slices share its memory")
      .def_property_readonly(
          "owed", [](const Positions& many) { return field(many, &owed_of); },
          "uint8[n]: pending checker moves in the own chain of the player to move")
      .def_property_readonly(
          "forfeit", [](const Positions& many) { return field(many, &forfeit_of); },
          "uint8[n]: pending checker moves that the opponent forfeited")
      .def_property_readonly("texts", &texts_of, "list[str]: position texts");
}

}  // namespace

void bind_positions(py::module_& module) {
  auto positions = immutable_class<Positions>(module, "Positions",
                                              R"(Many positions of one game, contiguous.

Immutable, picklable. Indexing with a number gives a Position, with a slice Positions (in the
same memory if the step is 1), with an array of numbers or bools a copy of those positions.)");
  positions.def(py::init(&make_positions), py::arg("game"), py::arg("positions") = py::tuple());
  define_fields(positions);
  positions
      .def_static("from_records", &positions_from_records,
                  "Converts an array of POSITION_DTYPE; an impossible position raises ValueError.",
                  py::arg("game"), py::arg("records"))
      .def("to_records", &records_of_positions,
           "An array of POSITION_DTYPE with the n complete positions.")
      .def("__len__", &Positions::size)
      .def("__iter__", &item_iterator)
      .def("__getitem__", &item, py::arg("index"))
      .def("__eq__", &equal, py::is_operator())
      .def("__repr__",
           [](const Positions& many) {
             return "<gioul.Positions: " + std::to_string(many.size()) + " of " +
                    std::string(many.game().name()) + ">";
           })
      .def("__reduce__", [](const Positions& many) {
        // As plain bytes: NumPy's own pickles would trust their source.
        return py::make_tuple(unpickler("positions"),
                              py::make_tuple(many.game().name(), bytes_of_positions(many)));
      });
  positions.attr("__hash__") = py::none();
  module.def("_positions", &positions_from_bytes);
  module.attr("POSITION_DTYPE") = position_dtype();
}

}  // namespace gioul::python
