#include "selfplay/report/selfplay_run.h"

#include <gtest/gtest.h>

#include "base/interrupt.h"
#include "engine/games/game.h"
#include "selfplay/loop/recording.h"
#include "selfplay/record/shard_writer.h"
#include "tests/base/temporary_folder.h"
#include "tests/selfplay/record/recorded_games.h"

namespace gioul {
namespace {

// A resumed run continues after them, and so writes the same shards as one that was never stopped.
TEST(SelfplayRun, AfterAStopRequestThereAreOnlyFullShards) {
  const GenerationOptions options = {.game = Game(), .checkers = 1, .seed = 4, .games = 7};
  const TemporaryFolder folder;
  ShardWriter records(folder.path(), header_of(options), 3);
  StopFlag stop = false;
  const StopFlagScope scope(&stop);
  const auto play = [&](const GenerationOptions& batch) {
    stop = true;
    return play_and_encode_games(batch, small_random_net(batch.game), RecordLevel::kGamesAndValues);
  };
  const SelfplayResult result = run_selfplay(options, play, &records);
  EXPECT_EQ(result.totals.games, 7u);
  ASSERT_TRUE(result.records);
  EXPECT_EQ(result.records->games, 6u);
}

}  // namespace
}  // namespace gioul
