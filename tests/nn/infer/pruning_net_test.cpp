#include "nn/infer/pruning_net.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "base/interrupt.h"
#include "engine/games/variants.h"
#include "engine/rng.h"
#include "nn/infer/quantized_net.h"
#include "nn/net/net_file.h"
#include "tests/base/temporary_folder.h"

namespace gioul {
namespace {

#ifdef GIOUL_REDUCED_TESTS
constexpr int kDecisions = 200;
#else
constexpr int kDecisions = 2000;
#endif

// Games of the bundled nets, different from those used for fitting.
TEST(PruningNet, CandidatesNearlyAlwaysIncludeTheBestPlay) {
  for (const Game game : all_games()) {
    const Encoder encoder(game);
    const QuantizedNet net(load_net(require_bundled_net(game), game, encoder), encoder);
    EvaluationBuffer all;
    EvaluationBuffer some;
    const auto list = std::make_unique<AfterstateList>();
    CounterRng rng(29, 0, RngStream::kDice);
    Position position = game.start();
    int longer = 0;
    int missed = 0;
    double lost = 0.0;
    for (int decision = 0; decision < kDecisions; ++decision) {
      game.generate_afterstates(position, rng.roll_dice(), *list);
      if (list->positions().size() < list->size()) {
        position = game.start();
        continue;
      }
      const std::size_t most = list->positions().front().is_pending() ? 24 : 8;
      const auto equities = net.equities(position, *list, all);
      const auto best = std::ranges::max_element(equities);
      if (equities.size() > most) {
        net.add_best(position, *list, most, some);
        net.flush(some);
        const auto kept = net.equities(0, some);
        ASSERT_EQ(kept.size(), most);
        const float found = std::ranges::max(kept);
        ++longer;
        missed += found < *best ? 1 : 0;
        lost += static_cast<double>(*best - found);
      }
      position = list->positions()[static_cast<std::size_t>(best - equities.begin())];
    }
    EXPECT_GT(longer, kDecisions / 4) << game.name();
    EXPECT_LT(missed, longer / 4) << game.name();  // at random it would be more than half
    EXPECT_LT(lost / longer, 0.005) << game.name();
  }
}

TEST(PruningNet, StoredNetEqualsAFreshFit) {
  const Game game = find_game("fevga");
  const Encoder encoder(game);
  const TemporaryFolder folder;
  const auto file = folder / "net.safetensors";
  save_net(make_random_net("fevga", encoder.input_count(), {300, 20}, 4), file);
  const PruningWeights fitted =
      QuantizedNet(load_net(file, game, encoder), encoder).pruning_weights();
  EXPECT_EQ(fitted.pre_roll_weights.size(), kPruningNetInputCount);
  fit_and_store_pruning_weights(file);
  const Net stored = load_net(file, game, encoder);
  EXPECT_EQ(stored.pruning_weights, fitted);
  EXPECT_EQ(QuantizedNet(stored, encoder).pruning_weights(), fitted);
}

TEST(PruningNet, RoundedNetsGetTheirOwn) {
  const Game game = find_game("fevga");
  const Encoder encoder(game);
  const TemporaryFolder folder;
  Net net = make_random_net("fevga", encoder.input_count(), {300, 20}, 4);
  net.pruning_weights = QuantizedNet(net, encoder).pruning_weights();
  const auto file = folder / "rounded.safetensors";
  save_rounded_net(net, 0.5, file);
  Net rounded = load_net(file, game, encoder);
  EXPECT_TRUE(rounded.pruning_weights.empty());
  rounded.pruning_weights = net.pruning_weights;
  save_net(rounded, file);
  fit_and_store_pruning_weights(file);
  rounded.pruning_weights = {};
  EXPECT_EQ(load_net(file, game, encoder).pruning_weights,
            QuantizedNet(rounded, encoder).pruning_weights());
}

// A stop request during the fit must not leave a decision without positions in the queue.
TEST(PruningNet, AddBestIgnoresStopRequests) {
  const Game game = find_game("gioul");
  const Encoder encoder(game);
  const QuantizedNet net(make_random_net("gioul", encoder.input_count(), {300, 20}, 4), encoder);
  const auto list = std::make_unique<AfterstateList>();
  const Position start = game.start(15);
  game.generate_afterstates(start, Dice{6, 4}, *list);
  ASSERT_GT(list->positions().size(), 1u);
  EvaluationBuffer buffer;
  const StopFlag stop = true;
  const StopFlagScope bound(&stop);
  const std::size_t decision = net.add_best(start, *list, 1, buffer);
  net.flush(buffer);
  EXPECT_EQ(net.equities(decision, buffer).size(), 1u);
}

}  // namespace
}  // namespace gioul
