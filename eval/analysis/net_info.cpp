#include "eval/analysis/net_info.h"

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "engine/text/notation.h"
#include "nn/net/net_file.h"

namespace gioul {

std::size_t parameter_count(const DenseLayer& layer) {
  return layer.weight.size() + layer.bias.size();
}

std::size_t parameter_count(const Net& net) {
  std::size_t sum = 0;
  for (const DenseLayer& layer : net.layers) sum += parameter_count(layer);
  return sum;
}

std::string find_incompatibility(Net net) {
  try {
    const Game game = find_game(net.game);
    adapt_inputs(net, "it", game, Encoder(game));
    return {};
  } catch (const InputError& error) {
    return error.what();
  }
}

std::vector<std::string> list_input_block_names(const Net& net) {
  std::vector<std::string> names;
  for (const InputBlock& block : input_blocks(net, find_game(net.game))) {
    names.push_back(block.name);
  }
  return names;
}

std::string net_json(const Net& net, std::uint64_t bytes) {
  const bool usable = find_incompatibility(net).empty();
  nlohmann::ordered_json layers = nlohmann::ordered_json::array();
  for (const DenseLayer& layer : net.layers) {
    layers.push_back({{"inputs", layer.input_count},
                      {"outputs", layer.output_count},
                      {"parameters", parameter_count(layer)}});
  }
  nlohmann::ordered_json json = {
      {"game", net.game},
      {"checkers", net.checkers_per_side},
      {"encoder_version", net.encoder_version},
      {"inputs", usable ? list_input_block_names(net) : std::vector<std::string>()},
      {"layers", layers},
      {"parameters", parameter_count(net)},
      {"trained",
       {{"games", net.provenance.game_count},
        {"seed", std::to_string(net.provenance.seed)},
        {"version", net.provenance.program_version}}},
      {"checksum", format_checksum(net)},
      {"file_bytes", bytes},
      {"usable", usable}};
  if (!net.provenance.pruning_note.empty()) json["pruned"] = net.provenance.pruning_note;
  return json.dump() + "\n";
}

std::string inputs_json(Game game, const Encoder& encoder, const Position& position) {
  const nlohmann::ordered_json json = {{"game", game.name()},
                                       {"position", format_position(game, position)},
                                       {"encoder_version", encoder.version()},
                                       {"inputs", encoder.encode_dense(position)}};
  return json.dump() + "\n";
}

}  // namespace gioul
