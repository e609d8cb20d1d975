#include "selfplay/report/report_page.h"

#include <algorithm>
#include <cmath>

#include "base/statistics.h"
#include "eval/render/html_page.h"
#include "eval/render/svg_chart.h"

namespace gioul {

namespace {

enum class Along { kGames, kTime };

struct TimeUnit {
  const char* name;
  double seconds;
};

// Appearance of a chart of one or several metrics.
struct Look {
  std::string title;
  std::string explanation = {};
  ChartAxis y;
  double factor = 1.0;  // from the unit of the curve to that of the axis
  SeriesKind kind = SeriesKind::kCurve;
  ChartSize size = ChartSize::kFull;
};

// A metric that is drawn as a line of a chart.
struct NamedMetric {
  std::string metric;
  std::string name;  // of the line
  int style;         // of the line
};

double margin95(const CurvePoint& point) {
  return std::isfinite(point.standard_error)
             ? Estimate{point.value, point.standard_error, point.degrees_of_freedom}.margin95()
             : 0.0;
}

class ReportWriter {
 public:
  ReportWriter(std::span<const RunHistory> histories, std::span<const RunCurves> curves)
      : histories_(histories), curves_(curves) {
    spacing_ = report_downsampling_options(histories).has_logarithmic_buckets
                   ? AxisSpacing::kLogarithmic
                   : AxisSpacing::kLinear;
    double longest = 0.0;
    for (const RunHistory& run : histories) longest = std::max(longest, run.training_seconds);
    if (spacing_ == AxisSpacing::kLogarithmic) return;
    if (longest >= 120) unit_ = {"minutes", 60.0};
    if (longest >= 7200) unit_ = {"hours", 3600.0};
  }

  std::string write() {
    std::string title = "Training report: ";
    if (histories_.size() > 3) title += std::to_string(histories_.size()) + " runs";
    for (std::size_t i = 0; i < histories_.size() && histories_.size() <= 3; ++i) {
      title += (i == 0 ? "" : ", ") + histories_[i].name;
    }
    write_introduction();
    write_strength();
    write_loss();
    write_calibration();
    write_games();
    write_speed();
    if (!missing_.empty()) note("Not in the metrics of these runs: " + missing_ + ".");
    body_ += "<footer class=\"note\">Made by gioul report, version " GIOUL_VERSION ".</footer>\n";
    return html_page(title, body_);
  }

 private:
  void write_introduction() {
    body_ +=
        "<p class=\"note\">Lines are means over neighboring generations; bands and bars are 95 % "
        "intervals: upper bounds where strength tests are merged, and those of calibration as if "
        "all positions were independent. Tables give means &#177; their standard errors.";
    if (spacing_ == AxisSpacing::kLogarithmic) {
      body_ += " The runs differ tenfold in length, so the horizontal axes are logarithmic.";
    }
    body_ += "</p>\n" + summary_table(histories_, curves_);
    for (const RunHistory& run : histories_) {
      if (run.generation_count == 0) {
        note(run.name + " has not finished a generation yet.");
      } else if (run.games_learned < run.config.training.games) {
        note(run.name + " is not finished.");
      }
      if (run.is_last_line_incomplete) {
        note("The last line of " + run.name + "'s metrics is truncated and ignored: the run was " +
             "killed, or is still writing it.");
      }
    }
    for (const RunHistory& run : histories_) {
      if (run.skipped_line_count > 0) note(skipped_lines_note(run) + ".");
    }
    body_ += setting_change_table(histories_) + config_tables(histories_);
    if (histories_.size() < 2) return;
    body_ += "<ul class=\"legend\">";
    for (std::size_t i = 0; i < histories_.size(); ++i) {
      body_ += "<li>" + svg_legend_sample(static_cast<int>(i), SeriesKind::kMarks) +
               escape_html(histories_[i].name) + "</li>";
    }
    body_ += "</ul>\n";
  }

  void write_strength() {
    begin_section("Strength",
                  "Points per game against fixed opponents, in mirrored pairs of games. Above 0 "
                  "the net wins more than it loses; a win counts 1 "
                  "or 2.");
    const std::vector<std::string> metrics = metrics_with_prefix(curves_, "strength:");
    if (metrics.empty()) add_card("Strength", "", "");
    for (const std::string& metric : metrics) {
      const Look look{.title = "Against " + metric.substr(9),
                      .y = {.label = "points per game", .low = 0.0, .high = 0.0},
                      .kind = SeriesKind::kMarks};
      card(metric, look, Along::kGames);
      card(metric, look, Along::kTime);
    }
    end_section();
  }

  void write_loss() {
    begin_section("Loss",
                  "Cross-entropy between the net's evaluation of a position and its training "
                  "target, averaged over the positions of a generation. The parts of the five "
                  "outcomes add up to it.");
    const Look look{.title = "Loss", .y = {.label = "nats"}};
    card(metric_name(Metric::kLoss), look, Along::kGames);
    card(metric_name(Metric::kLoss), look, Along::kTime);
    cards({{"loss:lose 2", "lose 2", 3},
           {"loss:lose 1", "lose 1", 1},
           {"loss:tie", "tie", 7},
           {"loss:win 1", "win 1", 2},
           {"loss:win 2", "win 2", 0}},
          {.title = "Loss by outcome", .y = {.label = "nats"}});
    end_section();
  }

  void write_calibration() {
    begin_section(
        "Calibration",
        "Predictions in ten bins against results. On the dashed line the net is right: of "
        "the games that it gives 70 %, it wins 70 %. Below, it is too optimistic.");
    begin_grid("small");
    std::vector<NamedMetric> errors;
    for (const std::string& metric : metrics_with_prefix(curves_, "calibration_error:")) {
      const std::string outcome = metric.substr(metric.find(':') + 1);
      write_calibration_chart(outcome);
      errors.push_back({metric, outcome, static_cast<int>(errors.size())});
    }
    cards(errors, {.title = "Calibration error",
                   .explanation =
                       "Mean distance of the bins from the dashed line, weighted by their counts.",
                   .y = {.label = "percentage points", .low = 0.0},
                   .factor = 100.0,
                   .kind = SeriesKind::kMarks});
    end_section();
  }

  void write_calibration_chart(const std::string& outcome) {
    Chart chart{.alt_text = "Calibration of " + outcome,
                .x_axis = {.label = "predicted, %", .low = 0.0, .high = 100.0},
                .y_axis = {.label = "actual, %", .low = 0.0, .high = 100.0},
                .series = {},
                .reference_line = ReferenceLine::kDiagonal,
                .size = ChartSize::kSmall};
    for (std::size_t run = 0; run < curves_.size(); ++run) {
      ChartSeries series{.name = curves_[run].run_name,
                         .style = static_cast<int>(run),
                         .kind = SeriesKind::kMarks,
                         .points = {}};
      for (const std::string& metric :
           metrics_with_prefix(curves_.subspan(run, 1), "calibration_actual:" + outcome + ":")) {
        const std::string bin = metric.substr(metric.find(':'));
        const CurvePoint& actual = curves_[run].find_curve(metric)->points.front();
        const double predicted =
            100 * curves_[run].find_curve("calibration_predicted" + bin)->points.front().value;
        const double count =
            curves_[run].find_curve("calibration_count" + bin)->points.front().value;
        series.points.push_back(
            {predicted, 100 * actual.value, 100 * margin95(actual),
             curves_[run].run_name + ": predicted " + format_grouped(predicted, 1) + " %, actual " +
                 format_grouped(100 * actual.value, 1) + " % of " + format_grouped(count) +
                 " positions, after " + format_grouped(actual.games) + " games"});
      }
      std::ranges::sort(series.points, {}, &ChartPoint::x);
      chart.series.push_back(std::move(series));
    }
    add_card("Probability of \"" + outcome + "\"", "", svg_chart(chart));
  }

  void write_games() {
    begin_section("Games", "Statistics of the self-play games that the net learned from.");
    const auto percent = [](const char* title, const char* explanation) {
      return Look{.title = title, .explanation = explanation, .y = {.label = "%"}, .factor = 100.0};
    };
    card(metric_name(Metric::kDecisionsPerGame),
         {.title = "Length", .y = {.label = "decisions per game, both sides"}});
    card(metric_name(Metric::kGammonShare), percent("Gammons", "Games won by 2 points."));
    card(metric_name(Metric::kForfeitShare),
         percent("Forfeits",
                 "Decisions in which a player plays moves that the opponent forfeited."));
    card(metric_name(Metric::kFirstMoverWinShare),
         percent("Wins of the first player", "Ties count as half."));
    card(metric_name(Metric::kFirstMoverPoints),
         {.title = "Points of the first player", .y = {.label = "points per game"}});
    end_section();
  }

  void write_speed() {
    begin_section("Speed and learning rate",
                  "Games learned from and positions evaluated, over training time.");
    card(metric_name(Metric::kGamesPerSecond),
         {.title = "Games", .y = {.label = "games/s", .low = 0.0}});
    card(metric_name(Metric::kEvaluationsPerSecond),
         {.title = "Evaluations", .y = {.label = "positions/s", .low = 0.0}});
    card(metric_name(Metric::kLearningRate),
         {.title = "Learning rate",
          .y = {.label = "step size", .spacing = AxisSpacing::kLogarithmic}});
    end_section();
  }

  void card(std::string_view metric, const Look& look, Along along = Along::kGames) {
    Chart chart = empty_chart(look, along);
    for (std::size_t run = 0; run < curves_.size(); ++run) {
      add_series(chart, run, {std::string(metric), curves_[run].run_name, static_cast<int>(run)},
                 look, along);
    }
    std::string title = look.title;
    if (along == Along::kTime) title += ", over time";
    add_card(title, look.explanation, svg_chart(chart));
  }

  // Draws related metrics in one chart if there is one run, else in a chart each.
  void cards(const std::vector<NamedMetric>& metrics, const Look& look) {
    const bool apart = curves_.size() > 1 && !metrics.empty();
    begin_grid(apart ? "small" : "cards");
    if (apart) {
      for (const auto& [metric, name, style] : metrics) {
        Look one = look;
        one.title += ": " + name;
        one.size = ChartSize::kSmall;
        card(metric, one);
      }
      return;
    }
    Chart chart = empty_chart(look, Along::kGames);
    for (const NamedMetric& metric : metrics) add_series(chart, 0, metric, look, Along::kGames);
    add_card(look.title, look.explanation, svg_chart(chart));
  }

  Chart empty_chart(const Look& look, Along along) const {
    const bool games = along == Along::kGames;
    return {.alt_text = look.title + (games ? " over games" : " over time"),
            .x_axis = {.label = games ? std::string("games") : std::string(unit_.name),
                       .spacing = spacing_,
                       .low = spacing_ == AxisSpacing::kLinear ? std::optional(0.0) : std::nullopt},
            .y_axis = look.y,
            .series = {},
            .size = look.size};
  }

  void add_series(Chart& chart, std::size_t run, const NamedMetric& metric, const Look& look,
                  Along along) const {
    const Curve* const curve = curves_[run].find_curve(metric.metric);
    if (curve == nullptr || (along == Along::kTime && !(histories_[run].training_seconds > 0)))
      return;
    ChartSeries series{.name = metric.name, .style = metric.style, .kind = look.kind, .points = {}};
    for (const CurvePoint& point : curve->points) {
      const double value = look.factor * point.value;
      const double margin = look.factor * margin95(point);
      std::string note;
      if (look.kind == SeriesKind::kMarks) {
        note = metric.name + ": " + format_grouped(value, 3) +
               (margin > 0 ? " +- " + format_grouped(margin, 3) : std::string()) + " after " +
               format_grouped(point.games) + " games, " + format_training_time(point.seconds);
      }
      const double x = along == Along::kGames ? point.games : point.seconds / unit_.seconds;
      series.points.push_back({x, value, margin, std::move(note)});
    }
    chart.series.push_back(std::move(series));
  }

  void add_card(const std::string& title, const std::string& explanation,
                const std::string& chart) {
    if (chart.empty()) {
      missing_ += (missing_.empty() ? "" : "; ") + title;
      return;
    }
    cards_ += "<figure>\n<figcaption>" + escape_html(title) +
              (explanation.empty() ? "" : "<p>" + escape_html(explanation) + "</p>") +
              "</figcaption>\n" + chart + "</figure>\n";
  }

  // A section without charts is omitted.
  void begin_section(const std::string& title, const std::string& explanation) {
    grids_.clear();
    begin_grid("cards");
    head_ = "<h2>" + title + "</h2>\n<p class=\"note\">" + explanation + "</p>\n";
  }
  // Starts a grid of this CSS class for the following cards.
  void begin_grid(const char* grid) {
    if (!cards_.empty()) {
      grids_ += std::string("<div class=\"") + grid_ + "\">\n" + cards_ + "</div>\n";
    }
    cards_.clear();
    grid_ = grid;
  }
  void end_section() {
    begin_grid("");
    if (!grids_.empty()) body_ += head_ + grids_;
  }

  void note(const std::string& text) {
    body_ += "<p class=\"note\">" + escape_html(text) + "</p>\n";
  }

  std::span<const RunHistory> histories_;
  std::span<const RunCurves> curves_;
  AxisSpacing spacing_ = AxisSpacing::kLinear;  // of games and time
  TimeUnit unit_ = {"seconds", 1.0};
  std::string body_;
  std::string head_;
  const char* grid_ = "";
  std::string grids_;  // of the current section
  std::string cards_;
  std::string missing_;
};

}  // namespace

DownsamplingOptions report_downsampling_options(std::span<const RunHistory> histories) {
  constexpr std::size_t kAllRuns = 400;  // points of one metric in all runs
  DownsamplingOptions rule;
  rule.max_points =
      std::clamp<std::size_t>(kAllRuns / std::max<std::size_t>(histories.size(), 1), 50, 120);
  rule.max_test_points = rule.max_points / 3;
  std::vector<std::int64_t> games;
  for (const RunHistory& run : histories) {
    if (run.games_learned > 0) games.push_back(run.games_learned);
  }
  if (!games.empty())
    rule.has_logarithmic_buckets = std::ranges::max(games) / 10 >= std::ranges::min(games);
  return rule;
}

std::string report_page(std::span<const RunHistory> histories, std::span<const RunCurves> curves) {
  return ReportWriter(histories, curves).write();
}

}  // namespace gioul
