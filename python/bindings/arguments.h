// What functions of the module are given, read strictly: games by name or as objects, dice, files.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/dice.h"
#include "engine/games/game.h"
#include "engine/position.h"

namespace gioul::python {

namespace py = pybind11;

/// A game with a number of checkers a side: gioul.Game.
struct SizedGame {
  Game game = {};
  int checkers = kMaxCheckers;
  bool operator==(const SizedGame&) const = default;
};

/// "gioul" or a gioul.Game, whose checkers count unless others are asked for. Throws TypeError for
/// anything else, InputError for a name that is none.
SizedGame sized_game(const py::handle& game, std::optional<int> checkers = std::nullopt);
inline Game game_argument(const py::handle& game) { return sized_game(game).game; }

/// Text, or what has a path as text (os.PathLike).
std::filesystem::path path_argument(const py::handle& path);
bool is_path(const py::handle& path);

/// The dice of a decision at `position`: needed exactly when it is to roll.
Dice dice_argument(const Position& position, std::optional<int> die1, std::optional<int> die2);

/// The same of an optional pair or "a-b".
std::optional<Dice> dice_pair(const Position& position, const py::object& dice);

/// A whole number from `lowest` to `highest`. Throws InputError that begins with `what`.
std::int64_t number_argument(const char* what, std::int64_t value, std::int64_t lowest,
                             std::int64_t highest);
/// The same for numbers of games or trials, which come in mirrored pairs.
std::int64_t even_argument(const char* what, std::int64_t value, std::int64_t lowest,
                           std::int64_t highest);
double decimal_argument(const char* what, double value, double lowest, double highest);

/// What an object is as a whole number. Throws what its __index__ throws, TypeError for what has
/// none.
std::int64_t whole_number(const char* what, const py::handle& number);

/// What NumPy makes of an object, as an array of any kind; null if it makes none of it. Throws what
/// the object itself throws, such as KeyboardInterrupt.
py::array array_of(const py::handle& object);

/// An attribute, or null if there is none. Throws what looking for it throws.
py::object attribute_if_any(const py::handle& object, const char* name);

/// A one-dimensional array of whole numbers, or whatever NumPy makes one of.
std::vector<std::int64_t> numbers_argument(const char* what, const py::handle& numbers);

/// Points of `count` positions, from an array of them or of their five probabilities.
std::vector<double> points_argument(const char* what, const py::handle& values, std::size_t count);

/// An iterator that asks for item after item.
py::object item_iterator(const py::object& sequence);

/// JSON as Python's objects.
py::object parsed_json(const std::string& json);

/// An array over memory that `owner` keeps, which nobody may write to.
template <typename T>
py::array_t<T> fixed_view(std::vector<py::ssize_t> shape, const T* data, const py::handle& owner) {
  py::array_t<T> array(std::move(shape), data, owner);
  array.attr("flags").attr("writeable") = false;
  return array;
}

/// An array with a copy of `values`.
template <typename T>
py::array_t<T> copied(const std::vector<T>& values) {
  return py::array_t<T>(static_cast<py::ssize_t>(values.size()), values.data());
}

/// The same in rows of `columns` numbers.
template <typename T>
py::array_t<T> copied_rows(const std::vector<T>& values, std::size_t columns) {
  const std::vector<py::ssize_t> shape = {static_cast<py::ssize_t>(values.size() / columns),
                                          static_cast<py::ssize_t>(columns)};
  return py::array_t<T>(shape, values.data());
}

}  // namespace gioul::python
