#include "selfplay/report/game_review.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>
#include <vector>

#include "base/files.h"
#include "base/interrupt.h"
#include "engine/text/notation.h"
#include "eval/analysis/analysis.h"
#include "selfplay/record/replay.h"
#include "tests/eval/analysis/small_net.h"
#include "tests/paths.h"
#include "tests/selfplay/record/recorded_games.h"

namespace gioul {
namespace {

AnnotatedGame played(Game game, std::uint64_t number) {
  const GenerationOptions options{
      .game = game, .seed = 4, .first_game = number, .games = 1, .threads = 1};
  const PlayedSteps steps = played_steps(options).front();
  AnnotatedGame noted = make_annotated_game(
      header_of(options), make_game_record(game, number, steps.steps, steps.last_result));
  noted.players = {"one", "other"};
  return noted;
}

Review reviewed(const std::vector<AnnotatedGame>& games, ReviewOptions options) {
  options.search = default_search_options(0);
  Review review;
  GameValidator check;
  for (const AnnotatedGame& game : games) {
    check(game);
    review.add(game, check, {small_net(game.variant), small_net(game.variant)}, options);
  }
  return review;
}

TEST(GameReview, SumsTheCostOfEachDecision) {
  const AnnotatedGame game = played(find_game("gioul"), 8);  // has decisions of all kinds
  const Review review = reviewed({game}, {.max_mistakes = 1000});
  GameValidator check;
  const auto steps = check(game);
  std::array<std::array<ErrorTotals, 4>, 2> lost{};  // by player and kind
  std::array<std::int64_t, 2> mistakes{};
  double luck = 0.0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Decision& in = steps[i].decision;
    AnalysisQuery query{
        .game = game.variant, .position = in.position, .search_options = default_search_options(0)};
    const bool second = game.record.decisions[i].second_to_move;
    if (!in.position.is_pending()) {
      query.dice = in.dice;
      const RollLuck roll = roll_luck(game.variant, in.position, *in.dice, small_net(game.variant));
      luck += second ? 0.0 : roll.luck;
    }
    const DecisionGrade verdict =
        grade_decision(query, check.format_afterstate_or_result(game, i), small_net(game.variant));
    if (verdict.is_forced) continue;
    const std::size_t kind = !in.position.is_pending()       ? query.dice->is_doublet() ? 1 : 0
                             : in.position.is_forfeited != 0 ? 3
                                                             : 2;
    ++lost[second][kind].decision_count;
    lost[second][kind].points_lost += verdict.equity_loss;
    mistakes[second] += verdict.equity_loss >= 0.04 ? 1 : 0;
  }
  ASSERT_EQ(review.players.size(), 2u);
  EXPECT_EQ(review.players[0].name, "one");
  EXPECT_NEAR(review.players[0].luck_points, luck, 1e-9);
  double worst_mistakes = 0.0;
  for (const Mistake& play : review.worst_mistakes) worst_mistakes += play.equity_loss;
  double all = 0.0;
  for (const std::size_t seat : {0u, 1u}) {
    const PlayerReview& player = review.players[seat];
    EXPECT_EQ(player.mistake_count, mistakes[seat]);
    EXPECT_GT(player.mistake_count, 0);
    ErrorTotals sum;
    for (std::size_t kind = 0; kind < 4; ++kind) {
      const ErrorTotals& errors = player.errors_by_decision_kind[kind];
      EXPECT_EQ(errors.decision_count, lost[seat][kind].decision_count);
      EXPECT_GT(errors.decision_count, 0);
      EXPECT_NEAR(errors.points_lost, lost[seat][kind].points_lost, 1e-9);
      sum.decision_count += errors.decision_count;
      sum.points_lost += errors.points_lost;
    }
    EXPECT_EQ(player.total_errors().decision_count, sum.decision_count);
    EXPECT_EQ(player.total_errors().points_lost, sum.points_lost);
    all += sum.points_lost;
  }
  EXPECT_NEAR(worst_mistakes, all, 0.0005 * static_cast<double>(steps.size()));
  EXPECT_TRUE(
      std::ranges::is_sorted(review.worst_mistakes, std::ranges::greater{}, &Mistake::equity_loss));
}

TEST(GameReview, PlayersKeepTheirNamesInEitherSeat) {
  AnnotatedGame game = played(find_game("portes"), 0);
  AnnotatedGame other = played(find_game("plakoto"), 1);
  other.players = {"other", "one"};
  AnnotatedGame unknown = game;
  unknown.players = {};
  AnnotatedGame alone = game;
  alone.players = {"same", "same"};
  const Review review = reviewed({game, other, unknown, alone}, {.max_mistakes = 2});
  std::vector<std::string> names;
  for (const PlayerReview& player : review.players) {
    names.push_back(player.name + " " + std::to_string(player.game_count));
  }
  EXPECT_EQ(names, (std::vector<std::string>{"one 2", "other 2", "first 1", "second 1",
                                             "same, first 1", "same, second 1"}));
  EXPECT_EQ(review.worst_mistakes.size(), 2u);
  const auto found = nlohmann::json::parse(review_json(review));
  EXPECT_EQ(found["games"].dump(), R"({"plakoto":1,"portes":3})");
  EXPECT_EQ(found["players"][0]["kinds"].contains("chains"), false);
}

TEST(GameReview, DoesNotCountAnInterruptedGame) {
  const AnnotatedGame game = played(find_game("gioul"), 0);
  GameValidator check;
  check(game);
  Review review;
  const StopFlag stop = true;
  const StopFlagScope bound(&stop);
  EXPECT_THROW(review.add(game, check, {small_net(game.variant), small_net(game.variant)}, {}),
               Interrupted);
  EXPECT_TRUE(review.players.empty());
}

TEST(GameReview, LevelsMatchTheWebUi) {
  EXPECT_EQ(skill_level_name({.decision_count = 0, .points_lost = 0.0}), "");
  EXPECT_EQ(skill_level_name({.decision_count = 1000, .points_lost = 200.0}), "newcomer");
  EXPECT_EQ(skill_level_name({.decision_count = 1000, .points_lost = 0.0}), "full strength");
  const std::string folder = test_data() + "/../../cli/serve/web_ui/";
  const std::string page = read_file(folder + "levels.js", 1 << 20);
  const std::string texts = read_file(folder + "lang_en.js", 1 << 20);
  const std::regex rate(R"re( rate: (\d+))re");
  std::vector<std::pair<std::string, double>> levels;
  for (std::sregex_iterator at(page.begin(), page.end(), rate), end; at != end; ++at) {
    const std::regex name("level_" + std::to_string(levels.size()) + R"re(: "([a-z ]+)")re");
    std::smatch found;
    ASSERT_TRUE(std::regex_search(texts, found, name));
    levels.emplace_back(found[1], std::stod((*at)[1]));
  }
  ASSERT_EQ(levels.size(), 6u);
  for (std::size_t i = 1; i < levels.size(); ++i) {
    const double middle = (levels[i - 1].second + levels[i].second) / 2.0;
    EXPECT_EQ(skill_level_name({.decision_count = 1000, .points_lost = middle - 0.1}),
              levels[i].first);
    EXPECT_EQ(skill_level_name({.decision_count = 1000, .points_lost = middle + 0.1}),
              levels[i - 1].first);
  }
}

}  // namespace
}  // namespace gioul
