#include "eval/contest/sprt_report.h"

#include <nlohmann/json.hpp>

#include "eval/contest/tournament_plan.h"
#include "eval/play/player.h"
#include "eval/players/players.h"

namespace gioul {

SprtStatements statements_in_points(double points0, double points1) {
  SprtStatements statements{
      .unit = "points per game", .value0 = points0, .value1 = points1, .test = {}};
  statements.test.points0 = points0;
  statements.test.points1 = points1;
  return statements;
}

SprtStatements statements_in_elo(double elo0, double elo1, RatingScale scale) {
  return {.unit = "Elo over " + std::string(scale_name(scale)),
          .value0 = elo0,
          .value1 = elo1,
          .scale = scale,
          .test = sprt_of_elo(elo0, elo1, scale)};
}

SprtReport sprt_report(const SprtStatements& statements, const std::vector<std::string>& players,
                       PairOptions options,
                       const std::function<void(const SprtResult&)>& progress) {
  const PlayerFactory player = make_player_factory(players[0], options.game);
  const PlayerFactory opponent = make_player_factory(players[1], options.game);
  options.seed = plan_tournament({.game = options.game,
                                  .checkers = options.checkers,
                                  .players = players,
                                  .seed = options.seed})
                     .pairings.front()
                     .seed;
  return {
      .statements = statements,
      .players = players,
      .result = play_sprt(options, statements.test, statements.scale, player, opponent, progress)};
}

const char* verdict_name(SprtVerdict verdict) {
  switch (verdict) {
    case SprtVerdict::kPoints0:
      return "H0";
    case SprtVerdict::kPoints1:
      return "H1";
    default:
      return "undecided";
  }
}

std::string sprt_json(const SprtReport& report) {
  using nlohmann::ordered_json;
  const SprtStatements& statements = report.statements;
  const PairResult& games = report.result.games;
  const Estimate points = games.points_per_game();
  const ordered_json json = {
      {"players", report.players},
      {"unit", statements.unit},
      {"h0", statements.value0},
      {"h1", statements.value1},
      {"alpha", statements.test.alpha},
      {"beta", statements.test.beta},
      {"verdict", verdict_name(report.result.verdict)},
      {"log_ratio", report.result.log_ratio},
      {"bounds", {sprt_lower_bound(statements.test), sprt_upper_bound(statements.test)}},
      {"pairs", games.pair_points.count()},
      {"games", games.games()},
      {"points_per_game", points.mean},
      {"standard_error", points.standard_error},
      {"outcomes", games.outcomes},
      {"failures", {games.counts[0].failed_games(), games.counts[1].failed_games()}}};
  return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace gioul
