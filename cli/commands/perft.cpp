// gioul perft: counts the leaves of the move tree to a given depth.
#include <iostream>

#include "cli/common/command.h"
#include "cli/common/position_options.h"
#include "engine/games/game.h"

namespace gioul {

int perft_command(int argc, char** argv) {
  CommandLine line("perft", "--depth D [--position P]",
                   {"gioul perft --depth 3", "gioul perft --variant portes --depth 2"});
  line.add_variant();
  line.add_checkers();
  line.add("depth", "D", "depth in decisions, 0 to 16; each multiplies the time by 20 to 1000");
  line.add("position", "P", "position text, see docs/notation.md (default: start of the game)");
  if (!line.parse(argc, argv)) return 0;
  constexpr int kDeepest = 16;  // deeper counts would take years; all fit in 64 bits
  const Game game = line.game();
  const auto depth = static_cast<int>(line.integer_value("depth", 0, kDeepest));
  std::cout << game.perft(selected_position(line, game), depth) << '\n';
  return 0;
}

}  // namespace gioul
