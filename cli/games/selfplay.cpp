// gioul selfplay: a net against itself, as fast as training plays: what its games are like, and the
// games themselves as data for other programs.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <future>
#include <iostream>
#include <optional>

#include "base/error.h"
#include "base/parallel.h"
#include "cli/shell/command.h"
#include "cli/shell/ctrl_c.h"
#include "cli/shell/part_option.h"
#include "cli/shell/progress.h"
#include "cli/text/decision_text.h"
#include "cli/text/net_note.h"
#include "engine/games/game.h"
#include "engine/text/notation.h"
#include "nn/infer/compiled_net.h"
#include "nn/net/net_file.h"
#include "selfplay/loop/recording.h"
#include "selfplay/record/record_part.h"
#include "selfplay/report/selfplay_totals.h"

namespace gioul {

namespace {

constexpr std::int64_t kMostGames = 1'000'000'000'000;

// Writes one chunk while the next is played.
class Writer {
 public:
  Writer(const std::string& folder, const ShardHeader& run, std::uint64_t games_a_shard)
      : folder_(folder, run, games_a_shard), name_(folder), found_(folder_.kept().games) {}

  std::uint64_t found() const { return found_; }
  KeptRecords kept() const { return kept_records(folder_, name_, found_); }

  void append(std::vector<RecordedGame> games) {
    wait();
    writing_ = begin_beside([this, games = std::move(games)] { folder_.append(games); });
  }

  void finish() {
    wait();
    folder_.finish();
  }

 private:
  void wait() {
    if (writing_.valid()) writing_.get();
  }

  RecordFolder folder_;
  std::string name_;
  std::uint64_t found_;
  std::future<void> writing_;  // after folder_: waits in its destructor
};

void print_number(const char* what, std::uint64_t number) {
  std::cout << fmt::format("{:17}  {}\n", what, number);
}

void print_table(const SelfplayTotals& totals, const std::optional<KeptRecords>& kept) {
  if (kept) {
    std::cout << fmt::format("{:17}  {}\n", "records", kept->folder);
    print_number("shards", kept->shards);
    print_number("games kept", kept->games);
    print_number("found", kept->found_games);
    std::cout << fmt::format("{:17}  {:.1f}\n", "bytes/game",
                             static_cast<double>(kept->bytes) /
                                 static_cast<double>(std::max<std::uint64_t>(kept->games, 1)));
  }
  print_number(kept ? "played" : "games", totals.games);
  if (totals.games == 0) return;
  std::cout << fmt::format("{:17}  {:.0f}\n", "games/s", totals.games_per_second());
  std::cout << fmt::format("{:17}  {:.2f}\n", "decisions/game", totals.decisions_per_game());
  std::cout << fmt::format("{:17}  {:.2f} %\n", "gammons", 100.0 * totals.gammon_share());
  std::cout << fmt::format("{:17}  {:+.4f} points/game\n", "first mover",
                           totals.first_mover_mean());
  std::cout << fmt::format("{:17}  {:016x}\n", "hash of all games", totals.hash);
}

// Plays games `first` to `end` of the run that `options` describes.
SelfplayTotals play(GenerationOptions options, std::uint64_t first, std::uint64_t end,
                    const CompiledNet& net, Keep keep, std::optional<Writer>& writer) {
  SelfplayTotals totals;
  CountedProgress progress("games");
  const auto begin = std::chrono::steady_clock::now();
  for (std::uint64_t next = first; next < end; next += options.games) {
    options.first_game = next;
    options.games = std::min(kGamesAPart, end - next);
    PlayedGames played = play_and_record(options, net, keep);
    totals.add(played);
    if (writer) writer->append(std::move(played.records));
    progress.show({.done = static_cast<std::int64_t>(totals.games),
                   .found = 0,
                   .most = static_cast<std::int64_t>(end - first)});
  }
  progress.finish();
  if (writer) writer->finish();
  totals.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return totals;
}

}  // namespace

int selfplay_command(int argc, char** argv) {
  CommandLine line("selfplay", "[--net FILE] [--out DIR | --discard] [OPTION...]",
                   {"gioul selfplay --net runs/g1/net.safetensors --games 100000 --discard",
                    "gioul selfplay --net net.safetensors --games 1000000 --out games"});
  line.add_variant();
  line.add_checkers();
  line.add("net", "FILE",
           "who plays, a net of `gioul train` (default: the one that comes with gioul)");
  line.add("games", "N", "how many", "10000");
  line.add("out", "DIR",
           "keep the games there (docs/records.md); a run that was killed goes on where it was");
  line.add_flag("discard", "count and keep nothing, as without --out");
  line.add("shard", "N", "with --out: games a file, and at most lost if killed (default: 10000)");
  line.add_flag("no-values", "with --out: leave out what the net thinks of each position");
  line.add("part", "I/N", kPartHelp);
  line.add("first-game", "N", "the number of the first game; another gives other games", "0");
  line.add_seed("the same seed gives the same games");
  line.add_threads();
  line.add_flag("json", "print JSON");
  if (!line.parse(argc, argv)) return 0;
  const bool keeps = line.given("out");
  if (keeps && line.flag("discard")) {
    throw InputError("--out keeps the games and --discard does not: leave one out");
  }
  for (const char* option : {"shard", "no-values", "part"}) {
    if (!keeps && line.given(option)) {
      throw InputError("--" + std::string(option) + " is about records: give --out DIR too");
    }
  }
  const Game game = line.game();
  const Encoder encoder(game);
  const Net loaded = load_net(net_option(line, game), game, encoder);
  const CompiledNet net(loaded, encoder);
  const GenerationOptions options = {
      .game = game, .checkers = line.checkers(), .seed = line.seed(), .threads = line.threads()};
  auto first = static_cast<std::uint64_t>(line.number("first-game", 0, kMostGames));
  auto games = static_cast<std::uint64_t>(line.number("games", 1, kMostGames));
  start_position(game, options.checkers);  // throws if there is none

  std::optional<Writer> writer;
  Keep keep = Keep::kNothing;
  if (keeps) {
    keep = line.flag("no-values") ? Keep::kGames : Keep::kGamesAndValues;
    const std::int64_t shard = line.given("shard") ? line.number("shard", 1, 1'000'000) : 10'000;
    RecordPart part = {.run = {.game = options.game,
                               .checkers = options.checkers,
                               .values = keep == Keep::kGamesAndValues,
                               .seed = options.seed,
                               .first_game = first,
                               .net = checksum(loaded),
                               .version = GIOUL_VERSION},
                       .games = games,
                       .games_a_shard = static_cast<std::uint64_t>(shard),
                       .part = part_option(line)};
    if (line.given("part")) {
      claim_record_part(line.text("out"), part);
      first = part.first_game();
      games = part.end_game() - first;
      part.run.first_game = first;
    }
    writer.emplace(line.text("out"), part.run, part.games_a_shard);
    say_how_to_go_on();
  }
  const std::uint64_t found = writer ? std::min(writer->found(), games) : 0;
  note_other_checkers(net_option(line, game), line.checkers());
  const SelfplayTotals totals = play(options, first + found, first + games, net, keep, writer);
  std::optional<KeptRecords> kept;
  if (writer) kept = writer->kept();
  if (line.flag("json")) {
    std::cout << selfplay_json(totals, kept);
  } else {
    print_table(totals, kept);
  }
  return 0;
}

}  // namespace gioul
