#include "eval/analysis/dead_unit_search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/games/game.h"
#include "engine/games/sample_positions.h"
#include "engine/text/notation.h"
#include "tests/base/holds.h"
#include "tests/base/test_name.h"

namespace gioul {
namespace {

using testing::StartsWith;

class DeadUnitSearchTest : public testing::TestWithParam<const char*> {};

TEST_P(DeadUnitSearchTest, FindsUnitsInactiveInAllKindsOfPositions) {
  const Game game = find_game(GetParam());
  const Encoder encoder(game);
  Net net = make_random_net(GetParam(), encoder.input_count(), {8, 4}, 3);
  net.layers[0].bias[5] = -1000.0f;
  std::vector<Decision> study;
  for (const DecisionSamples& samples : sample_decisions(game, 5, 20, 1)) {
    study.insert(study.end(), samples.decisions.begin(), samples.decisions.end());
  }
  DeadUnitOptions options = {.game = game, .min_positions = 200};
  const ActiveUnits active_units = find_active_units(net, encoder, study, options);
  ASSERT_EQ(active_units.results_by_kind.size(), 5u);
  for (const SampleKindResult& kind : active_units.results_by_kind) {
    EXPECT_GE(kind.position_count, options.min_positions) << kind.name;
    EXPECT_LT(kind.position_count, 20 * options.min_positions) << kind.name;
    EXPECT_GE(kind.dead_unit_counts[0], count_dead_units(active_units.active_units)[0])
        << kind.name;
  }
  EXPECT_FALSE(active_units.active_units[0][5]);
  EXPECT_THAT(
      format_pruning_note(active_units),
      StartsWith(std::to_string(count_dead_units(active_units.active_units)[0]) + " of 8, "));
  EXPECT_TRUE(
      holds(format_pruning_note(active_units),
            ", test set " + std::to_string(active_units.results_by_kind[4].position_count) + ")"));
  options.threads = 3;
  EXPECT_EQ(find_active_units(net, encoder, study, options).active_units,
            active_units.active_units);
  EXPECT_EQ(find_active_units(net, encoder, {}, options).results_by_kind.size(), 4u);
}

// 1-1 leaves the checker on the board, as few other rolls would, so the game continues.
TEST(DeadUnitSearch, PlaysGivenDecisionsWithTheirDice) {
  const Game game = find_game("portes");
  const Encoder encoder(game);
  const Net net = make_random_net("portes", encoder.input_count(), {8}, 3);
  const Decision decision = {parse_position(game, "5:1,off:14|24:1,off:14"), make_dice(1, 1)};
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const ActiveUnits active_units = find_active_units(
        net, encoder, {&decision, 1}, {.game = game, .min_positions = 1, .seed = seed});
    EXPECT_GE(active_units.results_by_kind.back().position_count, 3u) << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(Games, DeadUnitSearchTest,
                         testing::Values("gioul", "gul-bara", "plakoto", "fevga", "moultezim",
                                         "portes"),
                         kTestName);

}  // namespace
}  // namespace gioul
