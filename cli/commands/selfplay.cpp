// gioul selfplay: runs self-play of a net as fast as training does; prints statistics and can
// record the games.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <optional>

#include "base/error.h"
#include "base/text.h"
#include "cli/common/command.h"
#include "cli/common/interrupt_handler.h"
#include "cli/common/position_options.h"
#include "cli/common/progress.h"
#include "cli/common/warnings.h"
#include "engine/games/game.h"
#include "engine/text/notation.h"
#include "nn/infer/quantized_net.h"
#include "nn/net/net_file.h"
#include "selfplay/loop/recording.h"
#include "selfplay/record/shard_writer.h"
#include "selfplay/report/selfplay_run.h"

namespace gioul {

namespace {

constexpr std::int64_t kMaxGames = 1'000'000'000'000;

void print_number(const char* what, std::uint64_t number) {
  std::cout << fmt::format("{:17}  {}\n", what, number);
}

void print_table(const SelfplayResult& result) {
  const auto& [totals, written] = result;
  if (written) {
    std::cout << fmt::format("{:17}  {}\n", "records", to_printable_line(written->folder));
    print_number("shards", written->shard_count);
    print_number("games saved", written->games);
    print_number("saved before", written->resumed_games);
    std::cout << fmt::format("{:17}  {:.1f}\n", "bytes/game",
                             static_cast<double>(written->total_bytes) /
                                 static_cast<double>(std::max<std::uint64_t>(written->games, 1)));
  }
  print_number(written ? "played" : "games", totals.games);
  if (totals.games == 0) return;
  std::cout << fmt::format("{:17}  {:.0f}\n", "games/s", totals.games_per_second());
  std::cout << fmt::format("{:17}  {:.2f}\n", "decisions/game", totals.decisions_per_game());
  std::cout << fmt::format("{:17}  {:.2f} %\n", "gammons", 100.0 * totals.gammon_share());
  std::cout << fmt::format("{:17}  {:+.4f} points/game\n", "first mover",
                           totals.first_mover_points_per_game());
  std::cout << fmt::format("{:17}  {:016x}\n", "hash of all games", totals.games_hash);
}

}  // namespace

int selfplay_command(int argc, char** argv) {
  CommandLine line("selfplay", "[--net FILE] [--out DIR] [OPTION...]",
                   {"gioul selfplay --net runs/g1/net.safetensors --games 100000",
                    "gioul selfplay --net net.safetensors --games 1000000 --out games"});
  line.add_variant();
  line.add_checkers();
  line.add("net", "FILE", "network file (default: the bundled net)");
  line.add("games", "N", "number of games", "10000");
  line.add(
      "out", "DIR",
      "save game records to DIR (docs/record-format.md), and resume an interrupted run; without "
      "it games are only counted");
  line.add("games-per-shard", "N",
           "with --out: games per file (shard), and the most a crash can lose (default: 10000)");
  line.add_flag("no-values", "with --out: do not save the net's evaluation of each position");
  line.add("first-game", "N", "number of the first game; a game depends only on seed and number",
           "0");
  line.add_seed();
  line.add_threads();
  line.add_flag("json", "print JSON");
  if (!line.parse(argc, argv)) return 0;
  const bool keeps = line.is_given("out");
  for (const char* option : {"games-per-shard", "no-values"}) {
    if (!keeps && line.is_given(option)) {
      throw InputError("--" + std::string(option) + " needs --out DIR");
    }
  }
  const Game game = line.game();
  const Encoder encoder(game);
  const Net loaded = load_net(selected_net_file(line, game), game, encoder);
  const QuantizedNet net(loaded, encoder);
  GenerationOptions options = {
      .game = game, .checkers = line.checkers(), .seed = line.seed(), .threads = line.threads()};
  options.first_game = static_cast<std::uint64_t>(line.integer_value("first-game", 0, kMaxGames));
  options.games = static_cast<std::uint64_t>(line.integer_value("games", 1, kMaxGames));
  start_position(game, options.checkers);  // throws if it cannot be played

  std::optional<ShardWriter> records;
  RecordLevel level = RecordLevel::kNothing;
  if (keeps) {
    level = line.has_flag("no-values") ? RecordLevel::kGames : RecordLevel::kGamesAndValues;
    const std::int64_t shard = line.is_given("games-per-shard")
                                   ? line.integer_value("games-per-shard", 1, 1'000'000)
                                   : 10'000;
    records.emplace(line.string_value("out"),
                    ShardHeader{.game = game,
                                .checkers = options.checkers,
                                .has_values = level == RecordLevel::kGamesAndValues,
                                .seed = options.seed,
                                .first_game = options.first_game,
                                .net_checksum = checksum(loaded),
                                .version = GIOUL_VERSION},
                    static_cast<std::uint64_t>(shard));
    enable_resume_hint(line.string_value("out"));
  } else {
    enable_resume_option_hint("--out DIR");
  }
  warn_checker_count_mismatch(selected_net_file(line, game), line.checkers());
  const ScopedInterruptHandler interrupt_handler;
  ProgressCounter progress("games");
  const SelfplayResult result = run_selfplay(
      options,
      [&](const GenerationOptions& some) { return play_and_encode_games(some, net, level); },
      records ? &*records : nullptr,
      [&](std::uint64_t done, std::uint64_t most) {
        progress.show({.units_done = static_cast<std::int64_t>(done),
                       .units_resumed = 0,
                       .units_total = static_cast<std::int64_t>(most)});
      });
  progress.clear();
  const int code = ScopedInterruptHandler::print_note_and_get_exit_code();
  if (line.has_flag("json")) {
    std::cout << selfplay_json(result);
  } else {
    print_table(result);
  }
  return code;
}

}  // namespace gioul
