#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "engine/games/game.h"
#include "eval/render/interval_chart.h"
#include "eval/tournament/tournament_summary.h"
#include "tests/base/holds.h"
#include "tests/eval/render/markup.h"

namespace gioul {
namespace {

TournamentSummary summary_of(TournamentMode mode) {
  const TournamentOptions options = {.game = find_game("plakoto"),
                                     .checkers = 4,
                                     .player_names = {"blocker", "random", "random"},
                                     .mode = mode,
                                     .pairs_per_pairing = 30,
                                     .seed = 2};
  TournamentResult result = run_tournament(options);
  result.pairings[0].player_counts[1].failures_by_reason["it said \"<b>&\", and died"] = 3;
  return summarize_tournament(options, result, RatingBasis::kByPoints);
}

TEST(TournamentReport, PageIsWellFormedAndEscapesEngineText) {
  for (const auto mode : {TournamentMode::kRoundRobin, TournamentMode::kGauntlet}) {
    const std::string page = tournament_page(summary_of(mode));
    EXPECT_EQ(markup_problem(page), "");
    EXPECT_TRUE(
        holds(page, {"it said &quot;&lt;b&gt;&amp;&quot;, and died", "<svg", "Crosstable"}));
    for (const char* outside : {"http:", "https:", "src=", "@import"}) {
      const std::size_t at = page.find(outside);
      EXPECT_TRUE(at == std::string::npos || page.substr(at, 18) == "http://www.w3.org/")
          << outside;
    }
  }
}

TEST(TournamentReport, JsonAndCsvHaveTheSameValues) {
  const TournamentSummary summary = summary_of(TournamentMode::kRoundRobin);
  const auto written = nlohmann::json::parse(tournament_json(summary));
  EXPECT_EQ(written.at("standings").size(), 3u);
  EXPECT_EQ(written.at("standings").at(0).at("player"), "blocker");
  EXPECT_EQ(written.at("pairings").at(0).at("opponent_failures"), 3);
  std::istringstream csv(tournament_csv(summary));
  std::string line;
  int lines = 0;
  while (std::getline(csv, line)) {
    ++lines;
    EXPECT_EQ(std::ranges::count(line, ','), 19) << line;
  }
  EXPECT_EQ(lines, 1 + 3 + 3);
}

TEST(TournamentReport, LuckFarFromZeroHasANote) {
  EXPECT_EQ(luck_bias_warning({0.29, 0.1}), "");
  EXPECT_EQ(luck_bias_warning({0.0, 0.0}), "");
  EXPECT_TRUE(holds(luck_bias_warning({-0.34, 0.1}), "3.4 standard errors from 0"));
}

TEST(TournamentReport, PageShowsLuckIfItWasMeasured) {
  TournamentOptions options = {.player_names = {"blocker", "random"}, .pairs_per_pairing = 5};
  for (const bool measured : {false, true}) {
    options.luck_adjustment = measured ? LuckAdjustment::kAlways : LuckAdjustment::kNever;
    const std::string page = tournament_page(
        summarize_tournament(options, run_tournament(options), RatingBasis::kByPoints));
    EXPECT_EQ(markup_problem(page), "");
    EXPECT_EQ(page.find("<h2>Luck</h2>") != std::string::npos, measured);
  }
}

TEST(TournamentReport, StandingsAddUp) {
  const TournamentSummary summary = summary_of(TournamentMode::kRoundRobin);
  double points = 0.0;
  double elo = 0.0;
  for (const PlayerSummary& player : summary.players) {
    EXPECT_EQ(player.game_count, 120);
    points += player.points_per_game.mean;
    elo += player.elo.mean;
  }
  EXPECT_NEAR(points, 0.0, 1e-12);
  EXPECT_NEAR(elo, 0.0, 1e-6);
  EXPECT_EQ(summary.players_by_rank.front(), 0u);
}

TEST(TournamentReport, FormatsTimesWithUnits) {
  EXPECT_EQ(format_decision_time(31e-9), "31 ns");
  EXPECT_EQ(format_decision_time(1.44e-6), "1.4 us");
  EXPECT_EQ(format_decision_time(0.0234), "23 ms");
  EXPECT_EQ(format_decision_time(5.21), "5.2 s");
}

TEST(IntervalChart, ShowsRowsWithAndWithoutIntervals) {
  const IntervalChart chart{.alt_text = "chart",
                            .axis_label = "Elo",
                            .rows = {{"a", 10.0, 5.0, 0, "a & b"}, {"b", -10.0, 0.0, 9, ""}}};
  const std::string svg = interval_chart(chart);
  EXPECT_EQ(markup_problem(svg), "");
  EXPECT_TRUE(holds(svg, {"class=\"bar\"", "a &amp; b"}));
  EXPECT_EQ(interval_chart({.alt_text = "", .axis_label = ""}), "");
}

}  // namespace
}  // namespace gioul
