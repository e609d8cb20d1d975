// Checks and adapts nets for a game; safetensors.cpp reads the files.
#include "nn/net/net_file.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/data_file.h"
#include "base/error.h"

namespace gioul {

Game require_net_game(const Net& net, const std::string& name) {
  try {
    return find_game(net.game);
  } catch (const InputError& error) {
    throw InputError(name + ": " + error.what());
  }
}

namespace {

// Rearranges the first layer's weights from the blocks in `from` to those in `to`.
void rearrange(DenseLayer& layer, std::span<const InputBlock> from,
               std::span<const InputBlock> to) {
  const auto units = static_cast<std::size_t>(layer.output_count);
  const auto old_inputs = static_cast<std::size_t>(layer.input_count);
  const auto new_inputs = static_cast<std::size_t>(to.back().first_input + to.back().input_count);
  std::vector<float> weight(new_inputs * units, 0.0f);
  for (const InputBlock& block : to) {
    const auto old = std::ranges::find(from, block.name, &InputBlock::name);
    if (old == from.end()) continue;
    for (std::size_t unit = 0; unit < units; ++unit) {
      std::copy_n(&layer.weight[unit * old_inputs + static_cast<std::size_t>(old->first_input)],
                  old->input_count,
                  &weight[unit * new_inputs + static_cast<std::size_t>(block.first_input)]);
    }
  }
  layer.input_count = static_cast<int>(new_inputs);
  layer.weight = std::move(weight);
}

}  // namespace

std::vector<InputBlock> input_blocks(const Net& net, const Variant& variant) {
  std::vector<InputBlock> blocks = make_input_table(variant, net.input_block_names).input_blocks;
  if (net.input_block_names.empty()) {
    std::erase_if(
        blocks, [&](const InputBlock& block) { return block.since_version > net.encoder_version; });
  }
  return blocks;
}

void adapt_inputs(Net& net, const std::string& name, const Variant& variant,
                  const Encoder& encoder) {
  const auto fail = [&](const std::string& what) { throw InputError(name + ": " + what); };
  if (net.game != variant.name)
    fail("is a net for " + net.game + ", not " + std::string(variant.name));
  if (net.encoder_version == encoder.version() && net.input_count() == encoder.input_count() &&
      net.input_block_names == encoder.table().selected_blocks) {
    return;
  }
  std::vector<InputBlock> blocks;
  try {
    blocks = input_blocks(net, variant);
  } catch (const InputError& error) {
    fail(std::string("its metadata 'inputs': ") + error.what());
  }
  const int inputs = blocks.empty() ? 0 : blocks.back().first_input + blocks.back().input_count;
  const bool is_older = net.encoder_version < encoder.version();
  if (net.encoder_version != encoder.version() && !(is_older && net.input_count() == inputs)) {
    fail("has the inputs of encoder version " + std::to_string(net.encoder_version) +
         ", this program those of version " + std::to_string(encoder.version()) +
         ": train it anew, or use the program that wrote it");
  }
  if (net.input_count() != inputs) {
    fail("has " + std::to_string(net.input_count()) + " inputs, not the " + std::to_string(inputs) +
         " of " + std::string(variant.name));
  }
  rearrange(net.layers.front(), blocks, encoder.table().input_blocks);
  net.encoder_version = encoder.version();
  net.input_block_names = encoder.table().selected_blocks;
}

Net load_net(const std::filesystem::path& file, const Variant& variant, const Encoder& encoder) {
  Net net = load_net(file);
  adapt_inputs(net, file.string(), variant, encoder);
  return net;
}

Net load_compatible_net(const std::filesystem::path& file, const Variant& variant,
                        const Encoder& encoder) {
  Net net = load_net(file);
  const std::vector<std::string_view> games = game_names();
  if (net.game != variant.name && std::ranges::find(games, net.game) != games.end()) {
    const Game other = find_game(net.game);
    const Encoder others(other);
    adapt_inputs(net, file.string(), other, others);
    if (Encoder(variant).has_same_inputs(others)) net.game = variant.name;
  }
  adapt_inputs(net, file.string(), variant, encoder);
  return net;
}

std::optional<std::filesystem::path> find_bundled_net(const Variant& variant) {
  return find_data_file(std::string(variant.name) + ".safetensors");
}

std::filesystem::path require_bundled_net(const Variant& variant) {
  if (const auto found = find_bundled_net(variant)) return *found;
  throw InputError("no net for " + std::string(variant.name) +
                   " is bundled with this program (use --net FILE, or net:FILE as a player)");
}

}  // namespace gioul
