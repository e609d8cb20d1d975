// What of a match file was left out.
#pragma once

#include "selfplay/record/game_file.h"

namespace gioul {

/// One line on stderr if the game that was read last has a note.
void print_note(const GameFile& file, const NotedGame& game);

}  // namespace gioul
