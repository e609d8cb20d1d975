#include "cli/text/tournament_table.h"

#include <cstdarg>
#include <cstdio>

#include "base/error.h"
#include "base/text.h"
#include "engine/outcome.h"
#include "eval/contest/tournament_report.h"
#include "eval/page/svg_parts.h"

namespace gioul {

namespace {

constexpr std::size_t kWidth = 100;

[[gnu::format(printf, 1, 2)]] std::string formatted(const char* format, ...) {
  char text[256];
  std::va_list values;
  va_start(values, format);
  std::vsnprintf(text, sizeof(text), format, values);
  va_end(values);
  return text;
}

}  // namespace

std::vector<std::string> tournament_head(const TournamentSummary& summary) {
  std::vector<std::string> lines = {formatted(
      "%s, %d checkers, %s, %lld games for each two players (mirrored pairs), seed %llu",
      std::string(summary.game.name()).c_str(), summary.checkers,
      std::string(mode_name(summary.mode)).c_str(), static_cast<long long>(2 * summary.pairs),
      static_cast<unsigned long long>(summary.seed))};
  lines.emplace_back();
  for (std::size_t player = 0; player < summary.players.size(); ++player) {
    lines.push_back(formatted("%2zu  ", player + 1) + one_line(summary.players[player].name));
  }
  return lines;
}

std::vector<std::string> standings_table(const TournamentSummary& summary) {
  std::vector<std::string> lines = {
      formatted("%2s %8s %7s  %8s %7s %9s %9s %8s", "", "", "", "points", "", "", "decisions",
                "time"),
      formatted("%2s %8s %7s  %8s %7s %9s %9s %8s  player", "#", "Elo", "+- 95 %", "per game",
                "+- 95 %", "games", "per game", "each")};
  for (const std::size_t number : summary.ranking) {
    const PlayerSummary& player = summary.players[number];
    const std::string time =
        player.seconds_per_decision ? decision_time_text(*player.seconds_per_decision) : "-";
    const std::string line = formatted(
        "%2zu %+8.1f %7.1f  %+8.4f %7.4f %9lld %9.1f %8s  ", number + 1, player.elo.mean,
        player.elo.margin95(), player.points_per_game.mean, player.points_per_game.margin95(),
        static_cast<long long>(player.games), player.decisions_per_game, time.c_str());
    lines.push_back(line + shortened(one_line(player.name), kWidth - line.size()));
  }
  return lines;
}

std::vector<std::string> pairings_table(const TournamentSummary& summary) {
  std::vector<std::string> lines = {
      formatted("%54s%14s%s%15s", "", "gammons %", summary.ties ? "      " : "", "first player"),
      formatted("%7s %8s +- %-6s %20s %6s %6s %6s%s %6s %8s %8s", "", "points", "error",
                "95 % interval   ", "win %", "won", "lost", summary.ties ? " tie %" : "", "win %",
                "points", "games")};
  for (const PairingResult& pairing : summary.pairings) {
    const Estimate points = pairing.points_per_game();
    std::string line = formatted(
        "%2zu - %-2zu %+8.4f +- %.4f %+8.4f .. %+8.4f %6.1f %6.1f %6.1f", pairing.player + 1,
        pairing.opponent + 1, points.mean, points.standard_error, points.mean - points.margin95(),
        points.mean + points.margin95(), 100 * pairing.win_share(),
        100 * pairing.share(Outcome::kWin2), 100 * pairing.share(Outcome::kLose2));
    if (summary.ties) line += formatted(" %5.1f", 100 * pairing.share(Outcome::kTie));
    lines.push_back(line + formatted(" %6.1f %+8.4f %8lld", 100 * pairing.first_mover_win_share(),
                                     pairing.first_mover_points_per_game(),
                                     static_cast<long long>(pairing.games())));
  }
  return lines;
}

std::vector<std::string> failures_table(const TournamentSummary& summary) {
  std::vector<std::string> lines;
  for (std::size_t number = 0; number < summary.players.size(); ++number) {
    for (const auto& [reason, games] : summary.players[number].failures) {
      const std::string line =
          formatted("%2zu  lost %lld: ", number + 1, static_cast<long long>(games));
      lines.push_back(line + shortened(one_line(reason), kWidth - line.size()));
    }
  }
  return lines;
}

}  // namespace gioul
