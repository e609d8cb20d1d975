// An evaluator for any game, for tests: a small net with random weights.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/games/game.h"
#include "eval/value/net_evaluator.h"
#include "nn/encode/encoder.h"
#include "nn/infer/quantized_net.h"
#include "nn/net/net.h"

namespace gioul {

/// Makes evaluators of a net with the hidden layers; the weights are the same on each call.
inline EvaluatorFactory small_net(Game game, const std::vector<int>& hidden = {8},
                                  std::uint64_t seed = 7) {
  const Encoder encoder(game);
  const Net net = make_random_net(std::string(game.name()), encoder.input_count(), hidden, seed);
  return net_evaluator_factory(std::make_shared<const QuantizedNet>(net, encoder));
}

}  // namespace gioul
