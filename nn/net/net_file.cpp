// Whether a net suits a game; how it is read is in safetensors.cpp.
#include "nn/net/net_file.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace gioul {

Game game_of_net(const Net& net, const std::string& name) {
  try {
    return find_game(net.game);
  } catch (const InputError& error) {
    throw InputError(name + ": " + error.what());
  }
}

void fit(Net& net, const std::string& name, const Axes& axes, const Encoder& encoder) {
  const auto fail = [&](const std::string& what) { throw InputError(name + ": " + what); };
  if (net.game != axes.name) fail("is a net for " + net.game + ", not " + std::string(axes.name));
  if (net.encoder_version < encoder.version() &&
      net.inputs() == encoder.inputs_of_version(net.encoder_version)) {
    append_inputs(net, encoder.inputs());
    net.encoder_version = encoder.version();
  }
  if (net.encoder_version != encoder.version()) {
    fail("has the inputs of encoder version " + std::to_string(net.encoder_version) +
         ", this program those of version " + std::to_string(encoder.version()) +
         ": train it anew, or use the program that wrote it");
  }
  if (net.inputs() != encoder.inputs()) {
    fail("has " + std::to_string(net.inputs()) + " inputs, not the " +
         std::to_string(encoder.inputs()) + " of " + std::string(axes.name));
  }
}

Net load_net(const std::filesystem::path& file, const Axes& axes, const Encoder& encoder) {
  Net net = load_net(file);
  fit(net, file.string(), axes, encoder);
  return net;
}

Net load_kindred_net(const std::filesystem::path& file, const Axes& axes, const Encoder& encoder) {
  Net net = load_net(file);
  const std::vector<std::string_view> games = game_names();
  if (net.game != axes.name && std::ranges::find(games, net.game) != games.end()) {
    const Game other = find_game(net.game);
    const Encoder others(other);
    fit(net, file.string(), other, others);
    if (encoder.has_same_inputs(others)) net.game = axes.name;
  }
  fit(net, file.string(), axes, encoder);
  return net;
}

}  // namespace gioul
