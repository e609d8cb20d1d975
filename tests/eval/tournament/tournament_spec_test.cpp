#include "eval/tournament/tournament_spec.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include "base/error.h"
#include "eval/endgame/endgame_files.h"
#include "eval/tournament/tournament.h"
#include "tests/base/holds.h"
#include "tests/base/temporary_folder.h"

namespace gioul {
namespace {

// So a tournament that was started with an empty cache folder can be resumed.
TEST(TournamentSpec, FingerprintsDoNotDependOnTheTableCache) {
  const TemporaryFolder folder;
  put_bytes(folder / "net", "some bytes");
  ::setenv("GIOUL_CACHE", folder.path().c_str(), 1);
  const std::string player = "net:" + (folder / "net").string() + ",tables=on";
  const auto fingerprint = [&] {
    return make_tournament_spec({.player_names = {player, "random"}}).players.at(0).fingerprint;
  };
  const std::string before = fingerprint();
  EXPECT_TRUE(before.ends_with(
      " few-checkers-2-gioul-v1.table one-sided-15-chain-v1.table two-sided-6-chain-v1.table"))
      << before;
  for (const int checkers : {1, 7}) {
    write_table_file(folder.path(), TwoSidedTable::id(DoubletRule::kChain, checkers), "some bytes");
  }
  EXPECT_EQ(fingerprint(), before);
}

// Invalid tournaments must be rejected before thousands of nets or engines are loaded.
TEST(TournamentSpec, RejectsTooManyPairingsBeforeLoadingPlayers) {
  TournamentOptions options;
  options.player_names.assign(20'000, "net:there is no such file");
  const auto refusal = [&] { return message_of<InputError>([&] { run_tournament(options); }); };
  EXPECT_EQ(refusal(),
            "20000 players make 199990000 pairings; expected at most 1000000 (1400 "
            "players, or a gauntlet)");
  options.mode = TournamentMode::kGauntlet;
  EXPECT_TRUE(holds(refusal(), "there is no such file"));
}

}  // namespace
}  // namespace gioul
