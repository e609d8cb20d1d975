// Converts and validates Python arguments: games, positions, dice, paths, numbers, arrays. Typed
// and Number determine the types that help() shows.
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

/// The type of an argument as help() shows it.
template <std::size_t kSize>
struct TypeText {
  consteval TypeText(const char (&words)[kSize]) { std::copy_n(words, kSize, text); }
  char text[kSize]{};
};

/// An argument that may have several Python types, which the function that takes it checks.
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
using PlaysLike = Typed<"Plays | Decisions">;
using PositionsOrPlaysLike = Typed<"Positions | Position | Sequence[Position] | Plays | Decisions">;
using EvaluatorLike = Typed<"str | PathLike | Net | Table | None">;
using PlayerLike = Typed<"str | Callable | Net | Table | tuple[str, Callable]">;
using PlayersLike = Typed<"Sequence[str | Callable | Net | Table | tuple[str, Callable]]">;
using ValuesLike = Typed<"float[k] | float[k, 5]">;

/// A number argument. Rethrows the exceptions of the object's own __index__ or __float__, which
/// pybind11 would swallow.
template <typename T>
struct Number {
  T value{};
  operator T() const { return value; }
};

using Integer = Number<std::int64_t>;
using Seed = Number<std::uint64_t>;
using Decimal = Number<double>;

/// gioul.Game: a variant with a number of checkers per side.
struct SizedGame {
  Game game = {};
  int checkers = kMaxCheckers;
  bool operator==(const SizedGame&) const = default;
};

/// Converts "gioul" or a gioul.Game. `checkers` overrides those of the Game. Throws TypeError for
/// other types, InputError for unknown names.
SizedGame sized_game(const py::handle& game, std::optional<int> checkers = std::nullopt);

/// Converts "gioul" or a gioul.Game to the variant.
inline Game game_argument(const py::handle& game) { return sized_game(game).game; }

/// Throws InputError if `of`, the game of an argument, is not `game`. `what` names the argument in
/// the message, such as "a net".
void require_game(const char* what, Game of, Game game);

/// Converts a str or os.PathLike.
std::filesystem::path path_argument(const py::handle& path);
/// Returns true for a str or os.PathLike.
bool is_path(const py::handle& path);

/// Converts a pair of numbers or a string "a-b" to dice, and None to nothing.
std::optional<Dice> dice_argument(const DiceLike& dice);

/// Checks the range of an integer. Throws an InputError that starts with `what`.
std::int64_t number_argument(const char* what, std::int64_t value, std::int64_t lowest,
                             std::int64_t highest);
/// Checks the range of a decimal number. Throws an InputError that starts with `what`.
double decimal_argument(const char* what, double value, double lowest, double highest);

/// Converts an object to a NumPy array of any type; returns null if NumPy cannot. Rethrows other
/// exceptions of the object, such as KeyboardInterrupt.
py::array array_of(const py::handle& object);

/// Returns an attribute, or null if there is none. Rethrows other exceptions of the lookup.
py::object attribute_if_any(const py::handle& object, const char* name);

/// Converts a one-dimensional array, or anything that NumPy converts to one, of integers.
std::vector<std::int64_t> numbers_argument(const char* what, const py::handle& numbers);

/// Converts `count` values to equities in points. The values are equities or rows of five
/// probabilities.
std::vector<double> equities_argument(const char* what, const py::handle& values,
                                      std::size_t count);

/// Returns the memory of a vector of numbers as bytes, for pickles.
py::bytes bytes_of(const auto& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(values[0])};
}

/// Decodes bytes_of(). Throws an InputError that starts with `what` if there are not whole numbers,
/// or not `count` of them.
template <typename T>
std::vector<T> decode_bytes(const char* what, const py::bytes& bytes,
                            std::optional<std::size_t> count = std::nullopt) {
  const auto text = static_cast<std::string_view>(bytes);
  std::vector<T> values(count.value_or(text.size() / sizeof(T)));
  if (text.size() != values.size() * sizeof(T)) {
    throw InputError(std::string(what) + ": wrong number of bytes");
  }
  std::memcpy(values.data(), text.data(), text.size());
  return values;
}

/// Returns an iterator that calls the sequence's __getitem__ with 0, 1, 2, ...
py::object item_iterator(const py::sequence& sequence);

/// Parses JSON to Python objects.
py::dict parse_json(const std::string& json);

/// Returns a read-only array over memory that `owner` keeps alive.
template <typename T>
py::array_t<T> read_only_array(std::vector<py::ssize_t> shape, const T* data,
                               const py::handle& owner) {
  py::array_t<T> array(std::move(shape), data, owner);
  array.attr("flags").attr("writeable") = false;
  return array;
}

/// Returns the shape of an array of `numbers` numbers: one dimension if `columns` is 0, else rows
/// of `columns` numbers.
std::vector<py::ssize_t> shape_of(std::size_t numbers, std::size_t columns);

/// Makes a Python getter of a Class. It returns the vector that `get` selects as a read-only array
/// without a copy. The array's elements have the type Kind, which has the same size as those of the
/// vector.
template <typename Class, typename Kind, typename Get>
auto vector_view(Get get, std::size_t columns = 0) {
  return [get, columns](const py::object& self) {
    const auto& values = std::invoke(get, self.cast<const Class&>());
    static_assert(sizeof(Kind) == sizeof(values[0]));
    return read_only_array<Kind>(shape_of(values.size(), columns),
                                 reinterpret_cast<const Kind*>(values.data()), self);
  };
}

/// Returns a new array with a copy of `values`.
template <typename T>
py::array_t<T> copy_array(const std::vector<T>& values, std::size_t columns = 0) {
  return py::array_t<T>(shape_of(values.size(), columns), values.data());
}

/// Converts a Python index, which counts from the end if negative. Throws IndexError, which names
/// `what`, if it is out of range.
std::size_t index_argument(const char* what, std::int64_t index, std::size_t size);
/// Converts an object with __index__ as index_argument() converts an integer. Rethrows its
/// exceptions.
std::size_t index_argument(const char* what, const py::handle& index, std::size_t size);

}  // namespace gioul::python

template <gioul::python::TypeText kText>
struct pybind11::detail::handle_type_name<gioul::python::Typed<kText>> {
  static constexpr auto name = const_name(kText.text);
};

template <typename T>
struct pybind11::detail::type_caster<gioul::python::Number<T>> {
  static constexpr bool kIsInteger = std::is_integral_v<T>;
  PYBIND11_TYPE_CASTER(gioul::python::Number<T>, const_name<kIsInteger>("int", "float"));

  bool load(handle source, bool /*convert*/) {
    if (!(kIsInteger ? PyIndex_Check(source.ptr()) : PyNumber_Check(source.ptr()))) return false;
    const auto number = reinterpret_steal<object>(kIsInteger ? PyNumber_Index(source.ptr())
                                                             : PyNumber_Float(source.ptr()));
    if (!number) throw error_already_set();
    make_caster<T> plain;
    if (!plain.load(number, false)) throw value_error("a number out of its range");
    value.value = cast_op<T>(plain);
    return true;
  }
};
