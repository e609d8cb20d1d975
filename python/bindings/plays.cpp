#include <pybind11/numpy.h>

#include <algorithm>

#include "api/field_reader.h"
#include "base/error.h"
#include "engine/games/loose_play.h"
#include "engine/outcome.h"
#include "engine/text/notation.h"
#include "python/bindings/arguments.h"
#include "python/bindings/bind.h"
#include "python/bindings/decisions.h"

namespace gioul::python {

std::shared_ptr<Plays> make_plays(const GamePosition& at, std::optional<Dice> dice) {
  return std::make_shared<Plays>(
      Plays{list_legal_plays(at.game, at.position, dice, scratch_afterstates())});
}

namespace {

using Shared = std::shared_ptr<const Plays>;

// One play of a decision.
struct OnePlay {
  Shared plays;
  std::size_t i;

  const ListedPlay& listed() const { return plays->plays[i]; }
};

py::object dice_of(const Plays& plays) {
  if (!plays.dice) return py::none();
  return py::make_tuple(plays.dice->high, plays.dice->low);
}

py::object position_after(const OnePlay& play) {
  if (!play.plays->game_continues(play.i)) return py::none();
  return py::cast(GamePosition{play.plays->game,
                               play.plays->afterstate_positions[play.listed().afterstate_index]});
}

py::object ending_of(const OnePlay& play) {
  const Ending ending = play.plays->ending(play.i);
  return ending == Ending::kNone ? py::object(py::none()) : py::str(format_ending(ending));
}

py::object mover_acts_next(const OnePlay& play) {
  if (!play.plays->game_continues(play.i)) return py::none();
  return py::bool_(play.plays->mover_acts_next);
}

Positions afterstates(const Plays& plays) {
  std::vector<Position> positions;
  for (std::size_t i = 0; i < plays.plays.size(); ++i) {
    if (plays.game_continues(i))
      positions.push_back(plays.afterstate_positions[plays.plays[i].afterstate_index]);
  }
  return Positions(plays.game, std::move(positions));
}

py::array_t<std::int8_t> endings(const Plays& plays) {
  std::vector<std::int8_t> codes;
  for (std::size_t i = 0; i < plays.plays.size(); ++i) {
    codes.push_back(static_cast<std::int8_t>(plays.ending(i)));
  }
  return copy_array(codes);
}

std::size_t choose_by_values(const Plays& plays, const ValuesLike& values) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < plays.plays.size(); ++i) count += plays.game_continues(i) ? 1 : 0;
  const std::vector<double> seen = equities_argument("values", values, count);
  std::vector<double> equities;
  std::size_t next = 0;
  for (std::size_t i = 0; i < plays.plays.size(); ++i) {
    if (!plays.game_continues(i)) {
      equities.push_back(points(outcome_of(plays.ending(i))));
    } else {
      equities.push_back(plays.mover_acts_next ? seen[next] : -seen[next]);
      ++next;
    }
  }
  return static_cast<std::size_t>(std::ranges::max_element(equities) - equities.begin());
}

std::size_t index_of(const Plays& plays, const std::string& play) {
  AfterstateList& list = scratch_afterstates();
  plays.restore_afterstates(list);
  return plays.play_index_of_afterstate(
      parse_play_to_afterstate_index(plays.game, plays.before, list, play));
}

std::string shown_plays(const Plays& plays) {
  return "<gioul.Plays: " + std::to_string(plays.plays.size()) + " of " +
         format_position(plays.game, plays.before) +
         (plays.dice ? " " + format_dice(*plays.dice) : "") + ">";
}

py::object item(const std::shared_ptr<Plays>& plays, const Typed<"int | slice">& index) {
  const std::size_t size = plays->plays.size();
  if (py::isinstance<py::slice>(index)) return py::list(item_iterator(py::cast(plays)))[index];
  return py::cast(OnePlay{plays, index_argument("play", index, size)});
}

void bind_one_play(py::module_& module) {
  immutable_class<OnePlay>(module, "Play", "One legal play of a decision and its result.")
      .def_property_readonly(
          "text", [](const OnePlay& play) { return play.listed().play_text; },
          "str: the play, such as '24/21 24/23'; '-' for no legal checker move")
      .def_property_readonly(
          "after", [](const OnePlay& play) { return play.listed().afterstate_text; },
          "str: the afterstate's text, or 'win=1', 'win=2' or 'tie'")
      .def_property_readonly(
          "position", &position_after,
          "Position | None: the afterstate, seen by its player to move; None if the game is over")
      .def_property_readonly("ending", &ending_of, "str | None: 'win=1', 'win=2', 'tie'")
      .def_property_readonly(
          "acts_again", &mover_acts_next,
          "bool | None: True if the same player makes the next decision, None if the game is over")
      .def("__repr__",
           [](const OnePlay& play) {
             return "<gioul.Play: " + play.listed().play_text + " -> " +
                    play.listed().afterstate_text + ">";
           })
      .def("__reduce__", [](const OnePlay& play) {
        return py::make_tuple(py::module_::import("operator").attr("getitem"),
                              py::make_tuple(play.plays, play.i));
      });
}

}  // namespace

void bind_plays(py::module_& module) {
  bind_one_play(module);
  immutable_class<Plays, std::shared_ptr<Plays>>(
      module, "Plays",
      R"(All legal plays of a decision, in the order of `gioul moves`: a sequence of Play.

Made by Position.plays(). Net, Player and Table choose by its indices.)")
      .def("__len__", [](const Plays& plays) { return plays.plays.size(); })
      .def("__iter__", &item_iterator)
      .def("__getitem__", &item, py::arg("index"))
      .def_property_readonly(
          "position", [](const Plays& plays) { return GamePosition{plays.game, plays.before}; },
          "Position: before the decision")
      .def_property_readonly("dice", &dice_of, "(int, int) | None: the roll, the higher die first")
      .def_property_readonly(
          "texts",
          [](const Plays& plays) {
            py::list texts;
            for (const ListedPlay& play : plays.plays) texts.append(play.play_text);
            return texts;
          },
          "list[str]: the plays")
      .def_property_readonly("afterstates", &afterstates,
                             "Positions: of the plays that do not end the game, in order")
      .def_property_readonly("endings", &endings,
                             "int8[n]: by play: 0: the game continues, 1: win=1, 2: win=2, 3: tie")
      .def_property_readonly(
          "acts_again", [](const Plays& plays) { return plays.mover_acts_next; },
          "bool: the same player makes the next decision if the game continues")
      .def("choose", &choose_by_values,
           "The index of the best play. `values` are those of `afterstates`, for their players to "
           "move, as in Decisions.choose().",
           py::arg("values"))
      .def("index", &index_of,
           "The index of a play in any common spelling, such as '8/5 6/5', '6-5 8-5' or 'bar/20'. "
           "ValueError if it is illegal or can mean several plays.",
           py::arg("play"))
      .def("__repr__", &shown_plays)
      .def("__reduce__", [](const Plays& plays) {
        return py::make_tuple(
            unpickler("plays"),
            py::make_tuple(GamePosition{plays.game, plays.before}, dice_of(plays)));
      });
  module.def("_plays", [](const GamePosition& at, const DiceLike& dice) {
    return make_plays(at, validate_decision_dice(at.position, dice_argument(dice)));
  });
}

}  // namespace gioul::python
