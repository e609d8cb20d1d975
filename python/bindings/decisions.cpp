#include "python/bindings/decisions.h"

#include <pybind11/numpy.h>

#include <algorithm>

#include "base/error.h"
#include "engine/outcome.h"
#include "python/bindings/bind.h"

namespace gioul::python {

Decisions decisions_of(std::shared_ptr<const BatchDecisions> batch) {
  Positions afterstates(batch->game,
                        std::make_shared<const PositionBlock>(batch->afterstates, batch));
  return {std::move(batch), std::move(afterstates)};
}

std::vector<double> mover_equities(const Decisions& self, const py::object& values) {
  const BatchDecisions& batch = *self.batch;
  std::vector<double> equities = equities_argument("values", values, batch.endings.size());
  for (std::size_t env = 0; env < batch.env_count(); ++env) {
    const auto end = static_cast<std::size_t>(batch.afterstate_offsets[env + 1]);
    for (auto i = static_cast<std::size_t>(batch.afterstate_offsets[env]); i < end; ++i) {
      if (batch.endings[i] != Ending::kNone) {
        equities[i] = points(outcome_of(batch.endings[i]));
      } else if (batch.mover_acts_next[env] == 0) {
        equities[i] = 0.0 - equities[i];
      }
    }
  }
  return equities;
}

std::vector<std::int64_t> best_afterstate_indices(std::span<const std::int64_t> offsets,
                                                  const std::vector<double>& equities) {
  std::vector<std::int64_t> best(offsets.size() - 1);
  for (std::size_t i = 0; i < best.size(); ++i) {
    const double* const first = equities.data() + offsets[i];
    best[i] = std::max_element(first, equities.data() + offsets[i + 1]) - first;
  }
  return best;
}

bool AfterstateView::is_supported(const py::object& of) {
  return py::isinstance<Plays>(of) || py::isinstance<Decisions>(of);
}

AfterstateView::AfterstateView(const py::object& of) {
  if (py::isinstance<Plays>(of)) {
    plays_ = of.cast<const Plays*>();
    offsets_ = {0, static_cast<std::int64_t>(plays_->plays.size())};
  } else if (py::isinstance<Decisions>(of)) {
    batch_ = of.cast<const Decisions&>().batch.get();
    offsets_ = batch_->afterstate_offsets;
  } else {
    throw py::type_error("expected gioul.Plays or gioul.Decisions");
  }
}

std::vector<std::int64_t> AfterstateView::choices(const py::object& choice) const {
  if (plays_ != nullptr) return {whole_number("choice", choice)};
  return numbers_argument("choice", choice);
}

namespace {

// Returns both dice of each decision: `pending` where no dice were rolled, 0 and 0 without a
// decision.
std::vector<std::uint8_t> dice_by_env(const BatchDecisions& batch, Dice pending) {
  std::vector<std::uint8_t> dice;
  for (std::size_t env = 0; env < batch.env_count(); ++env) {
    const bool decides = batch.afterstate_count(env) > 0;
    const Dice rolled = decides ? batch.decisions[env].dice.value_or(pending) : Dice{};
    for (const int die : {rolled.high, rolled.low}) {
      dice.push_back(static_cast<std::uint8_t>(die));
    }
  }
  return dice;
}

Positions positions_of(const Decisions& self) {
  std::vector<Position> positions;
  const Position start = self.batch->game.start();
  for (std::size_t env = 0; env < self.batch->env_count(); ++env) {
    positions.push_back(
        self.batch->afterstate_count(env) == 0 ? start : self.batch->decisions[env].position);
  }
  return {self.batch->game, std::move(positions)};
}

// Pickles only the decisions; their afterstates are generated again.
py::tuple pickled_decisions(const Decisions& self) {
  const BatchDecisions& batch = *self.batch;
  const auto dice = dice_by_env(batch, kPickledNoDice);
  return py::make_tuple(
      unpickler("decisions"),
      py::make_tuple(batch.game.name(), batch.threads, bytes_of_positions(positions_of(self)),
                     bytes_of(dice), bytes_of(batch.players_to_move),
                     bytes_of(batch.game_numbers)));
}

Decisions unpickled_decisions(const GameLike& game, Number<int> threads, const py::bytes& records,
                              const py::bytes& dice_bytes, const py::bytes& actors,
                              const py::bytes& numbers) {
  const Positions positions = positions_from_bytes(game, records);
  const std::size_t env_count = positions.size();
  const auto dice = decode_bytes<std::uint8_t>("decisions", dice_bytes, 2 * env_count);
  std::vector<std::optional<Decision>> due(env_count);
  for (std::size_t env = 0; env < env_count; ++env) {
    const int high = dice[2 * env];
    const int low = dice[2 * env + 1];
    if (high == 0 && low == 0) continue;
    if (high > 6 || low < 1 || low > high) throw InputError("decisions: invalid dice");
    const Position& position = positions.span()[env];
    due[env] = {position, unpickled_dice(position, high, low)};
  }
  const auto batch = make_batch_decisions(positions.game(), thread_count(threads), due);
  batch->players_to_move = decode_bytes<std::uint8_t>("decisions", actors, env_count);
  batch->game_numbers = decode_bytes<std::uint64_t>("decisions", numbers, env_count);
  return decisions_of(batch);
}

py::array dice_of(const Decisions& self) { return copy_array(dice_by_env(*self.batch, {}), 2); }

std::string shown_decisions(const Decisions& self) {
  std::size_t open = 0;
  for (std::size_t i = 0; i < self.batch->env_count(); ++i)
    open += self.batch->afterstate_count(i) > 0 ? 1 : 0;
  return "<gioul.Decisions: " + std::to_string(open) + " games of " +
         std::string(self.batch->game.name()) + ", " + std::to_string(self.batch->endings.size()) +
         " afterstates>";
}

// Makes a getter for one of the batch's vectors.
template <typename Kind, typename Member>
auto batch_view(Member member) {
  return vector_view<Decisions, Kind>(
      [member](const Decisions& self) -> const auto& { return (*self.batch).*member; });
}

}  // namespace

void bind_decisions(py::module_& module) {
  immutable_class<Decisions>(module, "Decisions",
                             R"(The pending decisions of all games of a BatchEnv.

Unpacks to (afterstates, offsets, endings). Index k, offsets[i] <= k < offsets[i + 1], is play
k - offsets[i] of game i: its afterstate or, if endings[k] is not 0, the end of the game (then the
afterstate is the position before the play). A game without plays is over, and no other has taken
its place.)")
      .def_property_readonly(
          "afterstates", [](const Decisions& self) { return self.afterstates; },
          "Positions[k]: seen by their players to move")
      .def_property_readonly(
          "offsets", batch_view<std::int64_t>(&BatchDecisions::afterstate_offsets),
          "int64[n + 1]: index of each game's first afterstate, and the total number")
      .def_property_readonly(
          "endings", batch_view<std::int8_t>(&BatchDecisions::endings),
          "int8[k]: 0: the game continues, 1: win=1, 2: win=2, 3: tie, for the player who decides")
      .def_property_readonly("positions", &positions_of,
                             "Positions[n]: before the decisions, seen by the player who decides "
                             "(the start if there is no decision)")
      .def_property_readonly(
          "dice", &dice_of,
          "uint8[n, 2]: the roll, the higher die first; 0, 0 if moves are pending")
      .def_property_readonly(
          "actors", batch_view<std::uint8_t>(&BatchDecisions::players_to_move),
          "uint8[n]: the player who decides; 0 made the first decision of the game")
      .def_property_readonly(
          "acts_again", batch_view<bool>(&BatchDecisions::mover_acts_next),
          "bool[n]: the same player makes the next decision if the game continues")
      .def_property_readonly("numbers", batch_view<std::uint64_t>(&BatchDecisions::game_numbers),
                             "uint64[n]: game numbers as in `gioul selfplay`")
      .def("__len__", [](const Decisions&) { return 3; })
      .def("__iter__", &item_iterator)
      .def("__getitem__",
           [](const py::object& self, const py::object& index) -> py::object {
             return py::make_tuple(self.attr("afterstates"), self.attr("offsets"),
                                   self.attr("endings"))[index];
           })
      .def(
          "choose",
          [](const Decisions& self, const ValuesLike& values) {
            return copy_array(best_afterstate_indices(self.batch->afterstate_offsets,
                                                      mover_equities(self, values)));
          },
          "int64[n]: the best play of each game, for BatchEnv.step(); `values` as in equities().",
          py::arg("values"))
      .def(
          "equities",
          [](const Decisions& self, const ValuesLike& values) {
            return copy_array(mover_equities(self, values));
          },
          "float64[k]: equities in points for the players who decide, endings included. `values` "
          "are those of `afterstates`, for their players to move: equities, or the probabilities "
          "of losing 2, losing 1, a tie, winning 1, winning 2; values at endings are ignored.",
          py::arg("values"))
      .def(
          "targets",
          [](const Decisions& self, const DistributionsLike& values,
             const Typed<"int[n]">& choice) {
            const BatchDecisions& batch = *self.batch;
            const auto targets = compute_td_targets(
                batch, distributions_argument("values", values, batch.endings.size()),
                numbers_argument("choice", choice));
            return py::array_t<float>(shape_of(targets.size() * kOutcomeCount, kOutcomeCount),
                                      reinterpret_cast<const float*>(targets.data()));
          },
          "float32[n, 5]: TD(0) targets of `positions` for the players who decide: the value after "
          "the chosen play, or the result of the game. `values` are probabilities as in "
          "equities(); 0 where there is no decision.",
          py::arg("values"), py::arg("choice"))
      .def("__repr__", &shown_decisions)
      .def("__reduce__", &pickled_decisions);
  module.def("_decisions", &unpickled_decisions);
}

}  // namespace gioul::python
