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
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "engine/dice.h"
#include "engine/games/game.h"
#include "engine/outcome.h"

namespace gioul::python {

namespace py = pybind11;

/// The text that help() shows as the type of an argument (a string as a template argument).
template <std::size_t kSize>
struct TypeText {
  consteval TypeText(const char (&words)[kSize]) { std::copy_n(words, kSize, text); }
  char text[kSize]{};
};

/// An argument that may have one of several Python types, which help() shows as kText. The function
/// that takes it checks its type.
template <TypeText kText>
struct Typed : py::object {
  using py::object::object;
  Typed(py::object any) : py::object(std::move(any)) {}
  static bool check_(py::handle any) { return any.ptr() != nullptr; }
};

/// Arguments of the module's functions, by the Python types that they accept.
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
using DistributionsLike = Typed<"float[k, 5]">;

/// The largest number of environments of a batch, and of games of a run.
inline constexpr std::int64_t kMaxEnvs = 1'000'000;
inline constexpr std::int64_t kMaxGames = 1'000'000'000'000;

/// A number argument of type T. Rethrows the exceptions of the object's own __index__ or __float__,
/// which pybind11 would swallow.
template <typename T>
struct Number {
  T value{};
  operator T() const { return value; }
};

using Integer = Number<std::int64_t>;
using Seed = Number<std::uint64_t>;
using Decimal = Number<double>;

/// The object behind gioul.Game: a game variant with a number of checkers per side.
struct SizedGame {
  Game game = {};
  int checkers = kMaxCheckers;
  bool operator==(const SizedGame&) const = default;
};

/// Converts an argument to a variant with a number of checkers: the name of a variant, such as
/// "gioul", or a gioul.Game. `checkers`, if set, overrides the number of the Game. Throws TypeError
/// for other types, InputError for unknown names.
SizedGame sized_game(const py::handle& game, std::optional<int> checkers = std::nullopt);

/// Converts an argument to a variant: a name, such as "gioul", or a gioul.Game.
inline Game game_argument(const py::handle& game) { return sized_game(game).game; }

/// Checks that an argument fits the game played. Throws InputError if `of`, the variant of the
/// argument, is not `game`. `what` names the argument in the message, such as "a net".
void require_game(const char* what, Game of, Game game);

/// Converts a path argument: a str or os.PathLike.
std::filesystem::path path_argument(const py::handle& path);
/// Returns true if an argument is a path: a str or os.PathLike.
bool is_path(const py::handle& path);

/// Converts a dice argument: a pair of numbers or a string such as "3-1" or "31". Converts None to
/// no value.
std::optional<Dice> dice_argument(const DiceLike& dice);

/// Returns a whole number of Python. Otherwise throws a TypeError that starts with `what`, the name
/// of the argument.
std::int64_t whole_number(const char* what, const py::handle& number);

/// Returns the JSON text of a value. Paths become strings; objects that are not Python numbers are
/// converted by their __index__ or __float__. Errors start with `name`.
std::string json_of(const std::string& name, const py::handle& value);

/// Returns `value` as a T if it is from `lowest` to `highest`. Otherwise throws an InputError that
/// starts with `what`, the name of the integer argument.
template <typename T = std::int64_t>
T number_argument(const char* what, std::int64_t value, std::int64_t lowest, std::int64_t highest) {
  if (value >= lowest && value <= highest) return static_cast<T>(value);
  throw InputError(std::string(what) + " " + std::to_string(value) + ": expected " +
                   std::to_string(lowest) + " to " + std::to_string(highest));
}
/// Returns `value` if it is from `lowest` to `highest`. Otherwise throws an InputError that starts
/// with `what`, the name of the decimal argument.
double decimal_argument(const char* what, double value, double lowest, double highest);

/// Converts an object to a NumPy array of any type; returns null if NumPy cannot. Rethrows other
/// exceptions of the object, such as KeyboardInterrupt.
py::array array_of(const py::handle& object);

/// Returns an attribute of a Python object, or null if it has none. Rethrows other exceptions of
/// the lookup.
py::object attribute_if_any(const py::handle& object, const char* name);

/// Converts an argument to integers: a one-dimensional NumPy array, or anything that NumPy converts
/// to one. `what` names the argument in errors.
std::vector<std::int64_t> numbers_argument(const char* what, const py::handle& numbers);

/// Converts an argument to `count` distributions: an array of rows of the five outcomes'
/// probabilities. `what` names the argument in errors.
std::vector<Distribution> distributions_argument(const char* what, const py::handle& values,
                                                 std::size_t count);

/// Converts an argument to `count` equities in points. It has equities, or rows of the five
/// outcomes' probabilities. `what` names the argument in errors.
std::vector<double> equities_argument(const char* what, const py::handle& values,
                                      std::size_t count);

/// Returns the memory of a vector of numbers as Python bytes, for pickle.
py::bytes bytes_of(const auto& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(values[0])};
}

/// Restores a vector of numbers from a pickle, the bytes of bytes_of(). Throws an InputError that
/// starts with `what` if there are not whole numbers, or not `count` of them.
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

/// Returns a Python iterator over a sequence. It calls the sequence's __getitem__ with 0, 1, 2, ...
py::object item_iterator(const py::sequence& sequence);

/// Parses a JSON object to a Python dict.
py::dict parse_json(const std::string& json);

/// Returns a read-only NumPy array over `data`, without a copy. `owner` keeps that memory alive.
template <typename T>
py::array_t<T> read_only_array(std::vector<py::ssize_t> shape, const T* data,
                               const py::handle& owner) {
  py::array_t<T> array(std::move(shape), data, owner);
  array.attr("flags").attr("writeable") = false;
  return array;
}

/// Returns the shape of a NumPy array with `numbers` elements: one dimension if `columns` is 0,
/// else rows of `columns` elements.
std::vector<py::ssize_t> shape_of(std::size_t numbers, std::size_t columns);

/// Makes the getter of a Python property that shows a std::vector as a read-only NumPy array,
/// without a copy. `get` selects the vector in a Class. The array's elements have the type Kind, of
/// the same size as the vector's.
template <typename Class, typename Kind, typename Get>
auto vector_view(Get get, std::size_t columns = 0) {
  return [get, columns](const py::object& self) {
    const auto& values = std::invoke(get, self.cast<const Class&>());
    static_assert(sizeof(Kind) == sizeof(values[0]));
    return read_only_array<Kind>(shape_of(values.size(), columns),
                                 reinterpret_cast<const Kind*>(values.data()), self);
  };
}

/// Returns a new NumPy array with a copy of `values`: one dimension if `columns` is 0, else rows of
/// `columns` elements.
template <typename T>
py::array_t<T> copy_array(const std::vector<T>& values, std::size_t columns = 0) {
  return py::array_t<T>(shape_of(values.size(), columns), values.data());
}

/// Converts a Python index into a sequence of `size` items; a negative one counts from the end.
/// Throws IndexError, which names `what`, if it is out of range.
std::size_t index_argument(const char* what, std::int64_t index, std::size_t size);
/// Converts any Python object with __index__ to an index into `size` items; a negative one counts
/// from the end. Rethrows the exceptions of __index__.
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
    if (!plain.load(number, false)) {
      throw value_error(str(number).cast<std::string>() + ": expected a number from " +
                        std::to_string(std::numeric_limits<T>::lowest()) + " to " +
                        std::to_string(std::numeric_limits<T>::max()));
    }
    value.value = cast_op<T>(plain);
    return true;
  }
};
