#include "eval/match/match_report.h"

#include <memory>
#include <nlohmann/json.hpp>

#include "eval/match/match_store.h"
#include "eval/players/player_fingerprint.h"
#include "eval/players/players.h"

namespace gioul {

namespace {

constexpr const char* value_name(PlaysFor value) {
  return value == PlaysFor::kMatch ? "match" : "points";
}

MatchPlan plan_of(const PlannedMatch& meeting) {
  const MatchOptions& options = meeting.options;
  MatchPlan plan = {{"target", std::to_string(options.target)},
                    {"checkers", std::to_string(options.checkers)},
                    {"seed", std::to_string(options.seed)},
                    {"number of matches", std::to_string(2 * options.pairs)},
                    {"shares", meeting.shares.empty() ? "none" : shares_text(meeting.shares)}};
  for (const Game game : options.games) plan.emplace_back("game", game.name());
  for (const Contestant& contestant : meeting.contestants) {
    plan.emplace_back("player", contestant.name);
    plan.emplace_back(contestant.name + "'s aim", value_name(contestant.value));
    for (std::size_t i = 0; i < options.games.size(); ++i) {
      plan.emplace_back("checksum of " + contestant.players[i],
                        player_fingerprint(contestant.players[i], options.games[i]));
    }
  }
  return plan;
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
  if (meeting.database.empty()) {
    return {.meeting = meeting, .result = play_matches(options, player, opponent, progress)};
  }
  WorkFile file(meeting.database, match_work_plan(plan_of(meeting), options.pairs));
  const FoundMatches found = found_matches(file, options.pairs);
  const auto keep = [&](std::int64_t pair, const std::array<PlayedMatch, 2>& matches) {
    file.add(pair, piece_of_matches(matches));
  };
  MatchReport report{.meeting = meeting,
                     .result = play_matches(options, player, opponent, progress, found, keep),
                     .found = found.result.matches()};
  file.commit();
  return report;
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
