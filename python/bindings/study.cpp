// gioul.evaluate(), gioul.analyze() and gioul.rollout(): what the commands print with --json.
#include <pybind11/stl.h>

#include <map>
#include <memory>
#include <optional>
#include <variant>

#include "api/analysis_requests.h"
#include "api/answers.h"
#include "base/interrupt.h"
#include "python/bindings/arguments.h"
#include "python/bindings/bind.h"
#include "python/bindings/calls.h"
#include "python/bindings/errors.h"
#include "python/bindings/net.h"
#include "python/bindings/positions.h"

namespace gioul::python {

namespace {

using Argument = std::variant<std::int64_t, std::uint64_t, double, bool, std::string>;

// A question as arguments; those that are None are not there.
class ArgumentFields : public Fields {
 public:
  ArgumentFields(const GamePosition& at, const py::object& dice,
                 std::map<std::string, std::optional<Argument>> values)
      : at_(at), dice_(dice_pair(at.position, dice)), values_(std::move(values)) {
    std::erase_if(values_, [](const auto& value) { return !value.second; });
    if (dice_) values_["dice"] = std::string();
  }

  bool has(const char* key) const override { return values_.contains(key); }
  Game game() const override { return at_.game; }
  Position position(Game /*game*/) const override { return at_.position; }

 private:
  template <typename T>
  const T& value(const char* key) const {
    return std::get<T>(*values_.at(key));
  }
  std::int64_t read_whole(const char* key, std::int64_t low, std::int64_t high) const override {
    return number_argument(key, value<std::int64_t>(key), low, high);
  }
  double read_decimal(const char* key, double low, double high) const override {
    return decimal_argument(key, value<double>(key), low, high);
  }
  bool read_flag(const char* key) const override { return value<bool>(key); }
  std::string read_text(const char* key) const override { return value<std::string>(key); }
  std::uint64_t read_seed() const override { return value<std::uint64_t>("seed"); }
  std::optional<Dice> dice() const override { return dice_; }
  std::string quoted(const char* key) const override { return " '" + read_text(key) + "'"; }

  GamePosition at_;
  std::optional<Dice> dice_;
  std::map<std::string, std::optional<Argument>> values_;
};

py::object analyze_position(const GamePosition& at, const py::object& dice, const py::object& net,
                            int plies, int filter, std::optional<int> beam, bool tables,
                            const std::string& chain, bool rollout, std::int64_t trials,
                            std::uint64_t seed, std::optional<int> threads) {
  std::map<std::string, std::optional<Argument>> values = {{"plies", plies}, {"filter", filter},
                                                           {"beam", beam},   {"tables", tables},
                                                           {"chain", chain}, {"rollout", rollout}};
  if (rollout) values.insert({{"trials", trials}, {"seed", seed}});
  const AnalyzeRequest asked = analyze_request(ArgumentFields(at, dice, std::move(values)),
                                               {.threads = thread_count(threads)});
  return parsed_json(long_call([asked, judge = judge_argument(net, at.game)] {
    return analysis_json(answer(asked, judge));
  }));
}

py::object rollout_position(const GamePosition& at, const py::object& dice, const py::object& net,
                            std::optional<std::int64_t> plays, std::int64_t trials,
                            std::int64_t truncate, const std::string& luck, double error,
                            double certainty, const std::optional<std::string>& player, bool tables,
                            std::uint64_t seed, std::optional<int> threads) {
  const auto players =
      std::make_shared<LoadedPlayers>(ServePolicy{.threads = thread_count(threads)});
  const ArgumentFields fields(at, dice,
                              {{"plays", plays},
                               {"trials", trials},
                               {"truncate", truncate},
                               {"luck", luck},
                               {"error", error},
                               {"certainty", certainty},
                               {"player", player},
                               {"tables", tables},
                               {"seed", seed}});
  const auto told = [asked = rollout_request(fields, *players),
                     judge = judge_argument(net, at.game), players] {
    const RolloutReport report = answer(asked, judge, players->evaluators());
    end_if_interrupted();
    return rollout_json(report);
  };
  return parsed_json(long_call(
      [=, game = at.game] { return player ? with_files_of(*player, game, told) : told(); }));
}

py::object evaluate_position(const GamePosition& at, const py::object& dice,
                             const py::object& net) {
  return parsed_json(long_call(
      [asked = evaluate_request(ArgumentFields(at, dice, {})),
       judge = judge_argument(net, at.game)] { return evaluation_json(answer(asked, judge)); }));
}

}  // namespace

void bind_study(py::module_& module) {
  module.def(
      "evaluate", &evaluate_position,
      "evaluate(position: Position, dice: (int, int) | str | None = None, net: str | PathLike | "
      "Net | Table | None = None) -> dict: what `gioul eval --json` prints");
  module.def("analyze", &analyze_position,
             R"(analyze(position: Position, dice: (int, int) | str | None = None,
        net: str | PathLike | Net | Table | None = None, plies: int = 3, filter: int = 20,
        beam: int | None = None, tables: bool = True, chain: str = 'decisions',
        rollout: bool = False, trials: int = 12960, seed: int = 1, threads: int | None = None)
    -> dict

What `gioul analyze --json` prints (docs/analysis.md), with the options of that command. `net` is a
path of a net or an exact table, a Net, a Table, or None for the net that comes with gioul; `dice`
two numbers or '3-1'; `threads` None for one a core.)");
  module.def("rollout", &rollout_position,
             R"(rollout(position: Position, dice: (int, int) | str | None = None,
        net: str | PathLike | Net | Table | None = None, plays: int | None = None,
        trials: int = 12960, truncate: int = 0, luck: str = 'best', error: float = 0.0,
        certainty: float = 3.3, player: str | None = None, tables: bool = True, seed: int = 1,
        threads: int | None = None) -> dict

What `gioul rollout --json` prints (docs/analysis.md), with the options of that command.)");
}

}  // namespace gioul::python
