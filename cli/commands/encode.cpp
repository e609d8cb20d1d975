// gioul encode: the inputs that a net sees for a position.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/shell/command.h"
#include "cli/text/decision_text.h"
#include "engine/games/game.h"
#include "engine/text/notation.h"
#include "nn/encode/encoder.h"

namespace gioul {

int encode_command(int argc, char** argv) {
  CommandLine line("encode", "[--variant V] [--position P] [--json]",
                   {"gioul encode --position '24:11,21:4|24:15|owed=12'",
                    "gioul encode --variant portes --json"});
  line.add_variant();
  line.add_checkers();
  line.add("position", "P", "the position (docs/notation.md); default: the start of the game");
  line.add_flag("json",
                "print {\"game\", \"position\", \"encoder_version\", \"inputs\"}, all inputs");
  if (!line.parse(argc, argv)) return 0;
  const Game game = line.game();
  const Position position = position_option(line, game);
  const Encoder encoder(game);
  std::vector<Input> inputs;
  encoder.encode(position, inputs);
  std::ranges::sort(inputs, {}, &Input::index);
  if (line.flag("json")) {
    std::vector<float> dense(static_cast<std::size_t>(encoder.inputs()), 0.0f);
    for (const Input& input : inputs) dense[static_cast<std::size_t>(input.index)] = input.value;
    const nlohmann::ordered_json json = {{"game", game.name()},
                                         {"position", format_position(game, position)},
                                         {"encoder_version", encoder.version()},
                                         {"inputs", dense}};
    std::cout << json.dump() << '\n';
    return 0;
  }
  std::cout << fmt::format("{} inputs, encoder version {}; those that are not 0:\n",
                           encoder.inputs(), encoder.version());
  for (const Input& input : inputs) {
    std::cout << fmt::format("{:5}  {:8.5f}  {}\n", input.index, static_cast<double>(input.value),
                             encoder.description(input.index));
  }
  return 0;
}

}  // namespace gioul
