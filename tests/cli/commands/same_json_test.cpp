// The JSON of a command equals that of the library, byte by byte.
#include <gtest/gtest.h>

#include <string>

#include "api/answers.h"
#include "eval/analysis/analysis.h"
#include "eval/analysis/evaluation.h"
#include "eval/analysis/resumable_statistics.h"
#include "eval/analysis/rollout_report.h"
#include "eval/match/outcome_frequencies.h"
#include "eval/players/evaluator_loader.h"
#include "eval/tournament/sprt.h"
#include "tests/cli/common/process.h"
#include "tests/cli/common/test_nets.h"

namespace gioul {
namespace {

class JsonConsistency : public testing::Test {
 protected:
  static std::string printed(const Words& arguments) {
    return gioul_run(arguments + "--json --variant gul-bara").out;
  }

  Game game_ = find_game("gul-bara");
  TemporaryFolder folder_;
  std::string net_ = put_net(folder_, "gul-bara");
};

TEST_F(JsonConsistency, EvaluationMatchesTheLibrary) {
  const auto evaluator = load_evaluator(net_, game_, Precision::kFloat)();
  EXPECT_EQ(evaluation_json(evaluate(game_, *evaluator, game_.start(), make_dice(3, 1))),
            printed({"eval", "--net", net_, "--dice", "3-1"}));
}

TEST_F(JsonConsistency, AnalysisMatchesTheLibrary) {
  const AnalysisQuery query{.game = game_,
                            .position = game_.start(),
                            .dice = make_dice(3, 1),
                            .search_options = {.plies = 0, .move_filter = 20}};
  EXPECT_EQ(
      analysis_json(analyze(query, load_evaluator(net_, game_, Precision::kFloat))),
      printed({"analyze", "--net", net_, "--dice", "3-1", "--plies", "0", "--tables", "off"}));
}

TEST_F(JsonConsistency, RolloutMatchesTheLibrary) {
  const RolloutOptions options{
      .game = game_, .max_trials = 36, .truncation_rolls = 4, .drop_sigmas = 3.3};
  const auto evaluator = load_evaluator(net_, game_, Precision::kFloat)();
  EXPECT_EQ(
      rollout_json(roll_out(make_rollout_query(game_, *evaluator, game_.start()), options,
                            load_evaluator(net_, game_, Precision::kQuantized))),
      printed({"rollout", "--net", net_, "--trials", "36", "--truncate", "4", "--tables", "off"}));
}

TEST_F(JsonConsistency, StatisticsMatchTheLibrary) {
  EXPECT_EQ(statistics_json(compute_statistics("random", {.game = game_, .game_count = 20})),
            printed({"stats", "random", "--games", "20"}));
}

TEST_F(JsonConsistency, SprtMatchesTheLibrary) {
  const SprtReport report =
      run_sprt(hypotheses_in_elo(0.0, 10.0, RatingBasis::kByPoints),
               {.game = game_, .player_names = {"blocker", "random"}, .pairs_per_pairing = 20});
  EXPECT_EQ(sprt_json(report), printed({"sprt", "blocker", "random", "--max-pairs", "20"}));
}

TEST_F(JsonConsistency, MatchEquityMatchesTheLibrary) {
  const std::vector<OutcomeFrequencies> all = {
      measure_outcome_frequencies("random", {.game = game_, .game_count = 30})};
  EXPECT_EQ(match_equity_json(compute_match_equity_table(4, all), all),
            printed({"match-equity", "--player", "random", "--games", "30", "--target", "4"}));
}

// Many programs round numbers above 2^53.
TEST_F(JsonConsistency, NumbersOf64BitsAreText) {
  const std::string seed = "18446744073709551615";
  const Words options = Words("--variant gul-bara --checkers 3 --seed") + Words{seed};
  const Words with_net = Words{"--net", net_} + options;
  const std::string records = folder_ / "records";
  const std::string set = folder_ / "set";
  gioul_out(Words("testset make --decisions 1 --trials 4 --out") + Words{set} + with_net);
  const nlohmann::json games =
      gioul_json(Words("selfplay --json --games 1 --out") + Words{records} + with_net);
  EXPECT_TRUE(games.at("games_hash").is_string());
  for (const nlohmann::json& seeded :
       {gioul_json({"records", records, "--json"}).at(0),
        gioul_json({"testset", "score", "random", "--set", set, "--json"}).at("set"),
        gioul_json(Words("openings --json --plies 0 --candidates 1 --trials 4") + with_net),
        gioul_json(Words("rollout --json --trials 4") + with_net),
        gioul_json(Words("match random random --json --matches 2") + options),
        gioul_json(Words("stats random --json --games 2") + options),
        gioul_json(Words("tournament random random --json --games 2") + options)}) {
    EXPECT_EQ(seeded.at("seed"), seed);
  }
}

}  // namespace
}  // namespace gioul
