// gioul stats: what a player's games against himself are like.
#include <iostream>

#include "base/error.h"
#include "cli/shell/command.h"
#include "cli/shell/counted_progress.h"
#include "cli/shell/outputs.h"
#include "cli/shell/part_option.h"
#include "cli/text/net_note.h"
#include "cli/text/statistics_text.h"
#include "eval/parts/statistics_work.h"
#include "eval/players/players.h"
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
  CountedProgress progress("games");
  return statistics_report(player, games, [&](std::int64_t done) {
    progress.show({.done = done, .found = 0, .most = games.games});
  });
}

StatisticsReport run_in_file(const CommandLine& line, const SharesOptions& games) {
  const std::string file = line.text("db");
  Outputs outputs;
  outputs.protect(parse_player(line.positional().front())->evaluator_file(games.game));
  add_database(outputs, file);
  CountedProgress progress("games");
  StatisticsWork work(line.positional().front(), games, file);
  work.play(part_option(line), [&](const WorkProgress& at) { progress.show(at); });
  return work.report();
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
  add_work_options(line);
  line.add_flag("json", "print JSON");
  if (!line.parse(argc, argv)) return 0;

  const SharesOptions games = games_of(line);
  note_other_checkers({line.positional().front()}, games.game, games.checkers);
  const std::string file = line.given("db") ? line.text("db") : "";
  if (line.given("part")) check_part(file, "run", line.flag("json"), "--json");
  const StatisticsReport report =
      file.empty() ? run_with_progress(line.positional().front(), games) : run_in_file(line, games);
  if (line.given("part")) {
    std::cout << part_line(part_option(line), report.all.counts.all(), "games", file);
    return 0;
  }
  std::cout << (line.flag("json") ? statistics_json(report) : statistics_text(report));
  return 0;
}

}  // namespace gioul
