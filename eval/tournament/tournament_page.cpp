// Renders a tournament as an HTML page.
#include <fmt/format.h>

#include <map>
#include <utility>

#include "base/format_number.h"
#include "engine/outcome.h"
#include "eval/play/failures.h"
#include "eval/render/html_page.h"
#include "eval/render/interval_chart.h"
#include "eval/tournament/tournament_summary.h"

namespace gioul {

namespace {

constexpr int kReloadSeconds = 5;

constexpr const char* kNoFigure = "&#8211;";

std::string signed_text(double value, int decimals) {
  return fmt::format("{:+.{}f}", value, decimals);
}

std::string format_estimate(const Estimate& estimate, int decimals) {
  return signed_text(estimate.mean, decimals) + " &#177; " +
         format_grouped(estimate.margin95(), decimals);
}

std::string format_time(std::optional<double> seconds) {
  return seconds ? format_decision_time(seconds) : kNoFigure;
}

std::string percent(double share) { return format_grouped(100 * share, 1) + " %"; }

// A table with cells in HTML.
class Table {
 public:
  explicit Table(const std::vector<std::string>& head) {
    text_ = "<div class=\"table\"><table>\n<thead><tr>";
    for (const std::string& cell : head) text_ += "<th scope=\"col\">" + cell + "</th>";
    text_ += "</tr></thead>\n<tbody>\n";
  }
  void row(const std::string& head, const std::vector<std::string>& cells) {
    is_empty_ = false;
    text_ += "<tr><th scope=\"row\">" + head + "</th>";
    for (const std::string& cell : cells) text_ += "<td>" + cell + "</td>";
    text_ += "</tr>\n";
  }
  bool is_empty() const { return is_empty_; }
  std::string finish() const { return text_ + "</tbody></table></div>\n"; }

 private:
  std::string text_;
  bool is_empty_ = true;
};

class PageWriter {
 public:
  explicit PageWriter(const TournamentSummary& summary) : summary_(summary) {}

  std::string write() {
    write_introduction();
    write_standings();
    write_crosstable();
    write_pairings();
    write_luck();
    write_failures();
    body_ += "<footer class=\"note\">Made by gioul " + summary_.page_subcommand +
             ", version " GIOUL_VERSION ".</footer>\n";
    const std::string title = !summary_.page_title.empty()
                                  ? summary_.page_title
                                  : "Tournament: " + std::string(summary_.options.game.name()) +
                                        ", " + std::to_string(summary_.players.size()) + " players";
    return html_page(title, body_, summary_.is_running ? kReloadSeconds : 0);
  }

 private:
  // Returns "2. name" in the color that the player has in all charts.
  std::string name_cell(std::size_t player) const {
    return "<span class=\"wide c" + std::to_string(player % kSeriesColorCount) +
           "\" style=\"min-width: 11em\" title=\"" + escape_html(summary_.players[player].name) +
           "\">" + std::to_string(summary_.rank_of_player[player]) + ". " +
           escape_html(summary_.players[player].display_name) + "</span>";
  }

  std::string number_cell(std::size_t player) const {
    return "<span class=\"c" + std::to_string(player % kSeriesColorCount) + "\">" +
           std::to_string(summary_.rank_of_player[player]) + "</span>";
  }

  void note(const std::string& text) { body_ += "<p class=\"note\">" + text + "</p>\n"; }

  void write_introduction() {
    for (const std::string& line : summary_.page_notes) note(escape_html(line));
    const TournamentOptions& options = summary_.options;
    note(std::string(options.mode == TournamentMode::kGauntlet ? "Gauntlet" : "Round robin") +
         ", " + std::to_string(options.checkers) + " checkers, " +
         format_grouped(static_cast<double>(2 * summary_.pairs_per_pairing)) +
         " games per pairing, in mirrored pairs (the same dice, swapped sides); seed " +
         std::to_string(options.seed) +
         (options.start_position_file.empty()
              ? ""
              : ". Pairs start from the positions of " + escape_html(options.start_position_file)) +
         ". 95 % intervals, from the variance of whole pairs.");
    if (!summary_.page_chart.empty()) {
      body_ += "<div class=\"cards\">\n<figure>\n<figcaption>Log-likelihood ratio</figcaption>\n" +
               summary_.page_chart + "</figure>\n</div>\n";
    }
  }

  void write_standings() {
    body_ += "<h2>Ratings</h2>\n";
    note(escape_html(rating_note(summary_)) + ".");
    IntervalChart elo{.alt_text = "Elo of each player with intervals", .axis_label = "Elo"};
    IntervalChart points{.alt_text = "Points per game of each player with intervals",
                         .axis_label = "points per game"};
    Table table({"player", "Elo", "points per game", "games", "wins", "gammons won", "lost",
                 "decisions", "time each"});
    for (const std::size_t number : summary_.players_by_rank) {
      const PlayerSummary& player = summary_.players[number];
      add_row(elo, number, player.elo, 1);
      add_row(points, number, player.points_per_game, 4);
      table.row(
          name_cell(number),
          {format_estimate(player.elo, 1), format_estimate(player.points_per_game, 4),
           format_grouped(static_cast<double>(player.game_count)), percent(player.win_share),
           percent(player.gammons_won_share), percent(player.gammons_lost_share),
           format_grouped(player.decisions_per_game, 1), format_time(player.seconds_per_decision)});
    }
    body_ += "<div class=\"cards\">\n<figure>\n<figcaption>Elo</figcaption>\n" +
             interval_chart(elo) +
             "</figure>\n<figure>\n<figcaption>Points per game</figcaption>\n" +
             interval_chart(points) + "</figure>\n</div>\n" + table.finish();
  }

  void add_row(IntervalChart& chart, std::size_t number, const Estimate& value, int decimals) {
    const PlayerSummary& player = summary_.players[number];
    chart.rows.push_back(
        {std::to_string(summary_.rank_of_player[number]) + ". " + player.display_name, value.mean,
         value.margin95(), static_cast<int>(number),
         player.name + ": " + signed_text(value.mean, decimals) + " +- " +
             format_grouped(value.margin95(), decimals)});
  }

  void write_crosstable() {
    body_ += "<h2>Crosstable</h2>\n";
    note("Points per game of the row player against the column player.");
    std::map<std::pair<std::size_t, std::size_t>, Estimate> points_by_players;
    for (const PairingTotals& pairing : summary_.pairings) {
      Estimate points = pairing.points_per_game();
      points_by_players[{pairing.player_index, pairing.opponent_index}] = points;
      points.mean = 0.0 - points.mean;  // not "-0"
      points_by_players[{pairing.opponent_index, pairing.player_index}] = points;
    }
    std::vector<std::string> head = {"player"};
    for (const std::size_t number : summary_.players_by_rank)
      head.push_back(std::to_string(summary_.rank_of_player[number]));
    Table table(head);
    for (const std::size_t row : summary_.players_by_rank) {
      std::vector<std::string> cells;
      for (const std::size_t column : summary_.players_by_rank) {
        const auto found = points_by_players.find({row, column});
        cells.push_back(found != points_by_players.end() ? format_estimate(found->second, 4)
                        : row == column                  ? ""
                                                         : kNoFigure);
      }
      table.row(name_cell(row), cells);
    }
    body_ += table.finish();
  }

  void write_pairings() {
    body_ += "<h2>Pairings</h2>\n";
    note(
        "Percentages of games for the first player of each pairing; then results of the side that "
        "moved first.");
    std::vector<std::string> head = {"pairing",      "points per game", "games",
                                     "wins",         "gammons won",     "gammons lost",
                                     "first player", "its points",      "forfeits per game"};
    if (summary_.can_tie) head.insert(head.begin() + 6, "ties");
    Table table(head);
    for (const PairingTotals& pairing : summary_.pairings) {
      std::vector<std::string> cells = {
          format_estimate(pairing.points_per_game(), 4),
          format_grouped(static_cast<double>(pairing.game_count())),
          percent(pairing.win_share()),
          percent(pairing.outcome_share(Outcome::kWin2)),
          percent(pairing.outcome_share(Outcome::kLose2)),
          percent(pairing.first_mover_win_share()),
          signed_text(pairing.first_mover_points_per_game(), 4),
          format_grouped(pairing.per_game(pairing.forfeited_chain_count), 2)};
      if (summary_.can_tie)
        cells.insert(cells.begin() + 5, percent(pairing.outcome_share(Outcome::kTie)));
      table.row(
          number_cell(pairing.player_index) + " &#8211; " + number_cell(pairing.opponent_index),
          cells);
    }
    body_ += table.finish();
  }

  void write_luck() {
    Table table({"pairing", "points without adjustment", "luck", "games saved", "time of luck",
                 "time of play"});
    std::string notes;
    for (const PairingTotals& pairing : summary_.pairings) {
      if (!pairing.is_luck_adjusted()) continue;
      const std::string name =
          number_cell(pairing.player_index) + " &#8211; " + number_cell(pairing.opponent_index);
      const LuckAdjustedSample& points = pairing.pair_points;
      table.row(name, {format_estimate(points.raw_estimate(), 4),
                       format_estimate(points.luck_estimate(), 4),
                       format_grouped(points.saved_games_factor(), 1) + "x",
                       format_time(pairing.luck_seconds_per_game()),
                       format_time(pairing.play_seconds_per_game())});
      const std::string doubt = luck_bias_warning(points.luck_estimate());
      if (!doubt.empty()) notes += "<p class=\"note\">" + name + ": " + doubt + ".</p>\n";
    }
    if (table.is_empty()) return;
    body_ += "<h2>Luck</h2>\n";
    note(
        "The luck of the dice, per game, is subtracted from the points above. Times are per game.");
    body_ += table.finish() + notes;
  }

  void write_failures() {
    Table table({"player", "games", "reason"});
    for (const std::size_t number : summary_.players_by_rank) {
      for (const FailureGroup& failure :
           group_failures(summary_.players[number].failures_by_reason)) {
        table.row(name_cell(number),
                  {format_grouped(static_cast<double>(failure.game_count)),
                   "<span class=\"wide\">" + escape_html(failure.example_reason) + "</span>"});
      }
    }
    if (table.is_empty()) return;
    body_ += "<h2>Failures</h2>\n";
    note("Games lost by failure: an example of each kind of reason.");
    body_ += table.finish();
  }

  const TournamentSummary& summary_;
  std::string body_;
};

}  // namespace

std::string tournament_page(const TournamentSummary& summary) {
  return PageWriter(summary).write();
}

}  // namespace gioul
