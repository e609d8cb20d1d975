#include "eval/match/match_report.h"

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "eval/match/match_store.h"
#include "eval/play/failures.h"
#include "eval/players/player_fingerprint.h"
#include "eval/players/players.h"
#include "eval/store/unit_table.h"

namespace gioul {

namespace {

constexpr const char* value_name(MatchObjective value) {
  return value == MatchObjective::kMatchWinProbability ? "match" : "points";
}

std::string luck_option(Game game) { return kLuckOption + (" of " + std::string(game.name())); }

MatchWorkOptions match_work_options(const MatchSetup& setup) {
  const MatchOptions& options = setup.options;
  MatchWorkOptions work = {
      {"target", std::to_string(options.target_points)},
      {"checkers", std::to_string(options.checkers)},
      {"seed", std::to_string(options.seed)},
      {"number of matches", std::to_string(2 * options.pair_count)},
      {"shares", setup.game_outcome_frequencies.empty()
                     ? "none"
                     : format_outcome_frequencies(setup.game_outcome_frequencies)}};
  for (const Game game : options.game_cycle) work.emplace_back("game", game.name());
  for (const Contestant& contestant : setup.contestants) {
    work.emplace_back("player", contestant.name);
    work.emplace_back(contestant.name + "'s aim", value_name(contestant.objective));
    for (std::size_t i = 0; i < options.game_cycle.size(); ++i) {
      work.emplace_back("checksum of " + contestant.player_names[i],
                        player_fingerprint(contestant.player_names[i], options.game_cycle[i]));
    }
  }
  for (std::size_t i = 0; i < setup.luck_methods.size(); ++i) {
    if (setup.luck_methods[i] == VarianceReduction::kNone) continue;
    work.emplace_back(luck_option(options.game_cycle[i]),
                      format_luck_method(options.game_cycle[i], setup.luck_methods[i]));
  }
  return work;
}

MatchPlayer loaded(const Contestant& contestant, const std::vector<Game>& games,
                   const std::shared_ptr<const MatchEquityTable>& equity) {
  MatchPlayer player;
  for (std::size_t game = 0; game < games.size(); ++game) {
    player.player_factories.push_back(
        make_player_factory(contestant.player_names[game], games[game]));
  }
  if (contestant.objective == MatchObjective::kMatchWinProbability) player.equity_table = equity;
  return player;
}

}  // namespace

bool supports_match_play(const Contestant& contestant) {
  return std::ranges::any_of(contestant.player_names, [](const std::string& player) {
    return parse_player(player).supports_utility();
  });
}

std::string measuring_player_name(const std::array<Contestant, 2>& contestants, std::size_t game) {
  std::string found;
  for (const Contestant& contestant : contestants) {
    const PlayerSpec spec = parse_player(contestant.player_names[game]);
    if (std::string net = spec.net_player_name(); !net.empty()) return net;
    if (found.empty() && !spec.is_external) found = contestant.player_names[game];
  }
  return found.empty() ? "net" : found;
}

bool MatchSetup::needs_outcome_frequencies() const {
  return !luck_methods.empty() ||
         std::ranges::any_of(contestants, [](const Contestant& contestant) {
           return contestant.objective == MatchObjective::kMatchWinProbability;
         });
}

std::vector<VarianceReduction> choose_luck_methods(const MatchSetup& setup, LuckAdjustment wanted) {
  bool slow_players = false;
  for (const Contestant& contestant : setup.contestants) {
    slow_players = slow_players || std::ranges::any_of(contestant.player_names, &is_slow_player);
  }
  const std::optional<WorkSpec> found = find_work_spec(setup.results_database);
  std::vector<VarianceReduction> methods;
  for (const Game game : setup.options.game_cycle) {
    methods.push_back(found ? parse_luck_method(find_work_option(*found, luck_option(game)))
                            : choose_luck_method(game, wanted, slow_players));
  }
  const auto none = std::ranges::count(methods, VarianceReduction::kNone);
  if (std::cmp_equal(none, methods.size())) methods.clear();
  return methods;
}

MatchReport play_match_pairs(const MatchSetup& setup,
                             const std::function<void(const MatchTotals&)>& progress) {
  MatchOptions options = setup.options;
  std::shared_ptr<const MatchEquityTable> equity;
  if (!setup.game_outcome_frequencies.empty()) {
    equity = std::make_shared<const MatchEquityTable>(
        compute_match_equity_table(options.target_points, setup.game_outcome_frequencies));
  }
  options.luck_equity_table = equity;
  for (std::size_t i = 0; i < setup.luck_methods.size(); ++i) {
    options.luck_evaluator_factories.push_back(
        make_luck_evaluator_factory(options.game_cycle[i], setup.luck_methods[i]));
  }
  const MatchPlayer player = loaded(setup.contestants[0], options.game_cycle, equity);
  const MatchPlayer opponent = loaded(setup.contestants[1], options.game_cycle, equity);
  if (setup.results_database.empty()) {
    return {.setup = setup, .result = play_matches(options, player, opponent, progress)};
  }
  ResultStore file(setup.results_database,
                   make_match_work_spec(match_work_options(setup), options.pair_count));
  const ResumedMatches found = load_matches(file, options.pair_count);
  const auto keep = [&](std::int64_t pair, const std::array<PlayedMatch, 2>& matches) {
    file.add(pair, encode_matches(matches));
  };
  MatchReport report{.setup = setup,
                     .result = play_matches(options, player, opponent, progress, found, keep),
                     .resumed_matches = found.result.match_count()};
  file.finish_writing();
  return report;
}

std::vector<std::string> game_names_in_cycle(const MatchOptions& options) {
  std::vector<std::string> names;
  for (const Game game : options.game_cycle) names.emplace_back(game.name());
  return names;
}

std::string match_json(const MatchReport& report) {
  using nlohmann::ordered_json;
  const MatchOptions& options = report.setup.options;
  const MatchTotals& result = report.result;
  const Estimate share = result.match_win_share();
  const Estimate points = result.points_per_game();
  const auto& [player, opponent] = report.setup.contestants;
  ordered_json json = {{"games_in_turn", game_names_in_cycle(options)},
                       {"checkers", options.checkers},
                       {"target", options.target_points},
                       {"seed", std::to_string(options.seed)},
                       {"players", {player.name, opponent.name}},
                       {"values", {value_name(player.objective), value_name(opponent.objective)}},
                       {"matches", result.match_count()},
                       {"match_share", share.mean},
                       {"standard_error", share.standard_error},
                       {"points_per_game", points.mean},
                       {"points_standard_error", points.standard_error},
                       {"games", result.game_count},
                       {"gammons", result.gammon_count},
                       {"ties", result.tie_count},
                       {"failures", ordered_json::array()},
                       {"failure_examples", ordered_json::array()}};
  for (const auto& failures : result.failures_by_reason) {
    json["failures"].push_back(failure_counts_by_kind(failures));
    json["failure_examples"].push_back(failure_examples_by_kind(failures));
  }
  if (const LuckAdjustedSample& wins = result.pair_wins; wins.is_adjusted()) {
    json["luck_adjusted"] = {{"raw_match_share", wins.raw_estimate().mean},
                             {"raw_standard_error", wins.raw_estimate().standard_error},
                             {"luck_per_match", wins.luck_estimate().mean},
                             {"luck_standard_error", wins.luck_estimate().standard_error},
                             {"matches_factor", wins.saved_games_factor()}};
  }
  if (!report.setup.game_outcome_frequencies.empty())
    json["shares"] = format_outcome_frequencies(report.setup.game_outcome_frequencies);
  return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace gioul
