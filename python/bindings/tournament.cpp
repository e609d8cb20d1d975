// gioul.tournament(), sprt(), match(), stats() and testset_score(): the results of the
// commands with --json.
#include "eval/tournament/tournament.h"

#include <pybind11/stl.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/data_file.h"
#include "base/error.h"
#include "base/interrupt.h"
#include "eval/analysis/resumable_statistics.h"
#include "eval/match/match_report.h"
#include "eval/match/match_spec.h"
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
  constexpr std::int64_t kMax = kMaxTournamentPairs;
  if (games && pairs) throw InputError("games and pairs cannot be combined");
  if (games && *games % 2 != 0) {
    throw InputError("games " + std::to_string(*games) + ": expected an even number");
  }
  if (games) return number_argument("games", *games, 2, 2 * kMax) / 2;
  return number_argument("pairs", pairs ? *pairs : TournamentOptions{}.pairs_per_pairing, 1, kMax);
}

LuckAdjustment luck_adjusted(std::optional<bool> wanted) {
  if (!wanted) return LuckAdjustment::kAuto;
  return *wanted ? LuckAdjustment::kAlways : LuckAdjustment::kNever;
}

py::dict tournament(const PlayersLike& players, const GameLike& game,
                    std::optional<Number<int>> checkers, std::optional<Integer> games,
                    std::optional<Integer> pairs, Decimal target_error, const std::string& mode,
                    Seed seed, const std::string& elo_scale, std::optional<bool> luck,
                    const Typed<"str | PathLike | None">& database,
                    std::optional<Number<int>> threads) {
  if (target_error > 0.0 && (games || pairs)) {
    throw InputError("target_error cannot be combined with games and pairs");
  }
  const SizedGame sized = sized_game(game, checkers);
  const PlayerArguments who = players_argument(players, sized.game);
  TournamentOptions options{
      .game = sized.game,
      .checkers = sized.checkers,
      .player_names = who.names,
      .mode = parse_tournament_mode(mode),
      .pairs_per_pairing = pairs_of(games, pairs),
      .target_error = decimal_argument("target_error", target_error, 0.0, 2.0),
      .seed = seed,
      .threads = who.threads(threads),
      .luck_adjustment = luck_adjusted(luck),
      .custom_players = who.custom_players};
  if (!database.is_none()) {
    if (!who.custom_players.empty()) {
      throw InputError("database cannot be used with Python functions, which it cannot tell apart");
    }
    options.results_database = path_argument(database).string();
  }
  const RatingBasis basis = parse_rating_basis(elo_scale);
  return parse_json(interruptible_call([options, basis] {
    check_tournament_options(options);
    const TournamentResult result =
        run_tournament(options, [](const TournamentProgress&) { throw_if_interrupted(); });
    throw_if_interrupted();
    return tournament_json(summarize_tournament(options, result, basis));
  }));
}

SprtHypotheses hypotheses_of(std::optional<Decimal> elo0, std::optional<Decimal> elo1,
                             std::optional<Decimal> points0, std::optional<Decimal> points1,
                             const std::string& elo_scale) {
  const auto value = [](const char* what, std::optional<Decimal> given, double fallback,
                        double limit) {
    return given ? decimal_argument(what, *given, -limit, limit) : fallback;
  };
  const bool in_points = points0 || points1;
  if (in_points && (elo0 || elo1))
    throw InputError("elo0, elo1 and points0, points1 cannot be combined");
  if (in_points && parse_rating_basis(elo_scale) != RatingBasis::kByPoints)
    throw InputError("elo_scale cannot be combined with points0, points1");
  return in_points
             ? hypotheses_in_points(value("points0", points0, 0.0, 2.0),
                                    value("points1", points1, 0.02, 2.0))
             : hypotheses_in_elo(value("elo0", elo0, 0.0, 1000.0),
                                 value("elo1", elo1, 10.0, 1000.0), parse_rating_basis(elo_scale));
}

py::dict sprt(const PlayerLike& player, const PlayerLike& opponent, const GameLike& game,
              std::optional<Number<int>> checkers, std::optional<Decimal> elo0,
              std::optional<Decimal> elo1, std::optional<Decimal> points0,
              std::optional<Decimal> points1, const std::string& elo_scale, Decimal alpha,
              Decimal beta, Integer max_pairs, Seed seed, std::optional<bool> luck,
              std::optional<Number<int>> threads) {
  const SizedGame sized = sized_game(game, checkers);
  SprtHypotheses hypotheses = hypotheses_of(elo0, elo1, points0, points1, elo_scale);
  hypotheses.test_options.alpha = decimal_argument("alpha", alpha, 1e-9, 0.5);
  hypotheses.test_options.beta = decimal_argument("beta", beta, 1e-9, 0.5);
  PlayerArguments who;
  add_player(who, player, sized.game);
  add_player(who, opponent, sized.game);
  const TournamentOptions games = {
      .game = sized.game,
      .checkers = sized.checkers,
      .player_names = who.names,
      .pairs_per_pairing = number_argument("max_pairs", max_pairs, 1, 1'000'000'000),
      .seed = seed,
      .threads = who.threads(threads),
      .luck_adjustment = luck_adjusted(luck),
      .custom_players = who.custom_players,
      .command_name = kSprtCommand};
  return parse_json(interruptible_call([games, hypotheses] {
    return sprt_json(
        run_sprt(hypotheses, games, [](const SprtReport&) { throw_if_interrupted(); }));
  }));
}

py::dict testset_score(const PlayersLike& players, const Typed<"str | PathLike | None">& set,
                       const GameLike& game, std::optional<Number<int>> threads) {
  const std::filesystem::path file =
      set.is_none() ? require_data_file(bundled_test_set_file_name(game_argument(game)),
                                        "name one with set=FILE")
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

// An objective for both players applies to those that support it.
MatchObjective objective_of(const Contestant& contestant, const std::optional<std::string>& own,
                            const std::optional<std::string>& shared) {
  for (const auto& [name, wanted] : {std::pair("opponent_value", own), {"value", shared}}) {
    if (wanted && *wanted != "points" && *wanted != "match") {
      throw InputError(std::string(name) + " '" + *wanted + "': expected points or match");
    }
  }
  const bool supported = supports_match_play(contestant);
  if (own == "match" && !supported) {
    throw InputError("opponent_value: '" + contestant.name +
                     "' cannot play for the match: only nets and tables can");
  }
  const bool wanted = own.value_or(shared.value_or("match")) == "match";
  return wanted && supported ? MatchObjective::kMatchWinProbability : MatchObjective::kGamePoints;
}

py::dict match(const std::string& player, const std::string& opponent, const GameLike& game,
               const std::optional<std::string>& cycle, std::optional<Number<int>> checkers,
               Integer target, Integer matches, const std::optional<std::string>& value,
               const std::optional<std::string>& opponent_value,
               std::optional<Integer> equity_games, Seed seed, std::optional<bool> luck,
               const Typed<"str | PathLike | None">& database, std::optional<Number<int>> threads) {
  constexpr std::int64_t kMax = 1'000'000'000;
  const SizedGame sized = sized_game(game, checkers);
  if (cycle && sized.game != Game()) {
    throw InputError("game: the games of `cycle` are played; expected one of the two");
  }
  if (matches % 2 != 0) {
    throw InputError("matches " + std::to_string(matches) + ": expected an even number");
  }
  MatchSetup setup;
  MatchOptions& options = setup.options;
  options.target_points = number_argument<int>("target", target, 1, kMaxTargetPoints);
  options.game_cycle = cycle ? parse_game_cycle(*cycle) : std::vector{sized.game};
  for (const Game each : options.game_cycle)
    (void)each.start(sized.checkers);  // throws if impossible
  options.checkers = sized.checkers;
  options.seed = seed;
  options.pair_count = number_argument("matches", matches, 2, kMax) / 2;
  options.threads = thread_count(threads);
  for (const std::size_t who : {0, 1}) {
    Contestant& contestant = setup.contestants[who];
    contestant.name = who == 0 ? player : opponent;
    contestant.player_names = parse_players_by_game(contestant.name, options.game_cycle);
    for (std::size_t i = 0; i < options.game_cycle.size(); ++i) {
      require_files_of(contestant.player_names[i], options.game_cycle[i]);
    }
    contestant.objective =
        objective_of(contestant, who == 0 ? std::nullopt : opponent_value, value);
  }
  if (!database.is_none()) setup.results_database = path_argument(database).string();
  setup.luck_methods = choose_luck_methods(setup, luck_adjusted(luck));
  const std::int64_t measured =
      number_argument("equity_games", equity_games.value_or(Integer{10'000}), 1, kMax);
  if (equity_games && !setup.needs_outcome_frequencies()) {
    throw InputError("equity_games: no player plays for the match");
  }
  return parse_json(interruptible_call([given = std::move(setup), measured] {
    MatchSetup match = given;
    const bool is_measured = match.needs_outcome_frequencies();
    for (std::size_t i = 0; is_measured && i < match.options.game_cycle.size(); ++i) {
      match.game_outcome_frequencies.push_back(
          measure_outcome_frequencies(measuring_player_name(match.contestants, i),
                                      {.game = match.options.game_cycle[i],
                                       .checkers = match.options.checkers,
                                       .seed = match.options.seed,
                                       .game_count = measured,
                                       .threads = match.options.threads},
                                      [](std::int64_t) { throw_if_interrupted(); }));
    }
    return match_json(play_match_pairs(match, [](const MatchTotals&) { throw_if_interrupted(); }));
  }));
}

py::dict stats(const std::string& player, const GameLike& game, std::optional<Number<int>> checkers,
               Integer games, Seed seed, const Typed<"str | PathLike | None">& database,
               std::optional<Number<int>> threads) {
  const SizedGame sized = sized_game(game, checkers);
  require_files_of(player, sized.game);
  const SelfMatchOptions options{.game = sized.game,
                                 .checkers = sized.checkers,
                                 .seed = seed,
                                 .game_count = number_argument("games", games, 2, 1'000'000'000),
                                 .threads = thread_count(threads)};
  const std::filesystem::path file =
      database.is_none() ? std::filesystem::path() : path_argument(database);
  return parse_json(interruptible_call([player, options, file] {
    const StatisticsReport report = compute_statistics(
        player, options, [](const WorkProgress&) { throw_if_interrupted(); }, file);
    throw_if_interrupted();
    return statistics_json(report);
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
number per pairing; `target_error` replaces it.)",
      py::arg("players"), py::arg("game") = "gioul", py::arg("checkers") = py::none(),
      py::arg("games") = py::none(), py::arg("pairs") = py::none(), py::arg("target_error") = 0.0,
      py::arg("mode") = "round-robin", py::arg("seed") = 1, py::arg("elo_scale") = "points",
      py::arg("luck_adjusted") = py::none(), py::arg("database") = py::none(),
      py::arg("threads") = py::none());
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
  module.def("match", &match,
             "Returns what `gioul match --json` prints (docs/matches.md); the options are those of "
             "the command. `cycle` names several games that take turns.",
             py::arg("player"), py::arg("opponent"), py::arg("game") = "gioul",
             py::arg("cycle") = py::none(), py::arg("checkers") = py::none(), py::arg("target") = 5,
             py::arg("matches") = 1000, py::arg("value") = py::none(),
             py::arg("opponent_value") = py::none(), py::arg("equity_games") = py::none(),
             py::arg("seed") = 1, py::arg("luck_adjusted") = py::none(),
             py::arg("database") = py::none(), py::arg("threads") = py::none());
  module.def("stats", &stats,
             "Returns what `gioul stats --json` prints: statistics of a player's games against "
             "itself.",
             py::arg("player"), py::arg("game") = "gioul", py::arg("checkers") = py::none(),
             py::arg("games") = 10000, py::arg("seed") = 1, py::arg("database") = py::none(),
             py::arg("threads") = py::none());
}

}  // namespace gioul::python
