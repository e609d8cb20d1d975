#include "cli/text/game_note.h"

#include <iostream>

#include "base/text.h"

namespace gioul {

void print_note(const GameFile& file, const NotedGame& game) {
  if (!game.note.empty()) std::cerr << "note: " << one_line(file.note(game)) << '\n';
}

}  // namespace gioul
