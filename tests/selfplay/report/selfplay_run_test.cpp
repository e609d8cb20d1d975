#include "selfplay/report/selfplay_run.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>

#include "base/interrupt.h"
#include "engine/games/game.h"
#include "selfplay/loop/recording.h"
#include "selfplay/record/shard_writer.h"
#include "tests/base/temporary_folder.h"
#include "tests/selfplay/record/recorded_games.h"

namespace gioul {
namespace {

// Runs `games` games in shards of 300, with a stop request while the first batch is played. Returns
// the numbers of games that were played and recorded.
std::pair<std::uint64_t, std::uint64_t> stopped_run(std::uint64_t games) {
  const GenerationOptions options = {.game = Game(), .checkers = 1, .seed = 4, .games = games};
  const TemporaryFolder folder;
  ShardWriter records(folder.path(), header_of(options), 300);
  StopFlag stop = false;
  const StopFlagScope scope(&stop);
  const auto play = [&](const GenerationOptions& batch) {
    stop = true;
    return play_and_encode_games(batch, small_random_net(batch.game), RecordLevel::kGamesAndValues);
  };
  const SelfplayResult result = run_selfplay(options, play, &records);
  return {result.totals.games, result.records.value().games};
}

// A resumed run continues after them, and so writes the same shards as one that was never stopped.
TEST(SelfplayRun, AfterAStopRequestThereAreOnlyFullShards) {
  EXPECT_EQ(stopped_run(kGamesPerBatch + 1), std::pair(kGamesPerBatch, std::uint64_t{900}));
}

TEST(SelfplayRun, AStopRequestInTheLastBatchLosesNoGames) {
  EXPECT_EQ(stopped_run(kGamesPerBatch), std::pair(kGamesPerBatch, kGamesPerBatch));
}

}  // namespace
}  // namespace gioul
