// gioul position-id: converts positions from and to GNU Backgammon's Position IDs.
#include "engine/text/position_id.h"

#include <iostream>

#include "base/error.h"
#include "cli/common/command.h"
#include "cli/common/position_options.h"
#include "engine/games/game.h"
#include "engine/text/notation.h"

namespace gioul {

int position_id_command(int argc, char** argv) {
  CommandLine line("position-id", "(--position P | --gnubgid ID) [--variant NAME]",
                   {"gioul position-id --gnubgid qwIAAO4AAAAAAA",
                    "gioul position-id --variant portes --position "
                    "'24:2,13:5,8:3,6:5|24:2,13:5,8:3,6:5'"});
  line.add_variant();
  line.add("position", "P", "position text (docs/notation.md); prints its Position ID");
  line.add("gnubgid", "ID", "Position ID of GNU Backgammon; prints its position text");
  if (!line.parse(argc, argv)) return 0;
  if (line.is_given("position") == line.is_given("gnubgid")) {
    throw InputError("expected one of --position and --gnubgid");
  }
  Game game = line.game();
  if (line.is_given("gnubgid")) {
    std::cout << format_position(game, parse_position_id(game, line.string_value("gnubgid")))
              << '\n';
  } else {
    std::cout << format_position_id(game, position_option(line, game)) << '\n';
  }
  return 0;
}

}  // namespace gioul
