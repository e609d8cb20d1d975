#include "eval/study/statistics_report.h"

#include <array>
#include <nlohmann/json.hpp>

#include "engine/text/notation.h"
#include "eval/players/players.h"

namespace gioul {

namespace {

using nlohmann::ordered_json;

ordered_json to_json(const Estimate& estimate) {
  return {{"mean", estimate.mean}, {"standard_error", estimate.standard_error}};
}

ordered_json to_json(const IntegerCounts& counts) {
  ordered_json json = to_json(counts.estimate());
  json["deviation"] = counts.deviation();
  for (const int share : {1, 5, 25, 50, 75, 95, 99}) {
    json["percentiles"][std::to_string(share)] = counts.percentile(share);
  }
  return json;
}

ordered_json to_json(const ResultSample& sample) {
  return {{"games", sample.games()},
          {"points", to_json(sample.points.estimate())},
          {"wins", to_json(sample.wins.estimate())},
          {"gammons_won", to_json(sample.gammons_won.estimate())},
          {"gammons_lost", to_json(sample.gammons_lost.estimate())}};
}

ordered_json chains_json(const GameStatistics& all) {
  ordered_json json = ordered_json::array();
  for (int number = 1; number <= 6; ++number) {
    const ChainStatistics& chain = all.chains[static_cast<std::size_t>(number - 1)];
    json.push_back({{"doublet", number},
                    {"moves", chain_length(number)},
                    {"per_game", to_json(chain.per_game.estimate())},
                    {"made", to_json(chain.played.estimate())},
                    {"complete", to_json(chain.complete.estimate())},
                    {"forfeited", to_json(chain.forfeited.estimate())},
                    {"received", to_json(chain.received.estimate())}});
  }
  return json;
}

}  // namespace

StatisticsReport statistics_report(const std::string& player, const SharesOptions& games,
                                   const std::function<void(std::int64_t)>& progress) {
  const PlayerFactory factory = make_player_factory(player, games.game);
  return {.player = player, .games = games, .all = game_statistics(games, factory, progress)};
}

std::string statistics_json(const StatisticsReport& report) {
  const GameStatistics& all = report.all;
  const Game game = report.games.game;
  ordered_json json = {{"variant", game.name()},
                       {"checkers", report.games.checkers},
                       {"player", report.player},
                       {"seed", report.games.seed},
                       {"games", all.counts.all()},
                       {"outcomes", all.counts.games},
                       {"first_player", to_json(all.first_player)},
                       {"rolls", to_json(all.rolls)},
                       {"decisions", to_json(all.decisions)}};
  constexpr std::array kNames = {"roll", "chain", "forfeit"};
  for (std::size_t turn = 0; turn < kLastTurns; ++turn) {
    json["ends"][kNames[turn]] = {{"share", to_json(all.ends[turn].estimate())},
                                  {"gammons", to_json(all.gammons[turn].estimate())}};
  }
  for (std::size_t i = 0; i < kRolls.size(); ++i) {
    json["roll_values"].push_back({{"dice", format_dice(kRolls[i])},
                                   {"luck", to_json(all.luck[i].estimate())},
                                   {"opening", to_json(all.opening_points[i].estimate())}});
  }
  json["doublet_luck"] = to_json(all.doublet_luck.estimate());
  for (const ResultSample& games : all.by_lead) json["by_doublet_lead"].push_back(to_json(games));
  if (game.axes().doublets == Doublets::kChain) {
    json["chains"] = chains_json(all);
    json["forfeits"] = {{"games_with", to_json(all.games_with_forfeit.estimate())},
                        {"per_game", to_json(all.forfeits.estimate())},
                        {"moves", to_json(all.forfeited.estimate())},
                        {"share_received", to_json(all.received.estimate())}};
  }
  return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace gioul
