#include <gtest/gtest.h>

#include "engine/games/game.h"
#include "engine/games/sample_positions.h"
#include "nn/infer/float_net.h"
#include "selfplay/bench/bench.h"

namespace gioul {
namespace {

TEST(WithActiveFraction, ActivatesTheGivenFractionOfEachLayer) {
  const Game game = find_game("portes");
  const Encoder encoder(game);
  const Net net = make_random_net("portes", encoder.input_count(), {64, 48, 32}, 1);
  for (const double share : {0.05, 0.25}) {
    const FloatNet floats(adjust_biases_to_active_fraction(net, encoder, share), encoder);
    FloatNetScratch buffer;
    std::vector<double> on(3);
    std::vector<double> all(3);
    for (const Position& position : sample_positions(game, 15, 1, 64)) {
      floats.visit_hidden_layers(position, buffer,
                                 [&](std::size_t layer, std::span<const float> units) {
                                   for (const float unit : units)
                                     on[layer] += unit > 0.0f ? 1.0 : 0.0;
                                   all[layer] += static_cast<double>(units.size());
                                 });
    }
    for (std::size_t layer = 0; layer < 3; ++layer) {
      EXPECT_NEAR(on[layer] / all[layer], share, 0.01) << layer;
    }
  }
}

}  // namespace
}  // namespace gioul
