// gioul stats: what a player's games against himself are like.
#include <fmt/format.h>

#include <chrono>
#include <iostream>

#include "base/error.h"
#include "base/numbers.h"
#include "cli/shell/command.h"
#include "cli/shell/progress.h"
#include "cli/text/net_note.h"
#include "cli/text/statistics_text.h"
#include "eval/study/statistics_report.h"

namespace gioul {

namespace {

SharesOptions games_of(const CommandLine& line) {
  if (line.positional().size() != 1) {
    throw InputError("expected one PLAYER, who plays against himself (docs/players.md)");
  }
  return {.game = line.game(),
          .checkers = line.checkers(),
          .seed = line.seed(),
          .games = line.number("games", 2, 1'000'000'000),
          .threads = line.threads()};
}

StatisticsReport run_with_progress(const std::string& player, const SharesOptions& games) {
  ProgressLine line;
  const auto begin = std::chrono::steady_clock::now();
  return statistics_report(player, games, [&](std::int64_t done) {
    if (!line.is_due()) return;
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    const double rate = static_cast<double>(done) / passed.count();
    line.show(fmt::format("{} of {} games  {} games/s  {} left", done, games.games, grouped(rate),
                          duration_text(static_cast<double>(games.games - done) / rate)));
  });
}

}  // namespace

int stats_command(int argc, char** argv) {
  CommandLine line(
      "stats",
      "PLAYER [OPTION...]\n\n"
      "  Lets a player play against himself, and prints as Markdown what such games are\n"
      "  like: who wins and how, how long they are, what rolls are worth (docs/gioul.md).",
      {"gioul stats net:net.safetensors,beam=16 --games 100000",
       "gioul stats blocker --variant gul-bara --json"});
  line.allow_positional();
  line.add_variant();
  line.add_checkers();
  line.add("games", "N", "how many games", "10000");
  line.add_seed("the same seed gives the same games");
  line.add_threads();
  line.add_flag("json", "print JSON");
  if (!line.parse(argc, argv)) return 0;

  const SharesOptions games = games_of(line);
  note_other_checkers({line.positional().front()}, games.game, games.checkers);
  const StatisticsReport report = run_with_progress(line.positional().front(), games);
  std::cout << (line.flag("json") ? statistics_json(report) : statistics_text(report));
  return 0;
}

}  // namespace gioul
