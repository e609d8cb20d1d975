// gioul.selfplay(): games of a net or a callable against itself, counted or recorded.
#include <pybind11/stl.h>

#include <optional>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/parallel.h"
#include "engine/outcome.h"
#include "eval/play/play_game.h"
#include "python/bindings/arguments.h"
#include "python/bindings/bind.h"
#include "python/bindings/callable_player.h"
#include "python/bindings/errors.h"
#include "python/bindings/gil.h"
#include "python/bindings/net.h"
#include "selfplay/loop/recording.h"
#include "selfplay/report/selfplay_run.h"

namespace gioul::python {

namespace {

// Plays a callable against itself, with the same dice as a net.
RecordedGames play_by_function(const GenerationOptions& options, const PlayerFactory& factory,
                               RecordLevel level) {
  struct SelfplayContext {
    SelfplayContext(const GenerationOptions& of, const PlayerFactory& make)
        : runner(of.game, of.checkers), first(make()), second(make()) {}
    GameRunner runner;
    std::unique_ptr<Player> first;
    std::unique_ptr<Player> second;
    std::vector<Transition> transitions = {};
  };
  PerThread<std::unique_ptr<SelfplayContext>> contexts(
      [&] { return std::make_unique<SelfplayContext>(options, factory); });
  return record_games(options, level, [&](const GameSink& sink) {
    parallel_for(options.threads, options.games, [&](std::uint64_t i) {
      SelfplayContext& context = *contexts.local();
      context.transitions.clear();
      const GameResult result =
          context.runner.play(*context.first, *context.second,
                              GameRng(options.seed, options.first_game + i), &context.transitions);
      std::vector<GameStep> steps;
      bool first_acted_last = true;
      for (const Transition& transition : context.transitions) {
        if (!steps.empty() && !steps.back().mover_acts_next) first_acted_last = !first_acted_last;
        steps.push_back(
            {.decision = transition.decision, .mover_acts_next = transition.mover_acts_next});
      }
      sink(i, steps, first_acted_last ? result.outcome : flipped(result.outcome));
    });
  });
}

// One run, as in `gioul selfplay`.
struct Run {
  std::shared_ptr<const QuantizedNet> net;  // null if `function` plays
  PlayerFactory function;
  GenerationOptions options;
  std::filesystem::path folder;  // empty: no records
  std::uint64_t games_per_shard = 0;
  ShardHeader header;

  std::string play() const {
    std::optional<ShardWriter> records;
    if (!folder.empty()) records.emplace(folder, header, games_per_shard);
    const RecordLevel level = !records            ? RecordLevel::kNothing
                              : header.has_values ? RecordLevel::kGamesAndValues
                                                  : RecordLevel::kGames;
    const auto play_some = [&](const GenerationOptions& some) {
      return net ? play_and_encode_games(some, *net, level)
                 : play_by_function(some, function, level);
    };
    const SelfplayResult result = run_selfplay(options, play_some, records ? &*records : nullptr);
    throw_if_interrupted();
    return selfplay_json(result);
  }
};

// Returns the net of a path or a Net, with the precision of self-play; null for anything else.
std::shared_ptr<LoadedNet> net_argument(const py::object& net) {
  if (py::isinstance<LoadedNet>(net)) return net.cast<std::shared_ptr<LoadedNet>>();
  if (!is_path(net)) return nullptr;
  const std::filesystem::path file = path_argument(net);
  const GilRelease released;
  return load_net_file(file, false);
}

py::dict selfplay(const Typed<"str | PathLike | Net | Table | Callable | None">& net,
                  const Typed<"str | Game | None">& game, Integer games, Seed seed,
                  std::optional<Number<int>> checkers, Integer first_game,
                  const Typed<"str | PathLike | None">& out, bool values, Integer shard,
                  std::optional<Number<int>> threads) {
  std::shared_ptr<LoadedNet> loaded = net_argument(net);
  const std::string default_game(loaded ? loaded->game.name() : "gioul");
  const SizedGame sized =
      sized_game(game.is_none() ? py::object(py::str(default_game)) : py::object(game), checkers);
  PlayerArguments who;
  if (net.is_none()) {
    const GilRelease released;
    loaded = bundled_net(sized.game, false);
  } else if (!loaded) {
    add_player(who, net, sized.game);
  } else {
    require_game("a net", loaded->game, sized.game);
  }
  Run run{.net = loaded ? loaded->quantized_net : nullptr,
          .function = loaded ? PlayerFactory{} : who.factory(0, sized.game),
          .options = {.game = sized.game,
                      .checkers = sized.checkers,
                      .seed = seed,
                      .first_game =
                          number_argument<std::uint64_t>("first_game", first_game, 0, kMaxGames),
                      .games = number_argument<std::uint64_t>("games", games, 1, kMaxGames),
                      .threads = who.threads(threads)},
          .folder = {},
          .games_per_shard = number_argument<std::uint64_t>("games_per_shard", shard, 1, 1'000'000),
          .header = {}};
  if (!out.is_none()) run.folder = path_argument(out);
  run.header = {.game = sized.game,
                .checkers = sized.checkers,
                .has_values = values && loaded,
                .seed = seed,
                .first_game = run.options.first_game,
                .net_checksum = loaded ? checksum(loaded->net) : 0,
                .version = GIOUL_VERSION};
  return parse_json(interruptible_call([run] { return run.play(); }));
}

}  // namespace

void bind_selfplay(py::module_& module) {
  module.def(
      "selfplay", &selfplay,
      R"(Returns what `gioul selfplay --json` prints; the options are those of the command. `net` is
a path, a Net, a Table or a function of Decisions as in tournament() (their records have no values),
or None for the bundled net. `game` None means that of the net. `out` is a folder for the recorded
games (docs/record-format.md), which read_records() reads.)",
      py::arg("net") = py::none(), py::arg("game") = py::none(), py::arg("games") = 10000,
      py::arg("seed") = 1, py::arg("checkers") = py::none(), py::arg("first_game") = 0,
      py::arg("out") = py::none(), py::arg("values") = true, py::arg("games_per_shard") = 10000,
      py::arg("threads") = py::none());
}

}  // namespace gioul::python
