// What functions of the module are given, read strictly: games by name or as objects, dice, files.
// Typed and Number say what help() calls an argument's type.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "engine/dice.h"
#include "engine/games/game.h"

namespace gioul::python {

namespace py = pybind11;

/// The type of an argument in Python's words.
template <std::size_t kSize>
struct TypeText {
  consteval TypeText(const char (&words)[kSize]) { std::copy_n(words, kSize, text); }
  char text[kSize]{};
};

/// An object that may be of several types. Whoever takes it says which.
template <TypeText kText>
struct Typed : py::object {
  using py::object::object;
  Typed(py::object any) : py::object(std::move(any)) {}
  static bool check_(py::handle any) { return any.ptr() != nullptr; }
};

using GameLike = Typed<"str | Game">;
using PathLike = Typed<"str | PathLike">;
using DiceLike = Typed<"(int, int) | str | None">;
using PositionsLike = Typed<"Positions | Position | Sequence[Position]">;
using LinesLike = Typed<"Plays | Decisions">;
using ManyLike = Typed<"Positions | Position | Sequence[Position] | Plays | Decisions">;
using EvaluatorLike = Typed<"str | PathLike | Net | Table | None">;
using PlayerLike = Typed<"str | Callable | Net | Table | tuple[str, Callable]">;
using PlayersLike = Typed<"Sequence[str | Callable | Net | Table | tuple[str, Callable]]">;
using ValuesLike = Typed<"float[k] | float[k, 5]">;

/// A number. What its own __index__ or __float__ throws is thrown, which pybind11 would swallow.
template <typename T>
struct Number {
  T value{};
  operator T() const { return value; }
};

using Whole = Number<std::int64_t>;
using Seed = Number<std::uint64_t>;
using Decimal = Number<double>;

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

/// Throws InputError for `what`, such as "a net", if it is of another game.
void require_game(const char* what, Game of, Game game);

/// Text, or what has a path as text (os.PathLike).
std::filesystem::path path_argument(const py::handle& path);
bool is_path(const py::handle& path);

/// Two numbers, "a-b" or None.
std::optional<Dice> dice_argument(const DiceLike& dice);

/// A whole number from `lowest` to `highest`. Throws InputError that begins with `what`.
std::int64_t number_argument(const char* what, std::int64_t value, std::int64_t lowest,
                             std::int64_t highest);
double decimal_argument(const char* what, double value, double lowest, double highest);

/// What NumPy makes of an object, as an array of any kind; null if it makes none of it. Throws what
/// the object itself throws, such as KeyboardInterrupt.
py::array array_of(const py::handle& object);

/// An attribute, or null if there is none. Throws what looking for it throws.
py::object attribute_if_any(const py::handle& object, const char* name);

/// A one-dimensional array of whole numbers, or whatever NumPy makes one of.
std::vector<std::int64_t> numbers_argument(const char* what, const py::handle& numbers);

/// Points of `count` positions, from an array of them or of their five probabilities.
std::vector<double> points_argument(const char* what, const py::handle& values, std::size_t count);

/// Numbers as pickles keep them. Throws InputError, which begins with `what`, for bytes that are
/// not whole numbers, or another number of them than `count`.
py::bytes bytes_of(const auto& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(values[0])};
}
template <typename T>
std::vector<T> values_of_bytes(const char* what, const py::bytes& bytes,
                               std::optional<std::size_t> count = std::nullopt) {
  const auto text = static_cast<std::string_view>(bytes);
  std::vector<T> values(count.value_or(text.size() / sizeof(T)));
  if (text.size() != values.size() * sizeof(T)) {
    throw InputError(std::string(what) + ": wrong number of bytes");
  }
  std::memcpy(values.data(), text.data(), text.size());
  return values;
}

/// An iterator that asks for item after item.
py::object item_iterator(const py::sequence& sequence);

/// JSON as Python's objects.
py::dict parsed_json(const std::string& json);

/// An array over memory that `owner` keeps, which nobody may write to.
template <typename T>
py::array_t<T> fixed_view(std::vector<py::ssize_t> shape, const T* data, const py::handle& owner) {
  py::array_t<T> array(std::move(shape), data, owner);
  array.attr("flags").attr("writeable") = false;
  return array;
}

/// The shape of so many numbers: one dimension, or rows of `columns` numbers.
std::vector<py::ssize_t> shape_of(std::size_t numbers, std::size_t columns);

/// How Python reads the vector `get` of a Class, without a copy: as numbers of type Kind, which
/// have the size of its own.
template <typename Class, typename Kind, typename Get>
auto vector_view(Get get, std::size_t columns = 0) {
  return [get, columns](const py::object& self) {
    const auto& values = std::invoke(get, self.cast<const Class&>());
    static_assert(sizeof(Kind) == sizeof(values[0]));
    return fixed_view<Kind>(shape_of(values.size(), columns),
                            reinterpret_cast<const Kind*>(values.data()), self);
  };
}

/// An array with a copy of `values`.
template <typename T>
py::array_t<T> copied(const std::vector<T>& values, std::size_t columns = 0) {
  return py::array_t<T>(shape_of(values.size(), columns), values.data());
}

/// The place of item `index` of `size`, which counts from the end below 0. Throws IndexError for
/// a `what` that isn't there.
std::size_t place_argument(const char* what, std::int64_t index, std::size_t size);
/// The same of an object with __index__. Throws what that throws.
std::size_t place_argument(const char* what, const py::handle& index, std::size_t size);

}  // namespace gioul::python

template <gioul::python::TypeText kText>
struct pybind11::detail::handle_type_name<gioul::python::Typed<kText>> {
  static constexpr auto name = const_name(kText.text);
};

template <typename T>
struct pybind11::detail::type_caster<gioul::python::Number<T>> {
  static constexpr bool kIsWhole = std::is_integral_v<T>;
  PYBIND11_TYPE_CASTER(gioul::python::Number<T>, const_name<kIsWhole>("int", "float"));

  bool load(handle source, bool /*convert*/) {
    if (!(kIsWhole ? PyIndex_Check(source.ptr()) : PyNumber_Check(source.ptr()))) return false;
    const auto number = reinterpret_steal<object>(kIsWhole ? PyNumber_Index(source.ptr())
                                                           : PyNumber_Float(source.ptr()));
    if (!number) throw error_already_set();
    make_caster<T> plain;
    if (!plain.load(number, false)) throw value_error("a number out of its range");
    value.value = cast_op<T>(plain);
    return true;
  }
};
