// Warnings on stderr: nets trained with another number of checkers, content dropped from match
// files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/games/game.h"
#include "selfplay/record/game_file.h"

namespace gioul {

/// Warns if `file` is a net that was trained with a number of checkers per side other than
/// `checkers`.
void warn_checker_count_mismatch(const std::filesystem::path& file, int checkers);

/// Warns for each net file of the players that was trained with a number of checkers per side other
/// than `checkers`. All players play `game`. Throws InputError if it cannot be played with
/// `checkers` checkers per side.
void warn_checker_count_mismatch(const std::vector<std::string>& players, Game game, int checkers);

/// Warns for each player whose net was trained with a number of checkers per side other than
/// `checkers`. players[i] plays games[i].
void warn_checker_count_mismatch(const std::vector<std::string>& players,
                                 const std::vector<Game>& games, int checkers);

/// Warns for each net file of the players that was not trained with 15 checkers per side. Each
/// player plays the variant of its net.
void warn_checker_count_mismatch(const std::vector<std::string>& players);

/// Reads the games of the files `arguments` by read_games(), for the command `command`, and passes
/// each legal one to `use`; with `number`, only the game with that number. Prints an error for each
/// rejected game and a warning for dropped content. Returns the exit code: 0, or 1 if some games
/// were rejected. Throws InputError if there is no legal game, or no game `number`.
int read_games_or_warn(std::string_view command, const std::vector<std::string>& arguments,
                       std::optional<std::uint64_t> number, const LegalGameHandler& use);

/// Warns if content of `game`, such as cube actions, was dropped. `game` must be the game that was
/// last read from `file`.
void warn_dropped_content(const GameFile& file, const AnnotatedGame& game);

}  // namespace gioul
