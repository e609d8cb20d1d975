// Warnings on stderr: nets trained with another number of checkers, content dropped from match
// files.
#pragma once

#include <filesystem>
#include <string>
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

/// Warns if content of the game that was read last, such as cube actions, was dropped.
void warn_dropped_content(const GameFile& file, const AnnotatedGame& game);

}  // namespace gioul
