#include "eval/analysis/stored_trials.h"

#include <gtest/gtest.h>

#include "api/answers.h"
#include "base/checksum.h"
#include "base/error.h"
#include "eval/store/merge.h"
#include "tests/base/holds.h"
#include "tests/base/temporary_folder.h"
#include "tests/eval/analysis/small_net.h"

namespace gioul {
namespace {

class StoredTrialsTest : public testing::Test {
 protected:
  RolloutQuery query() const {
    return make_rollout_query(game_, *net_(), game_.start(5), make_dice(3, 1), 3);
  }

  // Drops plays early, so that some are dropped on the way.
  RolloutOptions options() const {
    return {.game = game_, .max_trials = 432, .threads = 2, .drop_sigmas = 0.5, .min_trials = 1};
  }

  std::string plain() const { return rollout_json(roll_out(query(), options(), net_)); }

  std::string with_file(const std::filesystem::path& file) const {
    StoredTrials kept(file, query(), options(), {{"net", "small"}});
    const std::string text = rollout_json(roll_out(query(), options(), net_, {}, {}, &kept));
    kept.finish_writing();
    return text;
  }

  std::int64_t play(const std::filesystem::path& file, const WorkPart& part) const {
    StoredTrials kept(file, query(), options(), {{"net", "small"}});
    play_rollout_part(options(), query().starts, part, net_, {}, {}, kept);
    kept.finish_writing();
    return kept.trial_count();
  }

  Game game_;
  EvaluatorFactory net_ = small_net(game_);
  TemporaryFolder folder_;
};

TEST_F(StoredTrialsTest, StoringDoesNotChangeTheResult) {
  const std::string whole = plain();
  EXPECT_EQ(with_file(folder_ / "file"), whole);
  EXPECT_EQ(with_file(folder_ / "file"), whole);
}

TEST_F(StoredTrialsTest, PartsPlayTrialsThatStoppingRulesMightSkip) {
  const std::vector<std::filesystem::path> parts = {folder_ / "1", folder_ / "2"};
  const std::int64_t starts = std::ssize(query().starts);
  ASSERT_GE(starts, 2);
  EXPECT_EQ(play(parts[0], {.part_number = 1, .part_count = 2}), 216 * starts);
  EXPECT_EQ(play(parts[1], {.part_number = 2, .part_count = 2}), 216 * starts);
  EXPECT_EQ(merge_stores(folder_ / "joined", parts).unit_count, 432 * starts);
  EXPECT_EQ(with_file(folder_ / "joined"), plain());
}

TEST_F(StoredTrialsTest, DoesNotRepeatStoredTrials) {
  (void)play(folder_ / "file", {});
  StoredTrials kept(folder_ / "file", query(), options(), {{"net", "small"}});
  const std::int64_t before = kept.trial_count();
  std::int64_t played = 0;
  (void)roll_out(
      query(), options(), net_, {},
      [&](const RolloutProgress& progress) {
        played += progress.trials_done > progress.trials_resumed ? 1 : 0;
      },
      &kept);
  play_rollout_part(
      options(), query().starts, {.part_number = 2, .part_count = 3}, net_, {},
      [&](const RolloutProgress&) { ++played; }, kept);
  kept.finish_writing();
  EXPECT_EQ(played, 0);
  EXPECT_EQ(kept.trial_count(), before);
}

TEST_F(StoredTrialsTest, RejectsADifferentRollout) {
  StoredTrials(folder_ / "file", query(), options(), {{"net", "small"}});
  RolloutQuery other = query();
  other.game = find_game("fevga");
  other.position = game_.start(4);
  other.dice = make_dice(6, 5);
  other.plays.pop_back();
  const RolloutOptions other_options = {.max_trials = 434,
                                        .truncation_rolls = 7,
                                        .variance_reduction = VarianceReduction::kNone,
                                        .seed = 2,
                                        .target_error = 0.25,
                                        .drop_sigmas = 3.0};
  EXPECT_TRUE(holds(
      message_of<InputError>(
          [&] { StoredTrials(folder_ / "file", other, other_options, {{"net", "other"}}); }),
      {"its variant is gioul, not fevga", "its position is 24:5|24:5, not 24:4|24:4",
       "its roll is 3-1, not 6-5", "its number of plays is 2, not 1",
       "its number of trials is 432, not 434", "its truncation is 0, not 7",
       "its luck is best, not none", "its error is 0, not 0.25", "its certainty is 0.5, not 3",
       "its seed is 1, not 2", "its net is small, not other"}));
}

TEST_F(StoredTrialsTest, FingerprintHasTheNetTablesAndPlayer) {
  const std::string net = (folder_ / "net").string();
  const std::string player_net = (folder_ / "other").string();
  put_bytes(net, "some bytes");
  put_bytes(player_net, "other bytes");
  const std::string checksum = format_hex(fnv1a("some bytes"));
  EXPECT_EQ(rollout_fingerprint(game_, net, false, ""),
            (RolloutFingerprint{{"net", checksum},
                                {"endgame tables", ""},
                                {"player", ""},
                                {"checksum of the player's files", ""}}));
  EXPECT_EQ(
      rollout_fingerprint(game_, net, true, "net:" + player_net),
      (RolloutFingerprint{{"net", checksum},
                          {"endgame tables",
                           "few-checkers-2-gioul-v1.table one-sided-15-chain-v1.table "
                           "two-sided-6-chain-v1.table"},
                          {"player", "net:" + player_net},
                          {"checksum of the player's files", format_hex(fnv1a("other bytes"))}}));
}

}  // namespace
}  // namespace gioul
