// The options that `gioul match` and `gioul met` share: which games a match is of, and how those
// end.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/shell/command.h"
#include "engine/games/game.h"
#include "eval/match/game_shares.h"

namespace gioul {

/// --variant, --cycle and --checkers.
void add_match_games(CommandLine& line);

/// The games that they ask for, in turn, by their own names. Throws InputError for unknown ones and
/// for games that aren't played with so many checkers.
std::vector<Game> match_games(const CommandLine& line);

/// Reads --shares: "single,gammon,single,gammon", the starter's wins and then the other's, the rest
/// ties; for several games in turn separated by semicolons. Throws InputError for anything else.
std::vector<KnownShares> parse_shares(std::string_view text, const std::vector<Game>& games);

/// Lets `players`, one a game, play against themselves; says how far they are on stderr.
std::vector<KnownShares> measure_shares(const std::vector<Game>& games,
                                        const std::vector<std::string>& players,
                                        SharesOptions options);

}  // namespace gioul
