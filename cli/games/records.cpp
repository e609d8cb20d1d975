// gioul records: what is in the records that gioul selfplay keeps: counted, checked, as text and as
// JSON.
#include <filesystem>
#include <iostream>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include "base/error.h"
#include "cli/shell/command.h"
#include "cli/shell/progress.h"
#include "engine/games/game.h"
#include "selfplay/record/game_text.h"
#include "selfplay/record/record_folder.h"
#include "selfplay/record/record_shard.h"
#include "selfplay/record/record_summary.h"
#include "selfplay/record/replay.h"
#include "selfplay/record/verify_shard.h"

namespace gioul {

namespace {

namespace fs = std::filesystem;

// The shards that one argument names.
struct Source {
  bool is_folder = false;
  std::vector<fs::path> shards;
};

Source source_of(const std::string& path) {
  if (!fs::is_directory(path)) return {.is_folder = false, .shards = {path}};
  Source source{.is_folder = true, .shards = list_shards(path)};
  if (source.shards.empty()) {
    throw InputError(path + ": has no game records (expected files *" + std::string(kShardSuffix) +
                     ")");
  }
  return source;
}

Replay replay_of(const ShardHeader& header) { return {header.game, header.checkers}; }

void print_count(const std::vector<Source>& sources) {
  std::uint64_t games = 0;
  for (const Source& source : sources) {
    for (const fs::path& file : source.shards) games += read_summary(file).counts.games;
  }
  std::cout << games << '\n';
}

void print_summary(const std::vector<Source>& sources, bool as_json) {
  std::vector<RecordSummary> runs;
  GameRecord game;
  for (const Source& source : sources) {
    for (const fs::path& file : source.shards) {
      ShardReader shard = open_shard(file);
      if (runs.empty() || !runs.back().covers(shard.header())) runs.emplace_back(shard.header());
      while (shard.next(game)) runs.back().add(game);
      runs.back().add_shard(shard.bytes());
    }
  }
  if (as_json) {
    std::cout << RecordSummary::json(runs);
    return;
  }
  for (const RecordSummary& run : runs) {
    std::cout << (&run == runs.data() ? "" : "\n") << run.text();
  }
}

// A folder's shards follow each other.
void check_sequence(const fs::path& file, const ShardHeader& header, const ShardSummary& before) {
  ShardHeader expected = before.header;
  expected.first_game += before.counts.games;
  if (header == expected) return;
  throw InputError(file.string() + ": does not go on with game " +
                   std::to_string(expected.first_game) +
                   " of the shard before: one is missing, or of another run");
}

void verify(const std::vector<Source>& sources) {
  std::uint64_t shards = 0;
  ShardCounts all;
  ProgressLine progress;
  try {
    for (const Source& source : sources) {
      std::optional<ShardSummary> before;
      for (const fs::path& file : source.shards) {
        ShardReader shard = open_shard(file);
        if (before) check_sequence(file, shard.header(), *before);
        verify_shard(shard, [&] {
          if (progress.is_due()) {
            progress.show(std::to_string(all.games + shard.counts().games) + " games verified");
          }
        });
        ++shards;
        all.games += shard.counts().games;
        all.decisions += shard.counts().decisions;
        if (source.is_folder) before = {shard.header(), shard.counts()};
      }
    }
  } catch (const InputError& error) {
    // What was asked for is whether the records are right: they are not.
    throw std::runtime_error(error.what());
  }
  progress.finish();
  std::cout << "verified: " << all.games << " games with " << all.decisions << " decisions in "
            << shards << (shards == 1 ? " shard\n" : " shards\n");
}

using GamePrinter = std::string (*)(const NotedGame& game, std::span<const Visit> visits);

// Prints all games, or the one with this number wherever it is.
void print_games(const std::vector<Source>& sources, std::optional<std::uint64_t> number,
                 GamePrinter print) {
  bool found = false;
  GameRecord game;
  for (const Source& source : sources) {
    for (const fs::path& file : source.shards) {
      if (number) {
        const auto [header, counts] = read_summary(file);
        if (*number - header.first_game >= counts.games) continue;  // also if it is below the first
      }
      ShardReader shard = open_shard(file);
      Replay replay = replay_of(shard.header());
      while (shard.next(game)) {
        if (number && game.number != *number) continue;
        const std::span<const Visit> visits = replayed(replay, shard, game);
        std::cout << print(noted_game(shard.header(), game), visits);
        found = true;
        if (number) break;
      }
    }
  }
  if (number && !found) {
    throw InputError("there is no game " + std::to_string(*number) + " in these records");
  }
}

}  // namespace

int records_command(int argc, char** argv) {
  CommandLine line("records",
                   "DIR-or-FILE... [--count | --verify | --text | --jsonl] [--game N] [--json]",
                   {"gioul records games --verify", "gioul records games --jsonl --game 17"});
  line.allow_positional();
  line.add_flag("count", "print how many games there are");
  line.add_flag("verify", "check every byte, and play every game again by the rules");
  line.add_flag("text", "print the games, a line for each decision");
  line.add_flag("jsonl", "print the games as JSON, a line for each game");
  line.add("game", "N", "only the game with this number; as text unless --jsonl is given");
  line.add_flag("json", "print the summary, which is what comes without other options, as JSON");
  if (!line.parse(argc, argv)) return 0;
  if (line.positional().empty()) {
    throw InputError(
        "expected: gioul records DIR-or-FILE... (what gioul selfplay --out DIR keeps)");
  }
  int forms = 0;
  for (const char* form : {"count", "verify", "text", "jsonl", "json"}) {
    forms += line.flag(form) ? 1 : 0;
  }
  if (forms > 1) throw InputError("give one of --count, --verify, --text, --jsonl and --json");
  std::optional<std::uint64_t> number;
  if (line.given("game")) number = parse_seed("--game", line.text("game"));
  const bool prints_games = line.flag("text") || line.flag("jsonl") || (number && forms == 0);
  if (number && !prints_games) throw InputError("--game is for --text and --jsonl");

  std::vector<Source> sources;
  for (const std::string& path : line.positional()) sources.push_back(source_of(path));
  if (line.flag("jsonl")) {
    print_games(sources, number, game_json);
  } else if (prints_games) {
    print_games(sources, number, game_text);
  } else if (line.flag("count")) {
    print_count(sources);
  } else if (line.flag("verify")) {
    verify(sources);
  } else {
    print_summary(sources, line.flag("json"));
  }
  return 0;
}

}  // namespace gioul
