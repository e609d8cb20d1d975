// gioul verify: replays games of any file and reports violations of the rules.
#include <filesystem>
#include <functional>
#include <iostream>
#include <optional>
#include <unordered_set>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "cli/common/command.h"
#include "cli/common/progress.h"
#include "cli/common/warnings.h"
#include "selfplay/record/game_file.h"
#include "selfplay/record/record_shard.h"
#include "selfplay/record/shard_writer.h"

namespace gioul {

namespace {

struct Verified {
  std::uint64_t games = 0;
  std::uint64_t decisions = 0;
  std::uint64_t wrong = 0;
};

// Checks that the shards are numbered from 0 without gaps, up to the first gap, and that each
// starts where the previous one ends. Skips headers of damaged shards, which are reported when
// their games are read.
void check_sequence(const std::filesystem::path& folder,
                    const std::function<void(const std::string&)>& complain) {
  std::optional<ShardHeader> due;
  std::uint64_t due_index = 0;
  bool is_without_gap = true;
  for (const std::filesystem::path& file : list_shards(folder)) {
    std::string problem;
    const std::string due_name = shard_file_name(due_index++);
    if (is_without_gap && file.filename() != due_name) {
      problem = "expected " + due_name + ": a shard is missing or was renamed";
      is_without_gap = false;
    }
    try {
      const auto [header, counts] = read_shard_summary(file);
      if (due && header != *due) {
        problem = "does not continue the previous shard at game " +
                  std::to_string(due->first_game) +
                  ": a shard is missing or belongs to another run";
      }
      due = header;
      due->first_game += counts.games;
    } catch (const InputError&) {
      due.reset();
    }
    if (!problem.empty()) complain(file.string() + ": " + problem);
  }
}

void verify(const std::string& name, Verified& all) {
  std::unordered_set<std::uint64_t> numbers;
  std::string last_file;
  ProgressLine progress;
  const auto complain = [&](const std::string& what) {
    progress.clear();
    std::cout << to_printable_line(what) << '\n';
    ++all.wrong;
  };
  if (std::filesystem::is_directory(name)) check_sequence(name, complain);
  const auto count = [&](const GameFile& file, const AnnotatedGame& game, const GameValidator&) {
    ++all.games;
    all.decisions += game.record.decisions.size();
    if (!game.dropped_content.empty()) {
      progress.clear();
      warn_dropped_content(file, game);
    }
    if (std::exchange(last_file, file.name()) != file.name()) numbers.clear();
    if (!file.has_binary_records() && !numbers.insert(game.record.game_number).second) {
      complain(file.format_decision_location(game, 0) + ": duplicate game number");
    }
    if (progress.is_due()) progress.show(std::to_string(all.games) + " games verified");
    return true;
  };
  const ReadGamesResult read = read_games({name}, std::nullopt, count, complain);
  all.games += read.rejected_game_count;
  if (read.legal_game_count + read.rejected_game_count == 0)
    throw InputError(name + ": no games found");
}

}  // namespace

int verify_command(int argc, char** argv) {
  CommandLine line("verify",
                   "FILE...\n\n"
                   "  Replays the games of FILE (all formats that `gioul show` reads) and checks\n"
                   "  players, dice, plays, chains, forfeits, endings and results, and the\n"
                   "  checksums of records. Prints the first error in each invalid game; exit\n"
                   "  code 1 if there is one.",
                   {"gioul verify games.txt", "gioul verify part-*"});
  line.allow_positional();
  if (!line.parse(argc, argv)) return 0;
  if (line.positional_arguments().empty()) throw InputError("missing argument: FILE with games");
  Verified all;
  for (const std::string& name : line.positional_arguments()) verify(name, all);
  if (all.wrong > 0) {
    std::cout << "wrong: " << all.wrong << " of " << all.games << " games\n";
    return 1;
  }
  std::cout << "verified: " << all.games << (all.games == 1 ? " game" : " games") << " with "
            << all.decisions << (all.decisions == 1 ? " decision\n" : " decisions\n");
  return 0;
}

}  // namespace gioul
