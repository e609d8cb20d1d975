// gioul.analyze() and gioul.rollout(): what the commands of these names print with --json.
#include <pybind11/stl.h>

#include <optional>

#include "base/error.h"
#include "eval/players/players.h"
#include "eval/study/analysis_report.h"
#include "eval/study/evaluation.h"
#include "eval/study/rollout_report.h"
#include "eval/tables/endgame_evaluator.h"
#include "eval/value/interrupt.h"
#include "python/bindings/arguments.h"
#include "python/bindings/bind.h"
#include "python/bindings/calls.h"
#include "python/bindings/errors.h"
#include "python/bindings/net.h"
#include "python/bindings/position.h"

namespace gioul::python {

namespace {

constexpr std::int64_t kMostTrials = 100'000'000;
constexpr double kAnalysisCertainty = 3.3;  // as `gioul analyze --rollout` drops plays

void check_chain(const AnalysisQuestion& question) {
  if (begins_chain(question.game, question.position, question.dice)) return;
  throw InputError(
      "chain='full': there is no chain here (expected dice with a doublet that begins "
      "one, or a position with owed or forfeit)");
}

SearchOptions search_options(int plies, int filter, std::optional<int> beam) {
  number_argument("plies", plies, 0, kMaxPlies);
  SearchOptions options = default_search(plies);
  options.filter = static_cast<int>(number_argument("filter", filter, 1, 1000));
  if (beam) options.beam = static_cast<int>(number_argument("beam", *beam, 0, kMaxBeam));
  return options;
}

EvaluatorFactory tables_over(EvaluatorFactory evaluator, Game game, bool tables) {
  return tables ? with_usual_tables(std::move(evaluator), game) : evaluator;
}

py::object analyze_position(const GamePosition& at, const py::object& dice, const py::object& net,
                            int plies, int filter, std::optional<int> beam, bool tables,
                            const std::string& chain, bool rollout, std::int64_t trials,
                            std::uint64_t seed, std::optional<int> threads) {
  if (chain != "decisions" && chain != "full") {
    throw InputError("chain '" + chain + "': expected full or decisions");
  }
  if (rollout && chain == "full") {
    throw InputError("rollout and chain='full': expected one of them");
  }
  AnalysisQuestion question{.game = at.game,
                            .position = at.position,
                            .dice = dice_pair(at.position, dice),
                            .search = search_options(plies, filter, beam),
                            .whole_chain = chain == "full",
                            .threads = thread_count(threads)};
  if (question.whole_chain) check_chain(question);
  const RolloutOptions options{.game = at.game,
                               .trials = even_argument("trials", trials, 4, kMostTrials),
                               .seed = seed,
                               .threads = thread_count(threads),
                               .certainty = kAnalysisCertainty};
  const EvaluatorFactory evaluator = evaluator_argument(net, at.game, question.search.plies > 0);
  EvaluatorFactory fast;
  if (rollout) fast = evaluator_argument(net, at.game, true);
  return parsed_json(long_call([question, options, evaluator, fast, tables] {
    AnalysisReport report = analyze(question, tables_over(evaluator, question.game, tables));
    if (fast) roll_out(report, options, tables_over(fast, question.game, tables));
    return analysis_json(report);
  }));
}

Luck luck_argument(const std::string& text) {
  for (const auto& [name, luck] : kLuckNames) {
    if (text == name) return luck;
  }
  throw InputError("luck '" + text + "': expected best, all, doublets or none");
}

RolloutQuestion rollout_question_of(const GamePosition& at, std::optional<Dice> dice,
                                    std::optional<std::int64_t> plays, Evaluator& evaluator) {
  if (!dice && !plays) return rollout_question(at.game, evaluator, at.position);
  if (!dice && !at.position.is_pending()) {
    throw InputError("the position is to roll: dice are needed (such as 3-1)");
  }
  std::optional<std::size_t> most;
  if (plays) {
    most = static_cast<std::size_t>(
        number_argument("plays", *plays, 1, static_cast<std::int64_t>(kMaxAfterstates)));
  }
  return rollout_question(at.game, evaluator, at.position, dice.value_or(kNoDice), most);
}

py::object rollout_position(const GamePosition& at, const py::object& dice, const py::object& net,
                            std::optional<std::int64_t> plays, std::int64_t trials,
                            std::int64_t truncate, const std::string& luck, double error,
                            double certainty, const std::optional<std::string>& player, bool tables,
                            std::uint64_t seed, std::optional<int> threads) {
  const RolloutOptions options{
      .game = at.game,
      .trials = even_argument("trials", trials, 4, kMostTrials),
      .truncate = static_cast<int>(number_argument("truncate", truncate, 0, 10'000)),
      .luck = luck_argument(luck),
      .seed = seed,
      .threads = thread_count(threads),
      .target_error = decimal_argument("error", error, 0.0, 2.0),
      .certainty = decimal_argument("certainty", certainty, 0.0, 100.0)};
  const std::optional<Dice> rolled = dice_pair(at.position, dice);
  const EvaluatorFactory plain = evaluator_argument(net, at.game, false);
  const EvaluatorFactory fast = evaluator_argument(net, at.game, true);
  return parsed_json(long_call([=] {
    const auto evaluator = plain();
    RolloutQuestion question = rollout_question_of(at, rolled, plays, *evaluator);
    PlayerFactory factory;
    if (player) {
      factory =
          with_files_of(*player, at.game, [&] { return make_player_factory(*player, at.game); });
    }
    const RolloutReport report =
        roll_out(std::move(question), options, tables_over(fast, at.game, tables), factory);
    end_if_interrupted();
    return rollout_json(report);
  }));
}

py::object evaluate_position(const GamePosition& at, const py::object& dice,
                             const py::object& net) {
  std::optional<Dice> ranked = dice_pair(at.position, dice);
  if (at.position.is_pending()) ranked = kNoDice;
  const EvaluatorFactory factory = evaluator_argument(net, at.game, false);
  return parsed_json(long_call(
      [=] { return evaluation_json(evaluate(at.game, *factory(), at.position, ranked)); }));
}

}  // namespace

void bind_study(py::module_& module) {
  module.def(
      "evaluate", &evaluate_position, py::arg("position"), py::arg("dice") = py::none(),
      py::arg("net") = py::none(),
      "evaluate(position: Position, dice: (int, int) | str | None = None, net: str | PathLike | "
      "Net | Table | None = None) -> dict: what `gioul eval --json` prints");
  module.def("analyze", &analyze_position, py::arg("position"), py::arg("dice") = py::none(),
             py::arg("net") = py::none(), py::arg("plies") = 3, py::arg("filter") = 20,
             py::arg("beam") = py::none(), py::arg("tables") = true, py::arg("chain") = "decisions",
             py::arg("rollout") = false, py::arg("trials") = 12960, py::arg("seed") = 1,
             py::arg("threads") = py::none(),
             R"(analyze(position: Position, dice: (int, int) | str | None = None,
        net: str | PathLike | Net | Table | None = None, plies: int = 3, filter: int = 20,
        beam: int | None = None, tables: bool = True, chain: str = 'decisions',
        rollout: bool = False, trials: int = 12960, seed: int = 1, threads: int | None = None)
    -> dict

What `gioul analyze --json` prints (docs/analysis.md), with the options of that command. `net` is a
path of a net or an exact table, a Net, a Table, or None for the net that comes with gioul; `dice`
two numbers or '3-1'; `threads` None for one a core.)");
  module.def("rollout", &rollout_position, py::arg("position"), py::arg("dice") = py::none(),
             py::arg("net") = py::none(), py::arg("plays") = py::none(), py::arg("trials") = 12960,
             py::arg("truncate") = 0, py::arg("luck") = "best", py::arg("error") = 0.0,
             py::arg("certainty") = 3.3, py::arg("player") = py::none(), py::arg("tables") = true,
             py::arg("seed") = 1, py::arg("threads") = py::none(),
             R"(rollout(position: Position, dice: (int, int) | str | None = None,
        net: str | PathLike | Net | Table | None = None, plays: int | None = None,
        trials: int = 12960, truncate: int = 0, luck: str = 'best', error: float = 0.0,
        certainty: float = 3.3, player: str | None = None, tables: bool = True, seed: int = 1,
        threads: int | None = None) -> dict

What `gioul rollout --json` prints (docs/analysis.md), with the options of that command.)");
}

}  // namespace gioul::python
