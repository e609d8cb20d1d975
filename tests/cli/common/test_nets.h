// Small nets with random weights, for tests that need a net file of any variant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/games/game.h"
#include "nn/encode/encoder.h"
#include "nn/net/net_file.h"
#include "tests/base/temporary_folder.h"

namespace gioul {

/// Returns a net with random weights for a variant.
inline Net test_net(std::string_view game, const std::vector<int>& hidden = {16}) {
  const Variant& variant = find_game(game);
  Net net = make_random_net(std::string(variant.name), Encoder(variant).input_count(), hidden, 7);
  net.provenance = {.game_count = 12, .seed = 34, .program_version = "test"};
  return net;
}

/// Writes test_net(game) to a file in `folder` and returns its name.
inline std::string put_net(const TemporaryFolder& folder, std::string_view game) {
  const std::string file = (folder / (std::string(game) + ".safetensors")).string();
  save_net(test_net(game), file);
  return file;
}

}  // namespace gioul
