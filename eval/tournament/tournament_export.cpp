// Exports a tournament's statistics as JSON and CSV, and provides the texts that all its reports
// share.
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/format_number.h"
#include "engine/outcome.h"
#include "eval/play/failures.h"
#include "eval/tournament/tournament_summary.h"

namespace gioul {

namespace {

using nlohmann::ordered_json;

ordered_json interval(const Estimate& estimate) { return {estimate.low95(), estimate.high95()}; }

ordered_json pairing_json(const TournamentSummary& summary, const PairingTotals& pairing) {
  const Estimate points = pairing.points_per_game();
  ordered_json json = {{"player", summary.players[pairing.player_index].name},
                       {"opponent", summary.players[pairing.opponent_index].name},
                       {"games", pairing.game_count()},
                       {"pairs", pairing.pair_points.pair_count()},
                       {"points_per_game", points.mean},
                       {"standard_error", points.standard_error},
                       {"interval95", interval(points)},
                       {"wins", pairing.win_share()},
                       {"gammons_won", pairing.outcome_share(Outcome::kWin2)},
                       {"gammons_lost", pairing.outcome_share(Outcome::kLose2)},
                       {"ties", pairing.outcome_share(Outcome::kTie)},
                       {"outcomes", pairing.outcome_counts},
                       {"first_mover_wins", pairing.first_mover_win_share()},
                       {"first_mover_points_per_game", pairing.first_mover_points_per_game()},
                       {"rolls", pairing.roll_count},
                       {"forfeits", pairing.forfeited_chain_count},
                       {"decisions", pairing.decision_count()},
                       {"player_decisions", pairing.player_counts[0].decision_count},
                       {"opponent_decisions", pairing.player_counts[1].decision_count},
                       {"player_failures", pairing.player_counts[0].failed_game_count()},
                       {"opponent_failures", pairing.player_counts[1].failed_game_count()}};
  if (pairing.is_luck_adjusted()) {
    for (const auto& [name, number] : luck_json_numbers(pairing))
      json["luck_adjusted"][name] = number;
  }
  return json;
}

ordered_json standing_json(const PlayerSummary& player) {
  ordered_json json = {{"player", player.name}, {"name", player.display_name}};
  if (!player.engine_name.empty()) json["engine"] = player.engine_name;
  json.update({{"elo", player.elo.mean},
               {"elo_standard_error", player.elo.standard_error},
               {"elo_interval95", interval(player.elo)},
               {"games", player.game_count},
               {"points_per_game", player.points_per_game.mean},
               {"standard_error", player.points_per_game.standard_error},
               {"interval95", interval(player.points_per_game)},
               {"wins", player.win_share},
               {"gammons_won", player.gammons_won_share},
               {"gammons_lost", player.gammons_lost_share},
               {"decisions_per_game", player.decisions_per_game},
               {"failures", failure_counts_by_kind(player.failures_by_reason)},
               {"failure_examples", failure_examples_by_kind(player.failures_by_reason)}});
  return json;
}

// Returns the four cells of an estimate in CSV.
std::string csv_estimate(const Estimate& estimate) {
  return format_shortest(estimate.mean) + "," + format_shortest(estimate.standard_error) + "," +
         format_shortest(estimate.low95()) + "," + format_shortest(estimate.high95());
}

}  // namespace

std::vector<NamedNumber> luck_json_numbers(const PairingTotals& result) {
  const Estimate raw = result.pair_points.raw_estimate();
  const Estimate luck = result.pair_points.luck_estimate();
  return {{"raw_points_per_game", raw.mean},
          {"raw_standard_error", raw.standard_error},
          {"luck_per_game", luck.mean},
          {"luck_standard_error", luck.standard_error},
          {"games_factor", result.pair_points.saved_games_factor()}};
}

std::string tournament_json(const TournamentSummary& summary) {
  const TournamentOptions& options = summary.options;
  ordered_json json = {{"variant", options.game.name()},
                       {"checkers", options.checkers},
                       {"mode", tournament_mode_name(options.mode)},
                       {"seed", std::to_string(options.seed)},
                       {"pairs", summary.pairs_per_pairing},
                       {"players", ordered_json::array()},
                       {"elo_scale", rating_basis_name(summary.rating_basis)},
                       {"elo_drawn_pairs_added", summary.has_added_tied_pairs},
                       {"standings", ordered_json::array()},
                       {"pairings", ordered_json::array()},
                       {"timing", ordered_json::array()}};
  if (options.target_error != 0.0) json["target_error"] = options.target_error;
  if (!options.start_position_file.empty()) json["positions"] = options.start_position_file;
  for (const PlayerSummary& player : summary.players) {
    json["players"].push_back(player.name);
    ordered_json timing = {{"player", player.name}, {"seconds_per_decision", nullptr}};
    if (player.seconds_per_decision) timing["seconds_per_decision"] = *player.seconds_per_decision;
    json["timing"].push_back(std::move(timing));
  }
  for (const std::size_t player : summary.players_by_rank) {
    json["standings"].push_back(standing_json(summary.players[player]));
  }
  for (const PairingTotals& pairing : summary.pairings) {
    json["pairings"].push_back(pairing_json(summary, pairing));
  }
  return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

std::string tournament_csv(const TournamentSummary& summary) {
  std::string text =
      "player,opponent,games,points_per_game,points_error,points_low95,points_high95,wins,"
      "gammons_won,gammons_lost,ties,first_mover_wins,first_mover_points,decisions_per_game,"
      "failures,elo,elo_error,elo_low95,elo_high95,seconds_per_decision\n";
  const auto name = [&](std::size_t player) {
    return format_csv_field(summary.players[player].display_name);
  };
  const auto number = [](double value) { return format_shortest(value); };
  const auto add_line = [&](const std::vector<std::string>& cells) {
    text += fmt::format("{}\n", fmt::join(cells, ","));
  };
  for (const PairingTotals& pairing : summary.pairings) {
    const std::int64_t failures =
        pairing.player_counts[0].failed_game_count() + pairing.player_counts[1].failed_game_count();
    add_line({name(pairing.player_index), name(pairing.opponent_index),
              std::to_string(pairing.game_count()), csv_estimate(pairing.points_per_game()),
              number(pairing.win_share()), number(pairing.outcome_share(Outcome::kWin2)),
              number(pairing.outcome_share(Outcome::kLose2)),
              number(pairing.outcome_share(Outcome::kTie)), number(pairing.first_mover_win_share()),
              number(pairing.first_mover_points_per_game()),
              number(pairing.per_game(pairing.decision_count())), std::to_string(failures), "", "",
              "", "", ""});
  }
  for (const std::size_t index : summary.players_by_rank) {
    const PlayerSummary& player = summary.players[index];
    add_line({name(index), "", std::to_string(player.game_count),
              csv_estimate(player.points_per_game), number(player.win_share),
              number(player.gammons_won_share), number(player.gammons_lost_share), "", "", "",
              number(player.decisions_per_game), std::to_string(player.failed_game_count),
              csv_estimate(player.elo),
              player.seconds_per_decision ? number(*player.seconds_per_decision) : ""});
  }
  return text;
}

std::string luck_bias_warning(const Estimate& luck) {
  const double errors = std::abs(luck.mean) / luck.standard_error;
  if (!(errors > 3.0)) return {};
  return fmt::format(
      "mean luck is {:.1f} standard errors from 0, its expectation; more than 3 is chance in 1 of "
      "370 contests",
      errors);
}

std::string format_decision_time(std::optional<double> time) {
  if (!time) return "-";
  const double seconds = *time;
  struct Unit {
    double size;
    const char* name;
  };
  for (const auto& [size, name] :
       {Unit{1.0, "s"}, Unit{1e-3, "ms"}, Unit{1e-6, "us"}, Unit{1e-9, "ns"}}) {
    if (seconds < size && size > 1e-9) continue;
    const double value = seconds / size;
    return fmt::format("{:.{}f} {}", value, value < 9.95 ? 1 : 0, name);
  }
  return {};
}

std::string rating_note(const TournamentSummary& summary) {
  std::string note = "Elo by Bradley-Terry over " +
                     std::string(rating_basis_name(summary.rating_basis)) +
                     ", mean 0, 95 % intervals from whole pairs";
  if (summary.has_added_tied_pairs) note += "; one tied pair added to each pairing";
  return note;
}

}  // namespace gioul
