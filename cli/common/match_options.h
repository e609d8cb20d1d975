// Options that `gioul match` and `gioul match-equity` share: the variants of a match and the
// outcome frequencies of their games.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/common/command.h"
#include "engine/games/game.h"
#include "eval/match/outcome_frequencies.h"

namespace gioul {

/// Adds the options of a match's games: --variant, --cycle and --checkers.
void add_match_game_options(CommandLine& line);

/// Returns the game variants of a match, by --variant or --cycle, in the order of play. Throws
/// InputError for an unknown variant or one that cannot be played with that number of checkers.
std::vector<Game> selected_match_variants(const CommandLine& line);

/// Parses the value of --shares, the outcome frequencies of `games`. Each game has four
/// frequencies, separated by commas: of a single win and a gammon by the player who moves first,
/// then of a single win and a gammon by the other player; the rest are ties. Semicolons separate
/// the games. Throws InputError if the text has another format.
std::vector<OutcomeFrequencies> parse_outcome_frequencies(std::string_view text,
                                                          const std::vector<Game>& games);

/// Measures the outcome frequencies of each game by self-play; players[i] plays games[i] against
/// itself. Shows progress on stderr.
std::vector<OutcomeFrequencies> measure_outcome_frequencies(const std::vector<Game>& games,
                                                            const std::vector<std::string>& players,
                                                            SelfMatchOptions options);

}  // namespace gioul
