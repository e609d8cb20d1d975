#include "eval/match/known_shares.h"

#include <nlohmann/json.hpp>

#include "base/numbers.h"
#include "eval/players/players.h"

namespace gioul {

std::string shares_text(const std::vector<KnownShares>& all) {
  std::string text;
  for (const KnownShares& known : all) {
    if (!text.empty()) text += ';';
    for (const Outcome outcome : kWrittenShares) {
      if (outcome != kWrittenShares.front()) text += ',';
      text += number_text(known.shares[static_cast<std::size_t>(outcome)]);
    }
  }
  return text;
}

KnownShares measure_shares(const std::string& player, const SharesOptions& options,
                           const std::function<void(std::int64_t)>& progress) {
  const PlayerFactory factory = make_player_factory(player, options.game);
  const GameCounts counts = count_games(options, factory, progress);
  return {options.game, counts.shares(), player, counts};
}

MatchEquity match_equity(int target, const std::vector<KnownShares>& all) {
  std::vector<StarterShares> shares;
  shares.reserve(all.size());
  for (const KnownShares& known : all) shares.push_back(known.shares);
  return {target, shares};
}

std::string match_equity_json(const MatchEquity& equity, const std::vector<KnownShares>& all) {
  using nlohmann::ordered_json;
  ordered_json games = ordered_json::array();
  for (std::size_t game = 0; game < all.size(); ++game) {
    const KnownShares& known = all[game];
    ordered_json entry = {{"variant", known.game.name()}, {"shares", known.shares}};
    if (known.counts) {
      entry["standard_errors"] = known.counts->errors();
      entry["games"] = known.counts->all();
      entry["player"] = known.player;
    }
    ordered_json rows = ordered_json::array();
    for (int own = 1; own <= equity.target(); ++own) {
      std::vector<double> row;
      for (int other = 1; other <= equity.target(); ++other) {
        row.push_back(equity.chance({own, other, true, game}));
      }
      rows.push_back(row);
    }
    entry["chances"] = rows;
    games.push_back(entry);
  }
  const ordered_json json = {
      {"target", equity.target()}, {"shares", shares_text(all)}, {"games", games}};
  return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace gioul
