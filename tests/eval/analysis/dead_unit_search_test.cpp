#include "eval/analysis/dead_unit_search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/games/game.h"
#include "engine/games/sample_positions.h"
#include "engine/text/notation.h"
#include "tests/base/holds.h"

namespace gioul {
namespace {

using testing::StartsWith;

class IdleUnitsTest : public testing::TestWithParam<const char*> {};

TEST_P(IdleUnitsTest, AreThoseThatActInNoKindOfPosition) {
  const Game game = find_game(GetParam());
  const Encoder encoder(game);
  Net net = random_net(GetParam(), encoder.inputs(), {8, 4}, 3);
  net.layers[0].bias[5] = -1000.0f;
  std::vector<Decision> study;
  for (const DecisionSamples& samples : sample_decisions(game, 5, 20, 1)) {
    study.insert(study.end(), samples.decisions.begin(), samples.decisions.end());
  }
  IdleUnitsOptions options = {.game = game, .positions = 200};
  const WatchedUnits watched = watch_units(net, encoder, study, options);
  ASSERT_EQ(watched.kinds.size(), 5u);
  for (const WatchedKind& kind : watched.kinds) {
    EXPECT_GE(kind.positions, options.positions) << kind.name;
    EXPECT_LT(kind.positions, 20 * options.positions) << kind.name;
    EXPECT_GE(kind.idle[0], count_dead_units(watched.acting)[0]) << kind.name;
  }
  EXPECT_FALSE(watched.acting[0][5]);
  EXPECT_THAT(pruning_text(watched),
              StartsWith(std::to_string(count_dead_units(watched.acting)[0]) + " of 8, "));
  EXPECT_TRUE(holds(pruning_text(watched),
                    ", test set " + std::to_string(watched.kinds[4].positions) + ")"));
  options.threads = 3;
  EXPECT_EQ(watch_units(net, encoder, study, options).acting, watched.acting);
  EXPECT_EQ(watch_units(net, encoder, {}, options).kinds.size(), 4u);
}

// 1-1 leaves the checker on the board, as few other rolls would, so the game continues.
TEST(IdleUnits, StudiedDecisionsArePlayedWithTheirDice) {
  const Game game = find_game("portes");
  const Encoder encoder(game);
  const Net net = random_net("portes", encoder.inputs(), {8}, 3);
  const Decision decision = {parse_position(game, "5:1,off:14|24:1,off:14"), make_dice(1, 1)};
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const WatchedUnits watched =
        watch_units(net, encoder, {&decision, 1}, {.game = game, .positions = 1, .seed = seed});
    EXPECT_GE(watched.kinds.back().positions, 3u) << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(Games, IdleUnitsTest,
                         testing::Values("gioul", "gul-bara", "plakoto", "fevga", "moultezim",
                                         "portes"),
                         [](const auto& info_of) {
                           std::string name = info_of.param;
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace
}  // namespace gioul
