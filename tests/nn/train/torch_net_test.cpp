#include "nn/train/torch_net.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "base/error.h"
#include "engine/games/game.h"
#include "engine/games/variants.h"
#include "engine/games/visit.h"
#include "engine/outcome.h"
#include "nn/infer/compiled_net.h"
#include "nn/infer/float_net.h"
#include "nn/train/torch_runtime.h"
#include "selfplay/loop/generation.h"
#include "selfplay/loop/lockstep.h"
#include "tests/base/temporary_folder.h"

namespace gioul {
namespace {

// A net whose outputs are far from uniform, so that mistakes show.
Net lively_net(Game game, const Encoder& encoder, const std::vector<int>& hidden) {
  Net net = random_net(std::string(game.name()), encoder.inputs(), hidden, 7);
  for (float& w : net.layers.back().weight) w *= 20.0f;
  for (DenseLayer& layer : net.layers) {
    for (std::size_t o = 0; o < layer.bias.size(); ++o) {
      layer.bias[o] = 0.01f * static_cast<float>(o % 7);
    }
  }
  return net;
}

// Positions of self-play, and the same as rows.
struct Positions {
  std::vector<Position> all;
  RowBatch batch;

  Positions(Game game, const CompiledNet& net, std::size_t most) {
    const Generation generation = play_generation({.game = game, .seed = 3, .games = 20}, net);
    for (const TrainingExample& example : generation.examples) {
      if (all.size() == most) break;
      all.push_back(example.position);
    }
    batch.add(game, all);
  }
};

void expect_agreement(const Positions& positions, const FloatNet& net, TorchNet& evaluator) {
  std::vector<Distribution> values(positions.all.size());
  evaluator.evaluate(positions.batch, values);
  FloatBuffer buffer;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Distribution expected = net.evaluate(positions.all[i], buffer);
    for (std::size_t o = 0; o < kOutcomes; ++o) {
      ASSERT_NEAR(values[i][o], expected[o], 1e-5) << "position " << i;
    }
  }
}

TEST(TorchNet, AgreesWithTheKernelsOnPositionsOfEveryGame) {
  for (const std::string_view name : game_names()) {
    SCOPED_TRACE(name);
    visit_game(find_game(name), [&]<Rules R>(std::type_identity<R>) {
      const Encoder encoder(game_of<R>());
      for (const std::vector<int>& hidden : {std::vector{40}, {33, 17}, {24, 16, 50}}) {
        const Net net = lively_net(game_of<R>(), encoder, hidden);
        const CompiledNet kernel(net, encoder);
        TorchNet evaluator(net, encoder, usable_device("cuda"));
        expect_agreement(Positions(game_of<R>(), kernel, 1500), FloatNet(net, encoder), evaluator);
      }
    });
  }
}

TEST(TorchNet, TakesBatchesOfAnySizeOneAfterTheOther) {
  const Encoder encoder(game_of<Gioul>());
  const Net net = lively_net(game_of<Gioul>(), encoder, {32});
  const CompiledNet kernel(net, encoder);
  TorchNet evaluator(net, encoder, usable_device("cuda"));
  for (const std::size_t most : {1500, 0, 1, 20, 512, 513}) {
    SCOPED_TRACE(most);
    expect_agreement(Positions(game_of<Gioul>(), kernel, most), FloatNet(net, encoder), evaluator);
  }
}

TEST(TorchNet, OtherWeightsReplaceTheFirst) {
  const Encoder encoder(game_of<Gioul>());
  const Net other = lively_net(game_of<Gioul>(), encoder, {20, 8});
  TorchNet evaluator(random_net("gioul", encoder.inputs(), {32}, 1), encoder,
                     usable_device("cuda"));
  evaluator.set_net(other);
  const CompiledNet kernel(other, encoder);
  expect_agreement(Positions(game_of<Gioul>(), kernel, 100), FloatNet(other, encoder), evaluator);
}

TEST(TorchNet, LockstepGamesDependOnNeitherThreadsNorTime) {
  const Encoder encoder(game_of<Gioul>());
  const Net net = lively_net(game_of<Gioul>(), encoder, {32});
  TorchNet evaluator(net, encoder, usable_device("cuda"));
  GenerationOptions options{.seed = 4, .games = 30, .threads = 1};
  const Generation one = play_lockstep(options, evaluator);
  options.threads = 2;
  EXPECT_EQ(play_lockstep(options, evaluator).hash, one.hash);
  EXPECT_EQ(one.games, 30u);
}

TEST(TorchRuntime, WarningIsOneLine) {
  EXPECT_EQ(torch_warning().find('\n'), std::string::npos);
  RecordProperty("warning", torch_warning());
}

TEST(TorchRuntime, DevicesAreCpuAndCudaIfThereIsOne) {
  EXPECT_EQ(usable_device("cpu"), "cpu");
  EXPECT_TRUE(usable_device("cuda") == "cuda" || usable_device("cuda") == "cpu");
  EXPECT_EQ(message_of<InputError>([] { usable_device("tpu"); }),
            "unknown device 'tpu': known are cpu, cuda");
}

}  // namespace
}  // namespace gioul
