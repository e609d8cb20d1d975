// gioul.Position.
#include <pybind11/operators.h>
#include <pybind11/stl.h>

#include "api/field_reader.h"
#include "base/error.h"
#include "engine/text/format_chain.h"
#include "engine/text/position_id.h"
#include "eval/render/board_svg.h"
#include "eval/render/board_text.h"
#include "python/bindings/arguments.h"
#include "python/bindings/bind.h"
#include "python/bindings/decisions.h"
#include "python/bindings/errors.h"
#include "python/bindings/positions.h"

namespace gioul::python {

namespace {

GamePosition make_position(const GameLike& game, const std::optional<std::string>& text) {
  const SizedGame sized = sized_game(game);
  if (!text) return {sized.game, sized.game.start(sized.checkers)};
  const ParsedPosition given = parse_any_position(sized.game, *text);
  if (!given.cube_note.empty()) warn(given.cube_note);
  return {sized.game, given.position};
}

py::tuple counts_of(const Side& side) {
  py::tuple counts(kPlaceCount);
  for (int place = 0; place < kPlaceCount; ++place) {
    counts[static_cast<std::size_t>(place)] = side.count(place);
  }
  return counts;
}

std::vector<int> places_of(PlaceSet set) {
  std::vector<int> places;
  for (; set != 0; set &= set - 1) places.push_back(lowest_place(set));
  return places;
}

std::string pending_words(const Position& position) {
  return std::string(position.is_forfeited != 0 ? "forfeited to O: " : "O continues: ") +
         format_owed_moves(position.owed_moves);
}

std::string board(const GamePosition& at) {
  std::string text = board_text(at.game, at.position, "O, to move", "X");
  if (at.position.is_pending()) text += "  " + pending_words(at.position) + "\n";
  text.pop_back();
  return text;
}

std::string svg(const GamePosition& at, const DiceLike& dice, const std::string& play,
                const std::string& title) {
  BoardSvgOptions picture{.title = title, .dice = dice_argument(dice)};
  if (picture.dice) validate_decision_dice(at.position, picture.dice);  // throws if no dice are due
  Play arrows;
  if (!play.empty()) {
    arrows = parse_loose_play(play);
    picture.arrows = std::span(arrows.moves).first(arrows.size);
  }
  return board_svg(at.game, at.position, picture);
}

py::list rolls(const GamePosition& at) {
  py::list result;
  if (at.position.is_pending()) return result;
  for (const Dice dice : kDistinctRolls) {
    result.append(
        py::make_tuple(py::make_tuple(dice.high, dice.low), count_permutations(dice) / 36.0));
  }
  return result;
}

py::object pending(const GamePosition& at) {
  if (!at.position.is_pending()) return py::none();
  return py::str(at.position.is_forfeited != 0 ? "forfeit" : "owed");
}

void define_data(py::class_<GamePosition>& position) {
  position
      .def_property_readonly(
          "game", [](const GamePosition& at) { return at.game.name(); }, "str: name of the game")
      .def_property_readonly("text", &text_of, "str: position text (docs/notation.md)")
      .def_property_readonly(
          "checkers", [](const GamePosition& at) { return at.position.own.total(); },
          "int: checkers per side, including those borne off")
      .def_property_readonly("pending", &pending,
                             "'owed': the player to move continues an own chain; 'forfeit': plays "
                             "what the opponent forfeited; None: must roll")
      .def_property_readonly(
          "owed", [](const GamePosition& at) { return owed_of(at.position); },
          "int: pending checker moves in the own chain of the player to move")
      .def_property_readonly(
          "forfeit", [](const GamePosition& at) { return forfeit_of(at.position); },
          "int: pending checker moves that the opponent forfeited")
      .def_property_readonly(
          "own", [](const GamePosition& at) { return counts_of(at.position.own); },
          "tuple of 26 ints: checkers of the player to move by place, 0 (off), 1 to 24, 25 (bar)")
      .def_property_readonly(
          "opponent", [](const GamePosition& at) { return counts_of(at.position.opp); },
          "tuple of 26 ints: checkers of the opponent, in the opponent's numbering")
      .def_property_readonly(
          "pips",
          [](const GamePosition& at) {
            return std::pair(at.position.own.pip_count(), at.position.opp.pip_count());
          },
          "(int, int): pip counts of the player to move and of the opponent")
      .def_property_readonly(
          "turns",
          [](const GamePosition& at) {
            return std::pair(int{at.position.own_roll_count}, int{at.position.opp_roll_count});
          },
          "(int, int): own rolls completed, 3 means 3 or more; (0, 0) in games that do not count "
          "them")
      .def_property_readonly(
          "pinned",
          [](const GamePosition& at) {
            return std::pair(places_of(at.position.own_pinned), places_of(at.position.opp_pinned));
          },
          "(list[int], list[int]): points on which each side has a pinned checker, in its own "
          "numbering")
      .def_property_readonly(
          "gnubg_id",
          [](const GamePosition& at) { return format_position_id(at.game, at.position); },
          "str: GNU Backgammon's Position ID; ValueError if it cannot represent the position")
      .def_property_readonly(
          "xgid", [](const GamePosition& at) { return format_xgid(at.game, at.position, {}); },
          "str: the XGID, the player to move at the bottom; ValueError if it cannot represent the "
          "position");
}

}  // namespace

void bind_position(py::module_& module) {
  auto position = immutable_class<GamePosition>(module, "Position",
                                                R"(A position, seen by the player to move.

Without a text, the start of the game. docs/notation.md specifies the text; a malformed one
raises ValueError with the column. An XGID or a GNU Backgammon ID is accepted too; its roll is
dropped, and so is a doubling cube, with a warning. Immutable, hashable, picklable; ordered by game and text.
str() draws the board, notebooks show it as SVG.)");
  position.def(py::init(&make_position), py::arg("game") = "gioul", py::arg("text") = py::none());
  define_data(position);
  position
      .def("rolls", &rolls,
           "list[((int, int), float)]: the 21 rolls and their probabilities; empty if moves are "
           "pending")
      .def(
          "plays",
          [](const GamePosition& at, const Typed<"int | (int, int) | str | None">& die1,
             const Typed<"int | None">& die2) {
            const DiceLike dice =
                die2.is_none() ? py::object(die1) : py::object(py::make_tuple(die1, die2));
            return make_plays(at, validate_decision_dice(at.position, dice_argument(dice)));
          },
          "The legal plays of a roll, given as plays(3, 1), plays((3, 1)) or plays('3-1'), or of "
          "the pending moves: plays().",
          py::arg("d1") = py::none(), py::arg("d2") = py::none())
      .def("svg", &svg, "The board as SVG, with arrows for a play.", py::arg("dice") = py::none(),
           py::arg("play") = "", py::arg("title") = "")
      .def("_repr_svg_", [](const GamePosition& at) { return svg(at, {py::none()}, "", ""); })
      .def("__str__", &board)
      .def("__repr__",
           [](const GamePosition& at) {
             return "gioul.Position('" + std::string(at.game.name()) + "', '" + text_of(at) + "')";
           })
      .def("__hash__",
           [](const GamePosition& at) {
             return static_cast<py::ssize_t>(PositionHash{}(at.position) >> 1) +
                    static_cast<py::ssize_t>(at.game.index());
           })
      .def(py::self == py::self)
      .def(py::self != py::self)
      .def(py::self < py::self)
      .def(py::self <= py::self)
      .def(py::self > py::self)
      .def(py::self >= py::self)
      .def("__reduce__", [](const GamePosition& at) {
        return py::make_tuple(py::type::of<GamePosition>(),
                              py::make_tuple(at.game.name(), text_of(at)));
      });
}

}  // namespace gioul::python
