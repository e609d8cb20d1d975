#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <vector>

#include "base/error.h"
#include "base/files.h"
#include "base/interrupt.h"
#include "base/parallel.h"
#include "engine/outcome.h"
#include "eval/solve/exact_table.h"
#include "eval/solve/solver.h"
#include "python/bindings/arguments.h"
#include "python/bindings/bind.h"
#include "python/bindings/decisions.h"
#include "python/bindings/errors.h"
#include "python/bindings/gil.h"
#include "python/bindings/net.h"
#include "python/bindings/value_arrays.h"

namespace gioul::python {

namespace {

using SharedTable = std::shared_ptr<SolvedTable>;

SharedTable solve_game(const GameLike& game, std::optional<Number<int>> checkers,
                       std::optional<Number<int>> threads) {
  const SizedGame sized = sized_game(game, checkers);
  const SolveOptions options{.game = sized.game,
                             .checkers = sized.checkers,
                             .threads = thread_count(threads),
                             .max_memory_bytes = default_memory_limit()};
  return interruptible_call([options] {
    auto table = solve(options, [](double) { throw_if_interrupted(); });
    return std::make_shared<SolvedTable>(SolvedTable{std::move(table)});
  });
}

SharedTable load_table(const PathLike& path) {
  const std::filesystem::path file = path_argument(path);
  return interruptible_call([file] {
    require_file(file);
    return std::make_shared<SolvedTable>(SolvedTable{ExactTable::load(file)});
  });
}

std::unique_ptr<Evaluator> evaluator_of(const SolvedTable& self, Game game) {
  require_game("a table", self.table->game(), game);
  return table_evaluator_factory(self.table)();
}

py::array evaluate(const SolvedTable& self, const PositionsLike& positions,
                   const Typed<"float64[n, 5] | None">& out) {
  const Positions many = positions_argument(positions, self.table->game());
  const auto evaluator = evaluator_of(self, many.game());
  return value_array<double>(
      many, out, kOutcomeCount, [&](std::span<const Position> part, double* values) {
        for (const Position& position : part) {
          values = std::ranges::copy(evaluator->evaluate(position), values).out;
        }
      });
}

// Returns the equities of the afterstates for the player who decides, in double precision.
std::vector<double> equities_of(const SolvedTable& self, const AfterstateView& view) {
  require_game("a table", self.table->game(), view.game());
  PerThread<std::unique_ptr<Evaluator>> evaluators(table_evaluator_factory(self.table));
  return view.numbers<double>(
      1, [&](const Position& before, const AfterstateList& list, double* equities) {
        Evaluator& evaluator = *evaluators.local();
        (void)evaluator.evaluate(before, list);
        for (std::size_t i = 0; i < list.positions().size(); ++i) {
          const double value = equity(evaluator.result_value(0, i));
          *equities++ = (list.mover_acts_next() ? value : -value) + 0.0;
        }
        for (std::size_t i = list.positions().size(); i < list.size(); ++i) {
          *equities++ = points(outcome_of(list.ending(i)));
        }
      });
}

py::array equities(const SolvedTable& self, const PositionsOrPlaysLike& of) {
  if (AfterstateView::is_supported(of)) return copy_array(equities_of(self, AfterstateView(of)));
  const Positions many = positions_argument(of, self.table->game());
  const auto evaluator = evaluator_of(self, many.game());
  return value_array<double>(many, py::none(), 0,
                             [&](std::span<const Position> part, double* values) {
                               for (const Position& position : part) {
                                 *values++ = equity(evaluator->evaluate(position)) + 0.0;
                               }
                             });
}

py::object regret(const SolvedTable& self, const PlaysLike& among,
                  const Typed<"int | int[n]">& choice) {
  const AfterstateView view(among);
  const std::vector<double> values = equities_of(self, view);
  const std::span<const std::int64_t> offsets = view.offsets();
  const std::vector<std::int64_t> choices = view.choices(choice);
  if (choices.size() + 1 != offsets.size()) {
    throw InputError("choice: " + std::to_string(choices.size()) + " entries for " +
                     std::to_string(offsets.size() - 1) + " decisions");
  }
  const std::vector<std::int64_t> best = best_afterstate_indices(offsets, values);
  std::vector<double> lost(choices.size());
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (offsets[i] == offsets[i + 1]) continue;
    number_argument("choice", choices[i], 0, offsets[i + 1] - offsets[i] - 1);
    const double* const first = values.data() + offsets[i];
    lost[i] = first[best[i]] - first[choices[i]];
  }
  return view.to_python(lost);
}

py::object choose(const SolvedTable& self, const PlaysLike& among) {
  const AfterstateView view(among);
  return view.to_python(best_afterstate_indices(view.offsets(), equities_of(self, view)));
}

void save(const SharedTable& self, const PathLike& path) {
  const std::filesystem::path file = path_argument(path);
  (void)interruptible_call([self, file] {
    self->table->save(file);
    return true;
  });
}

}  // namespace

void bind_table(py::module_& module) {
  immutable_class<SolvedTable, SharedTable>(module, "Table",
                                            R"(The exact values of a game with few checkers.

Loaded from a file of `gioul solve --out` or Table.save(). Accepted wherever a net is. Immutable;
threads may share it.)")
      .def(py::init(&load_table), py::arg("path"))
      .def_property_readonly(
          "game", [](const SolvedTable& self) { return self.table->game().name(); }, "str")
      .def_property_readonly(
          "checkers", [](const SolvedTable& self) { return self.table->checkers(); },
          "int: checkers per side, the same in all positions")
      .def("evaluate", &evaluate, "float64[n, 5]: exact probabilities; see Net.evaluate().",
           py::arg("positions"), py::arg("out") = py::none())
      .def("equities", &equities, "float64[n]: exact equities; see Net.equities().", py::arg("of"))
      .def("choose", &choose, "The index of a best play; see Net.choose().", py::arg("among"))
      .def("regret", &regret,
           "Points lost by the chosen play: a float for Plays, float64[n] for Decisions.",
           py::arg("among"), py::arg("choice"))
      .def("__repr__",
           [](const SolvedTable& self) {
             return "<gioul.Table: " + std::string(self.table->game().name()) + ", " +
                    std::to_string(self.table->checkers()) + " checkers>";
           })
      .def("save", &save, "Writes a file for Table(path) and `table:FILE` players.",
           py::arg("path"))
      .def("__reduce__", [](const SharedTable& self) {
        const std::string bytes = interruptible_call([self] {
          const StagingFolder folder(std::filesystem::temp_directory_path());
          const std::filesystem::path file = folder.path() / "table";
          self->table->save(file);
          return read_file(file, UINT64_MAX);
        });
        return py::make_tuple(unpickler("table"), py::make_tuple(py::bytes(bytes)));
      });
  module.def("_table", [](const py::bytes& bytes) {
    return interruptible_call([bytes = std::string(bytes)] {
      const StagingFolder folder(std::filesystem::temp_directory_path());
      const std::filesystem::path file = folder.path() / "pickle";
      write_file_atomically(file, bytes);
      return std::make_shared<SolvedTable>(SolvedTable{ExactTable::load(file)});
    });
  });
  module.def("solve", &solve_game,
             "Computes the exact values of all positions; ValueError if there is not enough "
             "memory. `threads` defaults to one per core.",
             py::arg("game") = "gioul", py::arg("checkers") = py::none(),
             py::arg("threads") = py::none());
}

}  // namespace gioul::python
