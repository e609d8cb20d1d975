// gioul records: summarizes recorded self-play games, or converts games from any format to another.
#include <filesystem>
#include <functional>
#include <iostream>
#include <optional>
#include <span>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "cli/common/command.h"
#include "cli/common/warnings.h"
#include "engine/games/game.h"
#include "selfplay/record/game_file.h"
#include "selfplay/record/game_text.h"
#include "selfplay/record/match_format.h"
#include "selfplay/record/record_shard.h"
#include "selfplay/record/record_summary.h"
#include "selfplay/record/shard_writer.h"

namespace gioul {

namespace {

namespace fs = std::filesystem;

// Returns the shards that one argument names.
std::vector<fs::path> shards_of(const std::string& path) {
  if (!fs::is_directory(path)) return {path};
  std::vector<fs::path> shards = list_shards(path);
  if (shards.empty()) {
    throw InputError(path + ": no game records found (expected files *" +
                     std::string(kShardSuffix) + ")");
  }
  return shards;
}

void print_count(const std::vector<fs::path>& shards) {
  std::uint64_t games = 0;
  for (const fs::path& file : shards) games += read_shard_summary(file).counts.games;
  std::cout << games << '\n';
}

void print_summary(const std::vector<fs::path>& shards, bool as_json) {
  std::vector<RecordSummary> runs;
  GameRecord game;
  for (const fs::path& file : shards) {
    ShardReader shard = open_shard(file);
    if (runs.empty() || !runs.back().is_same_run(shard.header())) runs.emplace_back(shard.header());
    while (shard.read_next_game(game)) runs.back().add(game);
    runs.back().add_shard(fs::file_size(file));
  }
  if (as_json) {
    std::cout << RecordSummary::format_json(runs);
    return;
  }
  for (const RecordSummary& run : runs) {
    std::cout << (&run == runs.data() ? "" : "\n") << run.format_text();
  }
}

using GamePrinter = std::function<std::string(const AnnotatedGame&, std::span<const GameStep>)>;

GamePrinter printer_of(const std::string& format) {
  if (format == "jsonl") return format_game_json;
  if (format == "text") return format_game;
  return [writer = MatchWriter(format == "mat" ? MatchFormat::kMat : MatchFormat::kSgf)](
             const AnnotatedGame& game, std::span<const GameStep>) mutable { return writer(game); };
}

// Prints the games in a format. Returns the exit code: 1 if some games were rejected or cannot be
// written in the format.
int print_games(const std::vector<std::string>& arguments, std::optional<std::uint64_t> number,
                const std::string& format) {
  bool has_printed = false;
  std::vector<std::string> unsupported;
  const GamePrinter print = printer_of(format);
  const int code = read_games_or_warn(
      "records", arguments, number,
      [&](const GameFile& file, const AnnotatedGame& game, const GameValidator& check) {
        try {
          std::cout << print(game, check.last_steps());
          has_printed = true;
        } catch (const InputError& error) {
          unsupported.push_back(file.name() + ": " + error.what());
        }
        return true;
      });
  if (unsupported.empty()) return code;
  if (!has_printed) throw InputError(unsupported.front());
  std::cout.flush();
  for (const std::string& reason : unsupported) {
    std::cerr << "gioul records: " << to_printable_line(reason) << '\n';
  }
  return 1;
}

}  // namespace

int records_command(int argc, char** argv) {
  CommandLine line(
      "records",
      "DIR-or-FILE... [--count | --text | --jsonl | --mat | --sgf] [--game N] [--json]\n\n"
      "  --text, --jsonl, --mat and --sgf read all formats that `gioul show` reads; the other\n"
      "  options are for records of `gioul selfplay`.",
      {"gioul records games", "gioul records match.mat --text"});
  line.allow_positional();
  line.add_flag("count", "print the number of games");
  line.add_flag("text", "print the games as text, one line per decision");
  line.add_flag("jsonl", "print the games as JSON lines, one line per game");
  line.add_flag("mat", "print Portes games as a Jellyfish .mat match file");
  line.add_flag("sgf", "print Portes games in the Smart Game Format (.sgf)");
  line.add("game", "N", "print only game number N; as text if no format is given");
  line.add_flag("json", "print the summary, which is the default output, as JSON");
  if (!line.parse(argc, argv)) return 0;
  if (line.positional_arguments().empty()) {
    throw InputError("missing argument: a directory of `gioul selfplay --out`, or a game file");
  }
  std::string format;
  for (const char* const name : {"count", "text", "jsonl", "mat", "sgf", "json"}) {
    if (!line.has_flag(name)) continue;
    if (!format.empty()) throw InputError("--" + format + " and --" + name + " cannot be combined");
    format = name;
  }
  std::optional<std::uint64_t> number;
  if (line.is_given("game")) number = parse_seed_or_throw("--game", line.string_value("game"));
  if (number && format.empty()) format = "text";
  const bool prints_games =
      format == "text" || format == "jsonl" || format == "mat" || format == "sgf";
  if (number && !prints_games) throw InputError("--game needs --text, --jsonl, --mat or --sgf");
  if (prints_games) return print_games(line.positional_arguments(), number, format);
  std::vector<fs::path> shards;
  for (const std::string& path : line.positional_arguments()) {
    for (fs::path& shard : shards_of(path)) shards.push_back(std::move(shard));
  }
  if (format == "count") {
    print_count(shards);
  } else {
    print_summary(shards, format == "json");
  }
  return 0;
}

}  // namespace gioul
