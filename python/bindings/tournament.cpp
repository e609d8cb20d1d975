// gioul.tournament(), gioul.sprt() and gioul.testset_score(): the results of the commands with
// --json.
#include "eval/tournament/tournament.h"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <optional>
#include <string>
#include <vector>

#include "base/data_file.h"
#include "base/error.h"
#include "base/interrupt.h"
#include "eval/testset/decision_score.h"
#include "eval/testset/decision_set.h"
#include "eval/tournament/sprt.h"
#include "eval/tournament/tournament_summary.h"
#include "python/bindings/arguments.h"
#include "python/bindings/bind.h"
#include "python/bindings/callable_player.h"
#include "python/bindings/errors.h"
#include "python/bindings/gil.h"

namespace gioul::python {

namespace {

std::int64_t pairs_of(std::optional<Integer> games, std::optional<Integer> pairs) {
  constexpr std::int64_t kMax = 1'000'000'000;
  if (games && pairs) throw InputError("games and pairs cannot be combined");
  if (games && *games % 2 != 0) {
    throw InputError("games " + std::to_string(*games) + ": expected an even number");
  }
  if (games) return number_argument("games", *games, 2, 2 * kMax) / 2;
  return number_argument("pairs", pairs ? *pairs : TournamentOptions{}.pairs, 1, kMax);
}

LuckAdjustment luck_adjusted(std::optional<bool> wanted) {
  if (!wanted) return LuckAdjustment::kAuto;
  return *wanted ? LuckAdjustment::kAlways : LuckAdjustment::kNever;
}

py::dict tournament(const PlayersLike& players, const GameLike& game,
                    std::optional<Number<int>> checkers, std::optional<Integer> games,
                    std::optional<Integer> pairs, const std::string& mode, Seed seed,
                    const std::string& elo_scale, std::optional<bool> luck,
                    const Typed<"str | PathLike | None">& database,
                    std::optional<Number<int>> threads) {
  const SizedGame sized = sized_game(game, checkers);
  const PlayerArguments who = players_argument(players, sized.game);
  TournamentOptions options{.game = sized.game,
                            .checkers = sized.checkers,
                            .players = who.names,
                            .mode = parse_mode(mode),
                            .pairs = pairs_of(games, pairs),
                            .seed = seed,
                            .threads = who.threads(threads),
                            .luck = luck_adjusted(luck),
                            .custom_players = who.custom_players};
  if (!database.is_none()) {
    if (!who.custom_players.empty()) {
      throw InputError("database cannot be used with Python functions, which it cannot tell apart");
    }
    options.database = path_argument(database).string();
  }
  const RatingScale scale = parse_scale(elo_scale);
  return parse_json(interruptible_call([options, scale] {
    check_tournament(options);
    const TournamentResult result =
        run_tournament(options, [](const TournamentProgress&) { throw_if_interrupted(); });
    throw_if_interrupted();
    return tournament_json(summarize(options, result, scale));
  }));
}

SprtHypotheses statements_of(std::optional<Decimal> elo0, std::optional<Decimal> elo1,
                             std::optional<Decimal> points0, std::optional<Decimal> points1,
                             const std::string& elo_scale) {
  const auto value = [](const char* what, std::optional<Decimal> given, double fallback,
                        double most) {
    return given ? decimal_argument(what, *given, -most, most) : fallback;
  };
  const bool in_points = points0 || points1;
  if (in_points && (elo0 || elo1))
    throw InputError("elo0, elo1 and points0, points1 cannot be combined");
  SprtHypotheses hypotheses =
      in_points ? hypotheses_in_points(value("points0", points0, 0.0, 2.0),
                                       value("points1", points1, 0.02, 2.0))
                : hypotheses_in_elo(value("elo0", elo0, 0.0, 1000.0),
                                    value("elo1", elo1, 10.0, 1000.0), parse_scale(elo_scale));
  if (!(hypotheses.value0 < hypotheses.value1)) {
    throw InputError(fmt::format("H1 must be greater than H0; got {} and {}", hypotheses.value1,
                                 hypotheses.value0));
  }
  return hypotheses;
}

py::dict sprt(const PlayerLike& player, const PlayerLike& opponent, const GameLike& game,
              std::optional<Number<int>> checkers, std::optional<Decimal> elo0,
              std::optional<Decimal> elo1, std::optional<Decimal> points0,
              std::optional<Decimal> points1, const std::string& elo_scale, Decimal alpha,
              Decimal beta, Integer max_pairs, Seed seed, std::optional<bool> luck,
              std::optional<Number<int>> threads) {
  const SizedGame sized = sized_game(game, checkers);
  SprtHypotheses hypotheses = statements_of(elo0, elo1, points0, points1, elo_scale);
  hypotheses.test.alpha = decimal_argument("alpha", alpha, 1e-9, 0.5);
  hypotheses.test.beta = decimal_argument("beta", beta, 1e-9, 0.5);
  PlayerArguments who;
  add_player(who, player, sized.game);
  add_player(who, opponent, sized.game);
  const std::int64_t most = number_argument("max_pairs", max_pairs, 1, 1'000'000'000);
  const TournamentOptions games = sprt_tournament_options({.game = sized.game,
                                                           .checkers = sized.checkers,
                                                           .players = who.names,
                                                           .pairs = most,
                                                           .seed = seed,
                                                           .threads = who.threads(threads),
                                                           .luck = luck_adjusted(luck),
                                                           .custom_players = who.custom_players});
  return parse_json(interruptible_call([games, hypotheses, most] {
    return sprt_json(
        run_sprt(hypotheses, games, most, [](const SprtResult&) { throw_if_interrupted(); }));
  }));
}

py::dict testset_score(const PlayersLike& players, const Typed<"str | PathLike | None">& set,
                       const GameLike& game, std::optional<Number<int>> threads) {
  const std::filesystem::path file =
      set.is_none() ? require_data_file(bundled_set(game_argument(game)), "name one with set=FILE")
                    : path_argument(set);
  require_file(file);
  const auto decisions = std::make_shared<const DecisionSet>(load_decision_set(file));
  const Game of = decisions->header.game;
  const PlayerArguments who = players_argument(players, of);
  if (who.names.empty()) throw InputError("players: expected at least one");
  const int at_once = who.threads(threads);
  return parse_json(interruptible_call([decisions, who, at_once, of] {
    std::vector<ScoredPlayer> scored;
    for (std::size_t i = 0; i < who.names.size(); ++i) {
      scored.push_back({who.names[i], score_player(*decisions, who.factory(i, of), at_once,
                                                   [] { throw_if_interrupted(); })});
    }
    return scores_json(*decisions, scored);
  }));
}

}  // namespace

void bind_tournament(py::module_& module) {
  module.def(
      "tournament", &tournament,
      R"(Returns what `gioul tournament --json` prints (docs/tournaments.md); the options are those
of the command. `players`, at least two, are names of docs/players.md or functions. A function takes
Decisions, those of many games at once, and returns int[n], the index of each game's play, or
float[k] or float[k, 5], the values of `afterstates` for their players to move. `games` is an even
number per pairing.)",
      py::arg("players"), py::arg("game") = "gioul", py::arg("checkers") = py::none(),
      py::arg("games") = py::none(), py::arg("pairs") = py::none(), py::arg("mode") = "round-robin",
      py::arg("seed") = 1, py::arg("elo_scale") = "points", py::arg("luck_adjusted") = py::none(),
      py::arg("database") = py::none(), py::arg("threads") = py::none());
  module.def("sprt", &sprt,
             "Returns what `gioul sprt --json` prints; the options are those of the command, "
             "players as in tournament().",
             py::arg("player"), py::arg("opponent"), py::arg("game") = "gioul",
             py::arg("checkers") = py::none(), py::arg("elo0") = py::none(),
             py::arg("elo1") = py::none(), py::arg("points0") = py::none(),
             py::arg("points1") = py::none(), py::arg("elo_scale") = "points",
             py::arg("alpha") = 0.05, py::arg("beta") = 0.05, py::arg("max_pairs") = 10000000,
             py::arg("seed") = 1, py::arg("luck_adjusted") = py::none(),
             py::arg("threads") = py::none());
  module.def("testset_score", &testset_score,
             "Returns what `gioul testset score --json` prints (docs/testset.md); players as "
             "in tournament(). `set` is a file with a test set, None for the game's bundled one.",
             py::arg("players"), py::arg("set") = py::none(), py::arg("game") = "gioul",
             py::arg("threads") = py::none());
}

}  // namespace gioul::python
