// What `gioul match` and `gioul met` share: which games a match is of, and how their match equity
// is had.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/shell/command.h"
#include "engine/games/game.h"
#include "eval/match/game_shares.h"
#include "eval/match/match_equity.h"

namespace gioul {

/// How one game of a match ends, and how that is known.
struct KnownShares {
  Game game = {};
  StarterShares shares{};
  std::string player;                // who was measured; empty if the shares are given
  std::optional<GameCounts> counts;  // what he did
};

/// --variant, --cycle and --checkers.
void add_match_games(CommandLine& line);

/// The games that they ask for, in turn, by their own names. Throws InputError for unknown ones and
/// for games that aren't played with so many checkers.
std::vector<Game> match_games(const CommandLine& line);

/// Reads --shares: "single,gammon,single,gammon", the starter's wins and then the other's, the rest
/// ties; for several games in turn separated by semicolons. Throws InputError for anything else.
std::vector<KnownShares> parse_shares(std::string_view text, const std::vector<Game>& games);

/// The same the other way round, to the last bit.
std::string shares_text(const std::vector<KnownShares>& all);

/// Lets `players`, one a game, play against themselves; says how far it is on stderr.
std::vector<KnownShares> measure_shares(const std::vector<Game>& games,
                                        const std::vector<std::string>& players,
                                        const SharesOptions& options);

MatchEquity match_equity(int target, const std::vector<KnownShares>& all);

}  // namespace gioul
