#include <iostream>

#include "base/error.h"
#include "cli/games/ubgi.h"
#include "cli/games/ubgi_input.h"
#include "cli/shell/command.h"
#include "cli/shell/line_reader.h"
#include "eval/players/players.h"

namespace gioul {

int ubgi_command(int argc, char** argv) {
  CommandLine line(
      "ubgi", "[--variant V] [--net FILE | --player NAME] [--plies N] [--seed N]",
      {"gioul ubgi --net runs/g1/net.safetensors --plies 2",
       "printf 'position text 24:15|24:15\\ndice 3 1\\ngo role chequer\\n' | gioul ubgi"});
  line.add_variant();
  line.add("net", "FILE",
           "the net that chooses (default: the one that comes with gioul; in games without one the "
           "random player chooses)");
  line.add("player", "NAME",
           "who chooses: net, random, blocker, net:FILE, net:FILE,plies=N or table:FILE "
           "(docs/players.md)");
  line.add("plies", "N",
           "how many rolls a net looks ahead, 0 to " + std::to_string(kMaxPlies) +
               " (default: what the player's name says, or 0)");
  line.add_seed("of players that draw lots");
  if (!line.parse(argc, argv)) return 0;
  if (line.given("net") && line.given("player")) {
    throw InputError("--net and --player: expected one of them");
  }
  UbgiSettings settings;
  settings.game = line.game();
  settings.seed = line.seed();
  if (line.given("player")) settings.player = line.text("player");
  if (line.given("net")) settings.player = patient("net:" + line.text("net"));
  if (line.given("plies")) {
    settings.plies = static_cast<int>(line.number("plies", 0, kMaxPlies));
    const std::string player = player_of(settings, settings.game);
    if (!parse_player(player)->plies() && *settings.plies > 0) {
      throw InputError("--plies is for nets, which " + player +
                       " is not (expected --net FILE or --player net:FILE)");
    }
  }
  UbgiEngine engine(settings);
  UbgiInput lines;
  while (!engine.has_quit()) {
    const std::optional<UbgiLine> input = lines.next();
    if (!input) break;
    std::cout << (input->too_long ? "error bad_argument a line of more than " +
                                        std::to_string(LineReader::kLongest) + " characters\n"
                                  : engine.answer(input->text))
              << std::flush;
  }
  return 0;
}

}  // namespace gioul
