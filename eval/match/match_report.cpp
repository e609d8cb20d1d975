#include "eval/match/match_report.h"

#include <memory>
#include <nlohmann/json.hpp>

#include "eval/players/players.h"

namespace gioul {

namespace {

constexpr const char* value_name(PlaysFor value) {
  return value == PlaysFor::kMatch ? "match" : "points";
}

MatchPlayer loaded(const Contestant& contestant, const std::vector<Game>& games,
                   const std::shared_ptr<const MatchEquity>& equity) {
  MatchPlayer player;
  for (std::size_t game = 0; game < games.size(); ++game) {
    player.players.push_back(make_player_factory(contestant.players[game], games[game]));
  }
  if (contestant.value == PlaysFor::kMatch) player.equity = equity;
  return player;
}

}  // namespace

MatchReport match_report(const PlannedMatch& meeting,
                         const std::function<void(const MatchResult&)>& progress) {
  const MatchOptions& options = meeting.options;
  std::shared_ptr<const MatchEquity> equity;
  if (!meeting.shares.empty()) {
    equity = std::make_shared<const MatchEquity>(match_equity(options.target, meeting.shares));
  }
  const MatchPlayer player = loaded(meeting.contestants[0], options.games, equity);
  const MatchPlayer opponent = loaded(meeting.contestants[1], options.games, equity);
  return {meeting, play_matches(options, player, opponent, progress)};
}

std::vector<std::string> games_in_turn(const MatchOptions& options) {
  std::vector<std::string> names;
  for (const Game game : options.games) names.emplace_back(game.name());
  return names;
}

std::string match_json(const MatchReport& report) {
  using nlohmann::ordered_json;
  const MatchOptions& options = report.meeting.options;
  const MatchResult& result = report.result;
  const Estimate share = result.match_share();
  const Estimate points = result.points_per_game();
  const auto& [player, opponent] = report.meeting.contestants;
  ordered_json json = {{"games_in_turn", games_in_turn(options)},
                       {"checkers", options.checkers},
                       {"target", options.target},
                       {"seed", options.seed},
                       {"players", {player.name, opponent.name}},
                       {"values", {value_name(player.value), value_name(opponent.value)}},
                       {"matches", result.matches()},
                       {"match_share", share.mean},
                       {"standard_error", share.standard_error},
                       {"points_per_game", points.mean},
                       {"points_standard_error", points.standard_error},
                       {"games", result.games},
                       {"gammons", result.gammons},
                       {"ties", result.ties},
                       {"failures", result.failures}};
  if (!report.meeting.shares.empty()) json["shares"] = shares_text(report.meeting.shares);
  return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace gioul
