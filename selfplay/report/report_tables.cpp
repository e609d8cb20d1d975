#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "eval/render/html_page.h"
#include "eval/render/svg_chart.h"
#include "selfplay/report/report_page.h"

namespace gioul {

namespace {

constexpr const char* kNone = "&#8211;";

// A table with a column per run. All cells are HTML.
class RunTable {
 public:
  explicit RunTable(std::span<const RunHistory> histories) {
    text_ = "<div class=\"table\"><table>\n<thead><tr><td></td>";
    for (std::size_t i = 0; i < histories.size(); ++i) {
      const int style = static_cast<int>(i);
      text_ += "<th scope=\"col\" class=\"c" + std::to_string(style % kSeriesColorCount) +
               "\"><span class=\"wide\">" + escape_html(histories[i].name) + "</span></th>";
    }
    text_ += "</tr></thead>\n<tbody>\n";
  }

  void row(const std::string& name, const std::vector<std::string>& cells, bool differs = false) {
    text_ += std::string("<tr") + (differs ? " class=\"differs\"" : "") + "><th scope=\"row\">" +
             escape_html(name) + "</th>";
    for (const std::string& cell : cells) text_ += "<td>" + (cell.empty() ? kNone : cell) + "</td>";
    text_ += "</tr>\n";
  }

  std::string finish() const { return text_ + "</tbody></table></div>\n"; }

 private:
  std::string text_;
};

std::string format_games(const RunHistory& run) {
  const std::int64_t planned = run.config.training.games;
  const std::string learned = format_grouped(static_cast<double>(run.games_learned));
  if (run.games_learned >= planned) return learned;
  return learned + " of " + format_grouped(static_cast<double>(planned));
}

std::string format_rate(const RunHistory& run) {
  if (!(run.training_seconds > 0)) return {};
  const double rate = static_cast<double>(run.games_learned) / run.training_seconds;
  return format_grouped(rate, rate < 10 ? 2 : 0);
}

std::string format_net(const RunHistory& run) {
  if (!run.net_problem.empty())
    return "<span class=\"wide\">corrupted: " + escape_html(run.net_problem) + "</span>";
  return run.net_checksum.empty() ? "" : "<code>" + escape_html(run.net_checksum) + "</code>";
}

std::string format_estimate(double mean, double error, int decimals) {
  std::string text = format_grouped(mean, decimals);
  if (std::isfinite(error) && error > 0) text += " &#177; " + format_grouped(error, decimals);
  return text;
}

std::string last_loss(const RunCurves& run) {
  const Curve* const curve = run.find_curve(metric_name(Metric::kLoss));
  if (curve == nullptr) return {};
  return format_estimate(curve->points.back().value, curve->points.back().standard_error, 4);
}

// Searches the single measurements, since the curve's last point may average several.
std::string last_strength(const RunHistory& run, const std::string& opponent) {
  std::string text;
  for (const StrengthMeasurement& one : run.strength_measurements) {
    if (one.opponent != opponent) continue;
    text = (one.points_per_game > 0 ? "+" : "") +
           format_estimate(one.points_per_game, one.standard_error, 3);
  }
  return text;
}

}  // namespace

std::string format_training_time(double seconds) {
  if (seconds < 60) return fmt::format("{:.1f} s", seconds);
  const long long whole = std::llround(seconds);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

std::string summary_table(std::span<const RunHistory> histories,
                          std::span<const RunCurves> curves) {
  RunTable table(histories);
  using Cell = std::function<std::string(const RunHistory&, const RunCurves&)>;
  const auto row = [&](const std::string& name, const Cell& cell) {
    std::vector<std::string> cells;
    for (std::size_t i = 0; i < histories.size(); ++i) {
      cells.push_back(cell(histories[i], curves[i]));
    }
    table.row(name, cells);
  };
  row("game", [](const RunHistory& run, const RunCurves&) {
    return fmt::format("{}, {} checkers", escape_html(run.config.game.name()), run.config.checkers);
  });
  row("hidden units", [](const RunHistory& run, const RunCurves&) {
    return fmt::format("{}", fmt::join(run.config.net.hidden_widths, "-"));
  });
  row("games learned from",
      [](const RunHistory& run, const RunCurves&) { return format_games(run); });
  row("training time", [](const RunHistory& run, const RunCurves&) {
    return run.training_seconds > 0 ? format_training_time(run.training_seconds) : std::string();
  });
  row("games/s", [](const RunHistory& run, const RunCurves&) { return format_rate(run); });
  row("loss at the end", [](const RunHistory&, const RunCurves& run) { return last_loss(run); });
  for (const std::string& metric : metrics_with_prefix(curves, "strength:")) {
    const std::string opponent = metric.substr(metric.find(':') + 1);
    row("points against " + opponent,
        [&](const RunHistory& run, const RunCurves&) { return last_strength(run, opponent); });
  }
  row("net's checksum", [](const RunHistory& run, const RunCurves&) { return format_net(run); });
  row("trained by", [](const RunHistory& run, const RunCurves&) {
    return run.net_program_version.empty() ? std::string()
                                           : "gioul " + escape_html(run.net_program_version);
  });
  return table.finish();
}

std::string skipped_lines_note(const RunHistory& run) {
  return fmt::format("{} damaged {} of {}'s metrics {} skipped; the first: {}",
                     run.skipped_line_count, run.skipped_line_count == 1 ? "line" : "lines",
                     run.name, run.skipped_line_count == 1 ? "is" : "are",
                     run.first_skipped_line_problem);
}

std::string setting_change_table(std::span<const RunHistory> histories) {
  std::string rows;
  for (const RunHistory& run : histories) {
    for (const SettingChange& change : run.setting_changes) {
      rows += "<tr><th scope=\"row\">" + escape_html(run.name) + "</th><td>" +
              format_grouped(change.games_learned) + "</td><td>" + escape_html(change.key) +
              "</td><td><code>" + escape_html(change.old_value) + "</code></td><td><code>" +
              escape_html(change.new_value) + "</code></td></tr>\n";
    }
  }
  if (rows.empty()) return {};
  return "<h2>Changed settings</h2>\n<div class=\"table\"><table>\n<thead><tr><td></td>"
         "<th scope=\"col\">after games</th><th scope=\"col\">setting</th>"
         "<th scope=\"col\">before</th><th scope=\"col\">now</th></tr></thead>\n<tbody>\n" +
         rows + "</tbody></table></div>\n";
}

std::string config_tables(std::span<const RunHistory> histories) {
  RunTable differing(histories);
  RunTable complete(histories);
  bool differ = false;
  for (const ConfigKey<TrainingConfig>& key : training_config_keys()) {
    std::vector<std::string> cells;
    for (const RunHistory& run : histories) {
      cells.push_back("<code>" + escape_html(key.format(run.config)) + "</code>");
    }
    const bool differs =
        std::ranges::adjacent_find(cells, std::ranges::not_equal_to{}) != cells.end();
    complete.row(key.dotted_name(), cells, differs);
    if (!differs) continue;
    differing.row(key.dotted_name(), cells, true);
    differ = true;
  }
  std::string text;
  if (histories.size() > 1) {
    text += "<h2>Config differences</h2>\n";
    text += differ ? differing.finish() : "<p>None: the configs are identical.</p>\n";
  }
  return text + "<details><summary>All config keys</summary>\n" + complete.finish() +
         "</details>\n";
}

}  // namespace gioul
