// Notes on stderr: of nets that are asked about games they have not learned, and of what a match
// file has that is left out.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/games/game.h"
#include "selfplay/record/game_file.h"

namespace gioul {

/// One line on stderr if the file is a net that learned with another number of checkers a side.
void note_other_checkers(const std::filesystem::path& file, int checkers);

/// The same for players by name; a line for each of their files at most.
void note_other_checkers(const std::vector<std::string>& players, Game game, int checkers);

/// The same for one player in each of several games, in their order.
void note_other_checkers(const std::vector<std::string>& players, const std::vector<Game>& games,
                         int checkers);

/// The same for players of whatever games their nets are for, played with all checkers.
void note_other_checkers(const std::vector<std::string>& players);

/// One line on stderr if the game that was read last has a note.
void print_note(const GameFile& file, const NotedGame& game);

}  // namespace gioul
