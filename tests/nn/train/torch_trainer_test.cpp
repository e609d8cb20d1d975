#include "nn/train/torch_trainer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/games/game.h"
#include "engine/games/sample_positions.h"

namespace gioul {
namespace {

TrainingBatch some_batch(Game game, std::size_t size, std::uint64_t seed) {
  TrainingBatch batch;
  batch.positions = sample_positions(game, 15, seed + 1, size);
  for (const Position& position : batch.positions) {
    batch.targets.push_back({0.1f, 0.2f, 0.0f, position.own.count(24) > 0 ? 0.5f : 0.2f, 0.0f});
    batch.targets.back()[4] = 0.7f - batch.targets.back()[3];
  }
  batch.group_sizes = {static_cast<std::uint32_t>(size / 2),
                       static_cast<std::uint32_t>(size - size / 2)};
  return batch;
}

// Two implementations of the same trainer, on a GPU if there is one.
TEST(TorchTrainer, MatchesTheSparseTrainer) {
  for (const char* name : {"gioul", "portes"}) {
    const Game game = find_game(name);
    const Encoder encoder(game);
    const Net net = make_random_net(name, encoder.input_count(), {40, 24}, 3);
    const TrainerOptions options = {.device = Device::kCuda, .comparison_weight = 0.5};
    const auto torch = make_torch_trainer(net, encoder, {}, options);
    const auto sparse = make_sparse_trainer(net, encoder, {}, options);
    std::vector<TrainingBatch> batches;
    for (std::uint64_t i = 0; i < 5; ++i) batches.push_back(some_batch(game, 80, i));
    const LossByOutcome torch_loss = torch->train(batches);
    const LossByOutcome sparse_loss = sparse->train(batches);
    for (std::size_t o = 0; o < kOutcomeCount; ++o)
      EXPECT_NEAR(torch_loss[o], sparse_loss[o], 1e-5);
    Net one = net;
    Net other = net;
    torch->copy_weights_to(one);
    sparse->copy_weights_to(other);
    std::size_t far = 0;  // where a gradient is near zero
    std::size_t all = 0;
    for (std::size_t n = 0; n < net.layers.size(); ++n) {
      for (std::size_t k = 0; k < net.layers[n].weight.size(); ++k, ++all) {
        const float distance = std::abs(one.layers[n].weight[k] - other.layers[n].weight[k]);
        ASSERT_LT(distance, 6e-3f) << n << ", " << k;
        far += distance > 1e-4f ? 1 : 0;
      }
    }
    EXPECT_LT(far, all / 500) << name;
  }
}

TEST(TorchTrainer, RestoresTheStateOfEitherTrainer) {
  const Game game = find_game("fevga");
  const Encoder encoder(game, {"places"});
  const Net net = make_random_net("fevga", encoder.input_count(), {20}, 3);
  const auto torch = make_torch_trainer(net, encoder, {}, {});
  const auto sparse = make_sparse_trainer(net, encoder, {}, {});
  sparse->train(std::vector{some_batch(game, 80, 1)});
  torch->load_state(sparse->save_state());
  EXPECT_EQ(torch->save_state(), sparse->save_state());
  torch->train(std::vector{some_batch(game, 80, 2)});
  EXPECT_NE(torch->save_state(), sparse->save_state());
}

}  // namespace
}  // namespace gioul
