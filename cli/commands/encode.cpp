// gioul encode: prints the net inputs of a position.
#include <fmt/format.h>

#include <iostream>
#include <vector>

#include "cli/common/command.h"
#include "cli/common/position_options.h"
#include "engine/games/game.h"
#include "eval/analysis/net_info.h"
#include "nn/encode/encoder.h"

namespace gioul {

int encode_command(int argc, char** argv) {
  CommandLine line("encode", "[--variant NAME] [--position P] [--json]",
                   {"gioul encode --position '24:11,21:4|24:15|owed=12'",
                    "gioul encode --variant portes --json"});
  std::vector<RequestField> asked = decision_fields({});
  asked.pop_back();  // all but the dice
  add_field_options(line, asked);
  line.add_flag("json", "print JSON with all inputs: game, position, encoder_version and inputs");
  if (!line.parse(argc, argv)) return 0;
  const Game game = line.game();
  const Position position = selected_position(line, game);
  const Encoder encoder(game);
  if (line.has_flag("json")) {
    std::cout << inputs_json(game, encoder, position);
    return 0;
  }
  std::cout << fmt::format("{} inputs, encoder version {}; those that are not 0:\n",
                           encoder.input_count(), encoder.version());
  const std::vector<float> inputs = encoder.encode_dense(position);
  for (int i = 0; i < encoder.input_count(); ++i) {
    const float value = inputs[static_cast<std::size_t>(i)];
    if (value == 0.0f) continue;
    std::cout << fmt::format("{:5}  {:8.5f}  {}\n", i, static_cast<double>(value),
                             encoder.input_description(i));
  }
  return 0;
}

}  // namespace gioul
