#include "cli/text/tournament_table.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/text.h"
#include "engine/outcome.h"
#include "eval/contest/tournament_report.h"
#include "eval/page/svg_parts.h"

namespace gioul {

namespace {

constexpr std::size_t kWidth = 100;

}  // namespace

std::vector<std::string> tournament_head(const TournamentSummary& summary) {
  std::vector<std::string> lines = {
      fmt::format("{}, {} checkers, {}, {} games for each two players (mirrored pairs), seed {}",
                  summary.game.name(), summary.checkers, mode_name(summary.mode), 2 * summary.pairs,
                  summary.seed)};
  if (!summary.positions.empty()) {
    lines.push_back("pairs begin at the positions of " + one_line(summary.positions));
  }
  lines.emplace_back();
  for (const std::size_t player : summary.ranking) {
    const PlayerSummary& named = summary.players[player];
    const std::string own = named.own_name.empty() ? "" : one_line(named.own_name) + ": ";
    lines.push_back(fmt::format("{:2}  ", summary.ranks[player]) + own + one_line(named.name));
  }
  return lines;
}

std::vector<std::string> standings_table(const TournamentSummary& summary) {
  std::vector<std::string> lines = {
      fmt::format("{:>2} {:>8} {:>7}  {:>8} {:>7} {:>9} {:>9} {:>8}", "", "", "", "points", "", "",
                  "decisions", "time"),
      fmt::format("{:>2} {:>8} {:>7}  {:>8} {:>7} {:>9} {:>9} {:>8}  player", "#", "Elo", "+- 95 %",
                  "per game", "+- 95 %", "games", "per game", "each")};
  for (const std::size_t number : summary.ranking) {
    const PlayerSummary& player = summary.players[number];
    const std::string time =
        player.seconds_per_decision ? decision_time_text(*player.seconds_per_decision) : "-";
    const std::string line = fmt::format(
        "{:2} {:+8.1f} {:7.1f}  {:+8.4f} {:7.4f} {:9} {:9.1f} {:>8}  ", summary.ranks[number],
        player.elo.mean, player.elo.margin95(), player.points_per_game.mean,
        player.points_per_game.margin95(), player.games, player.decisions_per_game, time);
    lines.push_back(line + shortened(one_line(shown_name(player)), kWidth - line.size()));
  }
  return lines;
}

std::vector<std::string> pairings_table(const TournamentSummary& summary) {
  std::vector<std::string> lines = {
      fmt::format("{:>54}{:>14}{}{:>15}", "", "gammons %", summary.ties ? "      " : "",
                  "first player"),
      fmt::format("{:>7} {:>8} +- {:6} {:>20} {:>6} {:>6} {:>6}{} {:>6} {:>8} {:>8}", "", "points",
                  "error", "95 % interval   ", "win %", "won", "lost", summary.ties ? " tie %" : "",
                  "win %", "points", "games")};
  for (const PairingResult& pairing : summary.pairings) {
    const Estimate points = pairing.points_per_game();
    std::string line =
        fmt::format("{:2} - {:<2} {:+8.4f} +- {:.4f} {:+8.4f} .. {:+8.4f} {:6.1f} {:6.1f} {:6.1f}",
                    summary.ranks[pairing.player], summary.ranks[pairing.opponent], points.mean,
                    points.standard_error, points.mean - points.margin95(),
                    points.mean + points.margin95(), 100 * pairing.win_share(),
                    100 * pairing.share(Outcome::kWin2), 100 * pairing.share(Outcome::kLose2));
    if (summary.ties) line += fmt::format(" {:5.1f}", 100 * pairing.share(Outcome::kTie));
    lines.push_back(line + fmt::format(" {:6.1f} {:+8.4f} {:8}",
                                       100 * pairing.first_mover_win_share(),
                                       pairing.first_mover_points_per_game(), pairing.games()));
  }
  return lines;
}

std::vector<std::string> failures_table(const TournamentSummary& summary) {
  std::vector<std::string> lines;
  for (const std::size_t number : summary.ranking) {
    for (const auto& [reason, games] : summary.players[number].failures) {
      const std::string line = fmt::format("{:2}  lost {}: ", summary.ranks[number], games);
      lines.push_back(line + shortened(one_line(reason), kWidth - line.size()));
    }
  }
  return lines;
}

}  // namespace gioul
