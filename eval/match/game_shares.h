// How games between equal players end, counted for the one who starts: what match equity is made
// of.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/games/game.h"
#include "engine/outcome.h"
#include "engine/turn.h"
#include "eval/match/match_equity.h"
#include "eval/play/play_game.h"
#include "eval/play/player.h"

namespace gioul {

struct GameCounts {
  std::array<std::int64_t, kOutcomes> games{};  // by Outcome, for the starter

  std::int64_t all() const;
  /// 0 if there are no games.
  StarterShares shares() const;
  /// Standard errors of the shares.
  StarterShares errors() const;
};

struct SharesOptions {
  Game game = {};
  int checkers = 15;
  std::uint64_t seed = 1;
  std::int64_t games = 10000;
  int threads = 1;
};

/// Lets `player` play against himself, on `threads` threads, and hands each game that is `wanted`,
/// by its number from 0, and its decisions on, in any order and from any thread. The games depend
/// on seed and player alone.
void play_against_self(const SharesOptions& options, const PlayerFactory& player,
                       const std::function<bool(std::int64_t)>& wanted,
                       const std::function<void(std::int64_t, const GameResult&,
                                                std::span<const MadeDecision>)>& take);

/// Counts how such games end, on `threads` threads; the result depends on seed and player
/// alone. `progress` is called after every game with how many are done, by any thread.
GameCounts count_games(const SharesOptions& options, const PlayerFactory& player,
                       const std::function<void(std::int64_t)>& progress = {});

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
