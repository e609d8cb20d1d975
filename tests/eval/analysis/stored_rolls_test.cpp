#include "eval/analysis/stored_rolls.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "eval/store/merge.h"
#include "tests/base/holds.h"
#include "tests/base/temporary_folder.h"
#include "tests/eval/analysis/small_net.h"

namespace gioul {
namespace {

class StoredRollsTest : public testing::Test {
 protected:
  OpeningsAnalyzer::Options options() const {
    RollAnalyzerOptions roll{.search_options = default_search_options(0), .max_candidates = 2};
    roll.rollout_options.max_trials = 4;
    return {.game = game_,
            .start_position = game_.start(2),
            .player_name = "small",
            .opening_options = roll,
            .reply_options = roll};
  }

  std::string analyzer(OpeningsAnalyzer::Options options, const WorkPart& part = {},
                       const OpeningsAnalyzer::OpeningsCallback& progress = {}) const {
    OpeningsAnalyzer analyzer(std::move(options), net_, {}, progress);
    analyzer.analyze_openings(part);
    for (const std::size_t opening : replies_) {
      if (part.contains(static_cast<std::int64_t>(opening))) analyzer.analyze_replies(opening);
    }
    return part.is_whole_job() ? openings_json(analyzer.report()) : std::string();
  }

  std::int64_t analyze_part(const std::filesystem::path& file, const WorkPart& part) const {
    StoredOpeningRollouts kept(file, options(), replies_, {});
    OpeningsAnalyzer::Options with_cache = options();
    with_cache.rollout_cache = &kept;
    (void)analyzer(with_cache, part);
    kept.finish_writing();
    return kept.roll_count();
  }

  Game game_;
  EvaluatorFactory net_ = small_net(game_);
  std::vector<std::size_t> replies_ = {4, 1};
  TemporaryFolder folder_;
};

TEST_F(StoredRollsTest, MergedPartsEqualTheWholeWithoutNewRollouts) {
  const std::vector<std::filesystem::path> parts = {folder_ / "1", folder_ / "2", folder_ / "3"};
  EXPECT_EQ(analyze_part(parts[0], {.part_number = 1, .part_count = 3}), 7);
  EXPECT_EQ(analyze_part(parts[1], {.part_number = 2, .part_count = 3}),
            7 + 2 * 21);  // openings 4 and 1
  EXPECT_EQ(analyze_part(parts[2], {.part_number = 3, .part_count = 3}), 7);
  EXPECT_EQ(merge_stores(folder_ / "joined", parts).unit_count, 3 * 21);
  StoredOpeningRollouts kept(folder_ / "joined", options(), replies_, {});
  OpeningsAnalyzer::Options with_cache = options();
  with_cache.rollout_cache = &kept;
  EXPECT_EQ(analyzer(with_cache, {}, [](const OpeningsProgress&) { ADD_FAILURE() << "rolls out"; }),
            analyzer(options()));
}

TEST_F(StoredRollsTest, ProgressOfTheWholeJobNeverDecreases) {
  std::size_t last = 0;
  const std::string report = analyzer(options(), {}, [&](const OpeningsProgress& at) {
    EXPECT_GE(at.rolls_done, last);
    last = at.rolls_done;
  });
  EXPECT_LT(last, 3 * kDistinctRolls.size());
  EXPECT_TRUE(holds(report, R"("player": "small")"));
}

TEST_F(StoredRollsTest, StoresRolloutsBitForBit) {
  RollRolloutResults rollouts;
  rollouts.candidate_results.resize(2);
  rollouts.candidate_results[1].equity = {0.1, 0.2};
  rollouts.candidate_results[1].trial_count = 400;
  rollouts.candidate_results[1].is_dropped = true;
  rollouts.candidate_results[1].variance_reduction = VarianceReduction::kDoublets;
  rollouts.best_result.difference_to_best = {-0.3, 0.7};
  const std::string bytes = encode_rollouts(rollouts);
  const RollRolloutResults found = decode_rollouts(bytes);
  ASSERT_EQ(found.candidate_results.size(), 2u);
  EXPECT_EQ(found.candidate_results[1].equity.mean, 0.1);
  EXPECT_EQ(found.candidate_results[1].trial_count, 400);
  EXPECT_TRUE(found.candidate_results[1].is_dropped);
  EXPECT_EQ(found.candidate_results[1].variance_reduction, VarianceReduction::kDoublets);
  EXPECT_EQ(found.best_result.difference_to_best.standard_error, 0.7);
  EXPECT_EQ(encode_rollouts(found), bytes);
  EXPECT_THROW((void)decode_rollouts(bytes + "a"), InputError);
  EXPECT_THROW((void)decode_rollouts(bytes.substr(1)), InputError);
  EXPECT_THROW((void)decode_rollouts(std::string(1, '\0') + bytes.substr(1)), InputError);
}

TEST_F(StoredRollsTest, RejectsADifferentAnalysisAndNamesTheDifference) {
  const auto open = [&](const OpeningsAnalyzer::Options& options,
                        const std::vector<std::size_t>& replies, const char* net) {
    StoredOpeningRollouts(folder_ / "file", options, replies, {{"net", net}});
  };
  open(options(), replies_, "small");
  OpeningsAnalyzer::Options other = options();
  other.game = find_game("fevga");
  other.start_position = game_.start(3);
  other.player_name = "large";
  other.opening_options = {
      .search_options = default_search_options(1),
      .max_candidates = 3,
      .rollout_options = {.max_trials = 6, .seed = 2, .target_error = 0.25, .drop_sigmas = 1.5}};
  other.reply_options.rollout_options.max_trials = 8;
  EXPECT_TRUE(holds(message_of<InputError>([&] { open(other, {4, 2}, "other"); }),
                    {"its variant is gioul, not fevga", "its position is 24:2|24:2, not 24:3|24:3",
                     "its number of plies is 0, not 1", "its number of plays is 2, not 3",
                     "its number of trials is 4, not 6", "its error is 0, not 0.25",
                     "its certainty is 3.3, not 1.5", "its seed is 1, not 2",
                     "its list of replies is 3-2,2-1, not 3-2,2-2",
                     "its number of trials for replies is 4, not 8",
                     "its name of the player is small, not large", "its net is small, not other"}));
}

TEST_F(StoredRollsTest, RejectsRollsWithOtherPlays) {
  class OnePlay : public OpeningRolloutCache {
   public:
    std::optional<RollRolloutResults> find(std::uint64_t) override {
      RollRolloutResults rollouts;
      rollouts.candidate_results.resize(1);
      return rollouts;
    }
    void store(std::uint64_t, const RollRolloutResults&) override {}
  };
  OnePlay cache;
  OpeningsAnalyzer::Options with_cache = options();
  with_cache.rollout_cache = &cache;
  EXPECT_THROW((void)analyzer(with_cache), InputError);
}

}  // namespace
}  // namespace gioul
