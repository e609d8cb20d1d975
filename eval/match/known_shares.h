// How the games of a match end, measured or given, and the match equity that follows from it.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/games/game.h"
#include "engine/outcome.h"
#include "eval/match/game_shares.h"
#include "eval/match/match_equity.h"

namespace gioul {

/// The outcomes whose shares are written, in this order; the rest are ties.
inline constexpr std::array kWrittenShares = {Outcome::kWin1, Outcome::kWin2, Outcome::kLose1,
                                              Outcome::kLose2};

/// How one game of a match ends, and how that is known.
struct KnownShares {
  Game game = {};
  StarterShares shares{};
  std::string player;                // who was measured; empty if the shares are given
  std::optional<GameCounts> counts;  // what he did
};

/// "single,gammon,single,gammon", the starter's wins and then the other's, to the last bit; for
/// several games in turn with semicolons between them.
std::string shares_text(const std::vector<KnownShares>& all);

/// Lets `player`, by name, play against himself, as count_games() does. Throws InputError for a
/// player that can't be had.
KnownShares measure_shares(const std::string& player, const SharesOptions& options,
                           const std::function<void(std::int64_t)>& progress = {});

MatchEquity match_equity(int target, const std::vector<KnownShares>& all);

/// The chances from every score, of each game in turn, with the shares they follow from, as JSON.
std::string match_equity_json(const MatchEquity& equity, const std::vector<KnownShares>& all);

}  // namespace gioul
