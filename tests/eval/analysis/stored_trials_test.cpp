#include "eval/analysis/stored_trials.h"

#include <gtest/gtest.h>

#include "api/answers.h"
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
  (void)play(folder_ / "file", {});
  RolloutOptions other = options();
  other.truncation_rolls = 7;
  EXPECT_TRUE(holds(message_of<InputError>([&] {
                      StoredTrials(folder_ / "file", query(), other, {{"net", "small"}});
                    }),
                    "its truncation is 0, not 7"));
  EXPECT_TRUE(holds(message_of<InputError>([&] {
                      StoredTrials(folder_ / "file", query(), options(), {{"net", "other"}});
                    }),
                    "its net is small, not other"));
}

}  // namespace
}  // namespace gioul
