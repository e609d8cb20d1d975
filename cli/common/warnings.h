// Warnings on stderr: nets trained with another number of checkers, content dropped from match
// files.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/games/game.h"
#include "selfplay/record/game_file.h"

namespace gioul {

/// Warns if the file is a net trained with another number of checkers per side.
void warn_checker_mismatch(const std::filesystem::path& file, int checkers);

/// Warns for the net files of several players, once per file.
void warn_checker_mismatch(const std::vector<std::string>& players, Game game, int checkers);

/// Warns for the net files of several players. Player i plays the variant games[i].
void warn_checker_mismatch(const std::vector<std::string>& players, const std::vector<Game>& games,
                           int checkers);

/// Warns for the net files of players that play with 15 checkers per side. The variant is that of
/// each net.
void warn_checker_mismatch(const std::vector<std::string>& players);

/// Prints the note about content that was dropped from the game read last, if there is any.
void warn_dropped_content(const GameFile& file, const AnnotatedGame& game);

}  // namespace gioul
