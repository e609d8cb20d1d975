#include <pybind11/numpy.h>
#include <pybind11/stl.h>
#include <unistd.h>

#include <algorithm>
#include <vector>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/parallel.h"
#include "engine/outcome.h"
#include "eval/solve/exact_table.h"
#include "eval/solve/solver.h"
#include "python/bindings/arguments.h"
#include "python/bindings/bind.h"
#include "python/bindings/calls.h"
#include "python/bindings/decisions.h"
#include "python/bindings/errors.h"
#include "python/bindings/net.h"
#include "python/bindings/value_arrays.h"

namespace gioul::python {

namespace {

using SharedTable = std::shared_ptr<SolvedTable>;

// As `gioul solve`: what the machine has, less a tenth for everything else.
double memory_allowed() {
  return 0.9 * static_cast<double>(sysconf(_SC_PHYS_PAGES)) *
         static_cast<double>(sysconf(_SC_PAGE_SIZE));
}

SharedTable solve_game(const py::object& game, std::optional<int> checkers,
                       std::optional<int> threads) {
  const SizedGame sized = sized_game(game, checkers);
  const SolveOptions options{.game = sized.game,
                             .checkers = sized.checkers,
                             .threads = thread_count(threads),
                             .memory_bytes = memory_allowed()};
  return long_call([options] {
    auto table = solve(options, [](double) { end_if_interrupted(); });
    return std::make_shared<SolvedTable>(SolvedTable{std::move(table)});
  });
}

SharedTable load_table(const py::object& path) {
  const std::filesystem::path file = path_argument(path);
  return long_call([file] {
    return with_file(
        file, [&] { return std::make_shared<SolvedTable>(SolvedTable{ExactTable::load(file)}); });
  });
}

std::unique_ptr<Evaluator> evaluator_of(const SolvedTable& self, Game game) {
  if (self.table->game() != game) {
    throw InputError("the table is for " + std::string(self.table->game().name()) +
                     ", the positions are of " + std::string(game.name()));
  }
  return table_evaluator_factory(self.table)();
}

py::array evaluate(const SolvedTable& self, const py::object& positions, const py::object& out) {
  const Positions many = positions_argument(positions, self.table->game());
  const auto evaluator = evaluator_of(self, many.game());
  return value_array<double>(
      many, out, kOutcomes, [&](std::span<const Position> part, double* values) {
        for (const Position& position : part) {
          values = std::ranges::copy(evaluator->evaluate(position), values).out;
        }
      });
}

// Line by line, in double precision, for who decides.
std::vector<double> equities_of(const SolvedTable& self, const Lines& lines) {
  (void)evaluator_of(self, lines.game());  // throws
  PerThread<std::unique_ptr<Evaluator>> evaluators(table_evaluator_factory(self.table));
  return lines.numbers<double>(
      1, [&](const Position& before, const AfterstateList& list, double* equities) {
        Evaluator& evaluator = *evaluators.local();
        (void)evaluator.evaluate(before, list);
        for (std::size_t line = 0; line < list.positions().size(); ++line) {
          const double value = equity(evaluator.result_value(0, line));
          *equities++ = (list.mover_acts_next() ? value : -value) + 0.0;
        }
        for (std::size_t line = list.positions().size(); line < list.lines(); ++line) {
          *equities++ = points(outcome_of(list.ending(line)));
        }
      });
}

py::array equities(const SolvedTable& self, const py::object& of) {
  if (Lines::are(of)) return copied(equities_of(self, Lines(of)));
  const Positions many = positions_argument(of, self.table->game());
  const auto evaluator = evaluator_of(self, many.game());
  return value_array<double>(many, py::none(), 0,
                             [&](std::span<const Position> part, double* values) {
                               for (const Position& position : part) {
                                 *values++ = equity(evaluator->evaluate(position)) + 0.0;
                               }
                             });
}

py::object regret(const SolvedTable& self, const py::object& among, const py::object& choice) {
  const Lines lines(among);
  const std::vector<double> values = equities_of(self, lines);
  const std::span<const std::int64_t> offsets = lines.offsets();
  const std::vector<std::int64_t> choices = lines.choices(choice);
  if (choices.size() + 1 != offsets.size()) {
    throw InputError(std::to_string(choices.size()) + " choices for " +
                     std::to_string(offsets.size() - 1) + " decisions");
  }
  const std::vector<std::int64_t> best = best_lines(offsets, values);
  std::vector<double> lost(choices.size());
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (offsets[i] == offsets[i + 1]) continue;
    number_argument("choice", choices[i], 0, offsets[i + 1] - offsets[i] - 1);
    const double* const first = values.data() + offsets[i];
    lost[i] = first[best[i]] - first[choices[i]];
  }
  return lines.told(lost);
}

py::object choose(const SolvedTable& self, const py::object& among) {
  const Lines lines(among);
  return lines.told(best_lines(lines.offsets(), equities_of(self, lines)));
}

void save(const SharedTable& self, const py::object& path) {
  const std::filesystem::path file = path_argument(path);
  (void)long_call([self, file] {
    self->table->save(file);
    return true;
  });
}

}  // namespace

void bind_table(py::module_& module) {
  immutable_class<SolvedTable, SharedTable>(module, "Table",
                                            R"(A game with few checkers, solved exactly.

Table(path: str | PathLike): a file of `gioul solve --out` or Table.save(). Everywhere a net is taken, so is a table.
Immutable; threads may share it.)")
      .def(py::init(&load_table))
      .def_property_readonly(
          "game", [](const SolvedTable& self) { return self.table->game().name(); }, "str")
      .def_property_readonly(
          "checkers", [](const SolvedTable& self) { return self.table->checkers(); },
          "int: a side, of all positions that it knows")
      .def("evaluate", &evaluate,
           "evaluate(positions: Positions | Position | Sequence[Position], out: float64[n, 5] | "
           "None = None) -> float64[n, 5]: exact probabilities, as Net.evaluate()")
      .def("equities", &equities,
           "equities(of: Positions | Position | Sequence[Position] | Plays | Decisions) -> "
           "float64[n]: as Net.equities()")
      .def("choose", &choose,
           "choose(among: Plays | Decisions) -> int | int64[n]: a best line, as Net.choose()")
      .def("regret", &regret,
           "regret(among: Plays | Decisions, choice: int | int[n]) -> float | float64[n]: points "
           "lost by the chosen line; a float of Plays, float64[n] of Decisions")
      .def("__repr__",
           [](const SolvedTable& self) {
             return "<gioul.Table: " + std::string(self.table->game().name()) + ", " +
                    std::to_string(self.table->checkers()) + " checkers>";
           })
      .def("save", &save,
           "save(path: str | PathLike) -> None: a file for Table(path) and `table:FILE` players");
  module.def("solve", &solve_game,
             "solve(game: str | Game = 'gioul', checkers: int | None = None, threads: int | None = "
             "None) -> Table: exact values of all positions; ValueError where there is no memory "
             "for them. `threads`: one a core");
}

}  // namespace gioul::python
