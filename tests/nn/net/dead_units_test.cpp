#include "nn/net/dead_units.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/games/game.h"
#include "engine/games/sample_positions.h"
#include "nn/infer/active_unit_tracker.h"

namespace gioul {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// Outputs of `net` before softmax; bit for bit the same after dead units are removed.
std::vector<float> logits(const Net& net, const Encoder& encoder, const Position& position) {
  std::vector<float> values = encoder.encode_dense(position);
  for (std::size_t n = 0; n < net.layers.size(); ++n) {
    const DenseLayer& layer = net.layers[n];
    std::vector<float> sums = layer.bias;
    for (std::size_t o = 0; o < sums.size(); ++o) {
      for (std::size_t i = 0; i < values.size(); ++i) {
        sums[o] += layer.weight[o * values.size() + i] * values[i];
      }
      if (n + 1 < net.layers.size()) sums[o] = std::max(sums[o], 0.0f);
    }
    values = sums;
  }
  return values;
}

class DeadUnits : public testing::Test {
 protected:
  // Units 1 and 4 of the first layer and 2 of the second are dead; all others are active somewhere.
  DeadUnits() : net_(make_random_net("gioul", encoder_.input_count(), {6, 5, 4}, 3)) {
    net_.layers[0].bias = {0, -100, 0, 0, -100, 0};
    net_.layers[1].bias = {1, 1, -100, 1, 1};
    net_.layers[2].bias = {2, 2, 2, 2};
  }

  UnitMask active_units() const {
    ActiveUnitTracker watch(net_, std::make_shared<const FloatNet>(net_, encoder_));
    for (const Position& position : positions_) watch.observe(position);
    EXPECT_EQ(watch.position_count(), positions_.size());
    return watch.active_units();
  }

  Game game_ = find_game("gioul");
  Encoder encoder_{game_};
  Net net_;
  std::vector<Position> positions_ = sample_positions(game_, 15, 5, 200);
};

TEST_F(DeadUnits, TrackerFindsActiveUnits) {
  EXPECT_THAT(active_units(), ElementsAre(ElementsAre(true, false, true, true, false, true),
                                          ElementsAre(true, true, false, true, true),
                                          ElementsAre(true, true, true, true)));
  EXPECT_THAT(count_dead_units(active_units()), ElementsAre(2, 1, 0));
}

TEST_F(DeadUnits, PruningDeadUnitsKeepsValuesBitForBit) {
  Net cut = net_;
  remove_dead_units(cut, active_units());
  EXPECT_THAT(hidden_widths(cut), ElementsAre(4, 4, 4));
  EXPECT_THAT(validation_error(cut), IsEmpty());
  for (const Position& position : positions_) {
    EXPECT_EQ(logits(cut, encoder_, position), logits(net_, encoder_, position));
  }
}

TEST_F(DeadUnits, KeepsAtLeastOneUnitPerLayer) {
  UnitMask none = active_units();
  none[1].assign(none[1].size(), false);
  EXPECT_THAT(count_dead_units(none), ElementsAre(2, 4, 0));
  remove_dead_units(net_, none);
  EXPECT_THAT(hidden_widths(net_), ElementsAre(4, 1, 4));
  EXPECT_THAT(validation_error(net_), IsEmpty());
}

TEST_F(DeadUnits, KeepsUnitsActiveInAnySource) {
  UnitMask all = {{false, true}, {false}};
  merge_unit_masks(all, {{true, false}, {false}});
  EXPECT_THAT(all, ElementsAre(ElementsAre(true, true), ElementsAre(false)));
}

}  // namespace
}  // namespace gioul
