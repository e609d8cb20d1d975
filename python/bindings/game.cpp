// gioul.Game: a variant with its number of checkers, its rules as data, and perft.
#include "engine/games/game.h"

#include <pybind11/stl.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "engine/text/notation.h"
#include "python/bindings/arguments.h"
#include "python/bindings/bind.h"
#include "python/bindings/gil.h"
#include "python/bindings/positions.h"

namespace gioul::python {

namespace {

py::dict rules_of(const SizedGame& game) {
  const Variant& variant = game.game.variant();
  constexpr std::array kContacts = {"block", "hit", "pin"};
  constexpr std::array kMothers = {"none", "pin-wins", "both-pinned-tie"};
  py::dict rules;
  rules["name"] = variant.name;
  rules["alias"] =
      variant.alias.empty() ? py::object(py::none()) : py::object(py::str(variant.alias));
  rules["movement"] = variant.movement == Movement::kContrary ? "contrary" : "parallel";
  rules["contact"] = kContacts[static_cast<std::size_t>(variant.contact)];
  rules["doublets"] = variant.doublets == DoubletRule::kChain ? "chain" : "plain";
  rules["unfinished"] =
      variant.unfinished_chain == UnfinishedChainRule::kForfeited ? "forfeited" : "lost";
  rules["plain_rolls"] = variant.rolls_before_chains;
  rules["mother"] = kMothers[static_cast<std::size_t>(variant.mother)];
  rules["start"] = format_position(variant, game.game.start(game.checkers));
  rules["fewer_checkers"] = variant.allows_fewer_checkers;
  return rules;
}

// Counts deep trees decision by decision, down to depth kWhole, so that Ctrl-C is noticed.
std::uint64_t interruptible_perft(Game game, const Position& position, int depth) {
  constexpr int kWhole = 2;
  throw_if_interrupted();
  if (depth <= kWhole) return game.perft(position, depth);
  const auto list = std::make_unique_for_overwrite<AfterstateList>();
  std::uint64_t sum = 0;
  const auto add = [&](std::optional<Dice> dice) {
    game.generate_afterstates(position, dice, *list);
    sum += list->size() - list->positions().size();
    for (const Position& next : list->positions())
      sum += interruptible_perft(game, next, depth - 1);
  };
  if (position.is_pending()) {
    add(std::nullopt);
  } else {
    for (const Dice dice : kDistinctRolls) add(dice);
  }
  return sum;
}

std::uint64_t perft(const SizedGame& game, Integer depth, const std::optional<GamePosition>& from) {
  constexpr int kDeepest = 16;  // as in `gioul perft`: deeper counts exceed 64 bits
  number_argument("depth", depth, 0, kDeepest);
  if (from) require_game("a position", from->game, game.game);
  return interruptible_call([game, depth = static_cast<int>(depth), from] {
    const Position position = from ? from->position : game.game.start(game.checkers);
    return interruptible_perft(game.game, position, depth);
  });
}

py::str shown_game(const SizedGame& game) {
  std::string text = "gioul.Game('" + std::string(game.game.name()) + "'";
  if (game.checkers != kMaxCheckers) text += ", checkers=" + std::to_string(game.checkers);
  return text + ")";
}

}  // namespace

void bind_game(py::module_& module) {
  immutable_class<SizedGame>(module, "Game",
                             R"(A game with a number of checkers per side.

Immutable, hashable, picklable. Raises ValueError for an unknown name or a number of checkers
that the game does not support.)")
      .def(py::init([](const std::string& name, Number<int> checkers) {
             return sized_game(py::str(name), checkers);
           }),
           py::arg("name"), py::arg("checkers") = kMaxCheckers)
      .def_property_readonly(
          "name", [](const SizedGame& game) { return game.game.name(); }, "str, such as 'gul-bara'")
      .def_readonly("checkers", &SizedGame::checkers, "int: checkers per side")
      .def_property_readonly("rules", &rules_of, "dict: the rules as plain data")
      .def(
          "start",
          [](const SizedGame& game) {
            return GamePosition{game.game, game.game.start(game.checkers)};
          },
          "The start position, before the first roll.")
      .def("perft", &perft, "The number of leaves of the move tree at a depth (docs/notation.md).",
           py::arg("depth"), py::arg("position") = py::none())
      .def("__eq__",
           [](const SizedGame& game, const py::object& other) {
             return py::isinstance<SizedGame>(other) && game == other.cast<SizedGame>();
           })
      .def("__hash__",
           [](const SizedGame& game) {
             return py::hash(py::make_tuple(game.game.name(), game.checkers));
           })
      .def("__repr__", &shown_game)
      .def("__reduce__", [](const SizedGame& game) {
        return py::make_tuple(py::type::of<SizedGame>(),
                              py::make_tuple(game.game.name(), game.checkers));
      });
  module.def("games", &game_names, "The names of all games.");
}

}  // namespace gioul::python
