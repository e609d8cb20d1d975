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
void warn_checker_mismatch(const std::filesystem::path& file, int checkers);

/// Warns if the net of one of the players was trained with a number of checkers per side other than
/// `checkers`; once per file.
void warn_checker_mismatch(const std::vector<std::string>& players, Game game, int checkers);

/// Warns if the net of a player was trained with a number of checkers per side other than
/// `checkers`. Player i plays the variant games[i].
void warn_checker_mismatch(const std::vector<std::string>& players, const std::vector<Game>& games,
                           int checkers);

/// Warns if the net of a player was not trained with 15 checkers per side. Each player plays the
/// variant of its net.
void warn_checker_mismatch(const std::vector<std::string>& players);

/// Reads games like read_games(), for the command `command`. Prints each rejected game as an error,
/// and notes of dropped content. Returns the exit code: 0, or 1 if some games were rejected. Throws
/// InputError if there is no legal game, or no game `number`.
int read_games_or_warn(std::string_view command, const std::vector<std::string>& arguments,
                       std::optional<std::uint64_t> number, const LegalGameHandler& use);

/// Warns if content of the game that was read last, such as cube actions, was dropped.
void warn_dropped_content(const GameFile& file, const AnnotatedGame& game);

}  // namespace gioul
