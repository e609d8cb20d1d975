#include "eval/analysis/resumable_statistics.h"

#include <SQLiteCpp/Database.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "eval/store/merge.h"
#include "eval/store/work_spec.h"
#include "nn/encode/encoder.h"
#include "nn/net/net_file.h"
#include "tests/base/holds.h"
#include "tests/base/temporary_folder.h"

namespace gioul {
namespace {

SelfMatchOptions some_games() {
  return {.game = find_game("gioul"), .checkers = 5, .seed = 3, .game_count = 41, .threads = 2};
}

std::string json_of_file(const std::filesystem::path& file, const WorkPart& part = {}) {
  return statistics_json(compute_statistics("random", some_games(), {}, file, part));
}

TEST(ResumableStatistics, MergedPartsGiveTheSameWithoutNewGames) {
  const TemporaryFolder folder;
  std::vector<std::filesystem::path> parts;
  for (const char* name : {"1", "2", "3"}) {
    parts.push_back(folder / name);
    (void)json_of_file(parts.back(), {.part_number = std::ssize(parts), .part_count = 3});
  }
  (void)merge_stores(folder / "joined", parts);
  const StatisticsReport report = compute_statistics(
      "random", some_games(), [](const WorkProgress&) { ADD_FAILURE() << "plays"; },
      folder / "joined");
  EXPECT_EQ(statistics_json(report), statistics_json(compute_statistics("random", some_games())));
}

TEST(ResumableStatistics, PlaysOnlyMissingGames) {
  const TemporaryFolder folder;
  const std::string whole = statistics_json(compute_statistics("random", some_games()));
  EXPECT_EQ(json_of_file(folder / "file"), whole);
  SQLite::Database((folder / "file").string(), SQLite::OPEN_READWRITE)
      .exec("DELETE FROM pieces WHERE number % 3 = 1");
  std::int64_t last = 0;
  const auto check = [&](const WorkProgress& at) {
    EXPECT_EQ(at.units_resumed, 27);
    EXPECT_EQ(at.units_total, 41);
    last = at.units_done;
  };
  EXPECT_EQ(statistics_json(compute_statistics("random", some_games(), check, folder / "file")),
            whole);
  EXPECT_EQ(last, 41);
}

TEST(ResumableStatistics, StoppedRunHasTheGamesSoFar) {
  StopFlag stop = false;
  const StopFlagScope bound(&stop);
  SelfMatchOptions games = some_games();
  games.threads = 1;
  const auto stop_at_ten = [&](const WorkProgress& at) { stop = at.units_done == 10; };
  const StatisticsReport report = compute_statistics("random", games, stop_at_ten);
  EXPECT_EQ(report.statistics.outcome_counts.game_count(), 10);
  EXPECT_THROW(compute_statistics("random", games), Interrupted);
}

TEST(ResumableStatistics, RejectsADifferentSpec) {
  const TemporaryFolder folder;
  const std::filesystem::path net = folder / "net";
  const auto play = [&](const std::string& player, const SelfMatchOptions& games,
                        std::uint64_t net_seed) {
    const int inputs = Encoder(some_games().game).input_count();
    save_net(make_random_net("gioul", inputs, {8}, net_seed), net);
    return message_of<InputError>(
        [&] { (void)compute_statistics(player, games, {}, folder / "file"); });
  };
  const std::string player = "net:" + net.string();
  EXPECT_EQ(play(player, some_games(), 1), "");
  const std::string checksum = file_checksum(net);
  EXPECT_EQ(play(player, some_games(), 1), "");
  const std::string refusal = play(player, some_games(), 2);
  EXPECT_TRUE(holds(refusal, "holds other work: its checksum of the player's files is " + checksum +
                                 ", not " + file_checksum(net)));
  EXPECT_TRUE(holds(
      play("random", {.game = find_game("fevga"), .checkers = 6, .seed = 4, .game_count = 42}, 1),
      {"its variant is gioul, not fevga", "its number of checkers is 5, not 6",
       "its seed is 3, not 4", "its number of games is 41, not 42",
       "its player is " + player + ", not random"}));
}

TEST(ResumableStatistics, RejectsMalformedSamples) {
  GameSample sample;
  sample.opening_roll = {6, 5};
  sample.total_rolls = 300;
  sample.chains_by_number[5].forfeited_moves_played = 2;
  const std::string bytes = encode_game_sample(sample);
  EXPECT_EQ(encode_game_sample(decode_game_sample(bytes)), bytes);
  EXPECT_EQ(decode_game_sample(bytes).total_rolls, 300);
  const auto changed = [&](std::size_t at, char byte) {
    std::string other = bytes;
    other[at] = byte;
    return other;
  };
  EXPECT_THROW((void)decode_game_sample(bytes + '\0'), InputError);
  EXPECT_THROW((void)decode_game_sample(bytes.substr(0, bytes.size() - 1)), InputError);
  EXPECT_THROW((void)decode_game_sample(changed(0, 5)), InputError);  // outcome
  EXPECT_THROW((void)decode_game_sample(changed(1, 7)), InputError);  // dice
  EXPECT_THROW((void)decode_game_sample(changed(2, 0)), InputError);
  EXPECT_THROW((void)decode_game_sample(changed(3, 3)), InputError);  // last turn
}

}  // namespace
}  // namespace gioul
