// gioul tables: builds, lists and queries endgame tables.
#include <fmt/format.h>

#include <array>
#include <chrono>
#include <iostream>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "base/did_you_mean.h"
#include "base/error.h"
#include "base/locks.h"
#include "base/text.h"
#include "cli/common/command.h"
#include "cli/common/position_options.h"
#include "cli/common/progress.h"
#include "cli/format/format_analysis.h"
#include "engine/games/game.h"
#include "engine/text/notation.h"
#include "eval/endgame/endgame_files.h"
#include "eval/endgame/endgame_report.h"
#include "eval/solve/solver.h"

namespace gioul {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

std::filesystem::path folder_of(const CommandLine& line) {
  return line.is_given("cache") ? std::filesystem::path(line.string_value("cache"))
                                : require_endgame_cache_folder();
}

// --- build -----------------------------------------------------------------------------------

EndgameOptions build_options(const CommandLine& line) {
  EndgameOptions options = default_endgame_options(line.game());
  options.threads = line.threads();
  if (line.is_given("two-sided")) {
    options.max_two_sided_checkers =
        static_cast<int>(line.integer_value("two-sided", 0, TwoSidedTable::kMaxTableCheckers));
  }
  if (line.is_given("few-checkers")) {
    options.max_few_checkers = static_cast<int>(
        line.integer_value("few-checkers", 0, FewCheckersTable::kMaxTableCheckers));
  }
  options.max_memory_bytes = default_memory_limit();
  return options;
}

std::string progress_text(const TableId& name, double share, double seconds) {
  std::string line = fmt::format("{}: {:3.0f} %", name.file_name(), 100.0 * share);
  if (share > 0.01) line += ", " + format_duration(seconds / share - seconds) + " left";
  return line;
}

int build(const CommandLine& line) {
  const std::filesystem::path folder = folder_of(line);
  const EndgameOptions options = build_options(line);
  // Locked from here on, so that no other process builds the same tables and write errors show
  // early.
  std::map<std::string, PathLock> locks;
  make_folder(folder);
  verify_endgame_tables(options.game, folder);  // throws if an existing table is damaged
  for (const TableId& name : endgame_table_ids(options)) {
    const std::filesystem::path file = folder / name.file_name();
    if (!std::filesystem::is_regular_file(file)) locks.try_emplace(file.string(), file);
  }
  for (const TableId& name : endgame_table_ids(options)) {
    const std::filesystem::path file = folder / name.file_name();
    const bool there = std::filesystem::is_regular_file(file);
    const auto start = Clock::now();
    if (!there) {
      ProgressLine progress;
      build_endgame_table(folder, name, options, [&](double share) {
        if (progress.is_due()) progress.show(progress_text(name, share, seconds_since(start)));
      });
    }
    std::cout << fmt::format("{:8} {:12} bytes  {}", there ? "exists" : "built", file_size(file),
                             to_printable_line(file.string()));
    if (!there) std::cout << fmt::format("  ({:.2f} s)", seconds_since(start));
    std::cout << '\n';
  }
  return 0;
}

// --- list ------------------------------------------------------------------------------------

int list(const CommandLine& line) {
  const std::filesystem::path folder = folder_of(line);
  const auto files = list_endgame_tables(folder);
  if (line.has_flag("json")) {
    std::cout << table_files_json(folder, files);
    return 0;
  }
  std::cout << fmt::format("{}: {} endgame tables\n", to_printable_line(folder.string()),
                           files.size());
  for (const TableFileInfo& file : files) {
    std::cout << fmt::format("{:12} bytes  {}\n", file.size_bytes, file.id.file_name());
  }
  return 0;
}

// --- value -----------------------------------------------------------------------------------

std::shared_ptr<const EndgameTables> tables_of(const CommandLine& line, Game game) {
  const std::filesystem::path folder = folder_of(line);
  auto tables = load_largest_endgame_tables(game, folder);
  if (tables != nullptr) return tables;
  throw InputError(folder.string() + ": no endgame tables for " + std::string(game.name()) +
                   " (run gioul tables build)");
}

int value(const CommandLine& line) {
  Game game = line.game();
  line.string_value("position", "position to look up");
  const Position position = selected_position(line, game);
  const auto known = look_up_endgame(*tables_of(line, game), position);
  if (!known) {
    throw InputError(
        "no table covers this position: both sides must be all at home, or have few checkers left "
        "and some borne off (docs/tables.md)");
  }
  if (line.has_flag("json")) {
    std::cout << endgame_json(*known);
    return 0;
  }
  const EndgameValue& value = known->value;
  std::cout << format_position(game, position) << '\n';
  std::cout << fmt::format("  equity       {:+.6f} points, for the player to move ({} table, {})\n",
                           equity(value.outcome_probabilities), endgame_kind_name(value.kind),
                           value.is_exact() ? "exact" : "approximate");
  std::cout << format_outcomes(value.outcome_probabilities);
  if (known->mean_rolls) {
    std::cout << fmt::format("  mean rolls   {:.4f} to bear off, the opponent {:.4f}\n",
                             known->mean_rolls->own, known->mean_rolls->opp);
  }
  return 0;
}

// Rejects options that have no effect on the subcommand.
void check_options(const CommandLine& line, const std::string& word) {
  constexpr std::array<std::pair<const char*, const char*>, 5> kOf = {{{"position", "value"},
                                                                       {"two-sided", "build"},
                                                                       {"few-checkers", "build"},
                                                                       {"threads", "build"},
                                                                       {"json", "list or value"}}};
  for (const auto& [option, words] : kOf) {
    if (!line.is_given(option) || std::string_view(words).find(word) != std::string_view::npos)
      continue;
    throw InputError("--" + std::string(option) + " is an option of gioul tables " + words +
                     ", not of " + word);
  }
}

}  // namespace

int tables_command(int argc, char** argv) {
  CommandLine line("tables", "build|list|value [--variant NAME] [OPTION...]",
                   {"gioul tables build --variant gioul --two-sided 8",
                    "gioul tables value --position '3:1,2:2,off:12|6:2,1:1,off:12'"});
  line.allow_positional();
  line.add_variant();
  line.add("cache", "DIR",
           "table directory (default: $GIOUL_CACHE, $XDG_CACHE_HOME/gioul or ~/.cache/gioul)");
  line.add("two-sided", "N",
           "build: exact two-sided bearoff up to N checkers per side, 0 to 10 (default: 6)");
  line.add("few-checkers", "K",
           "build: exact tables for at most K checkers per side on any points, 0 to 3 (default: 2; "
           "portes 1)");
  line.add("position", "P", "value: position to look up");
  line.add_threads();
  line.add_flag("json", "list, value: print JSON");
  if (!line.parse(argc, argv)) return 0;
  const auto& words = line.positional_arguments();
  constexpr const char* kExpected = " (expected build, list or value)";
  if (words.empty()) throw InputError("missing subcommand: build, list or value");
  if (words.size() > 1) throw InputError("unexpected argument '" + words[1] + "'" + kExpected);
  const std::array<std::pair<const char*, int (*)(const CommandLine&)>, 3> actions = {
      {{"build", &build}, {"list", &list}, {"value", &value}}};
  for (const auto& [word, action] : actions) {
    if (words[0] != word) continue;
    check_options(line, word);
    return action(line);
  }
  const std::string suggestion = did_you_mean(words[0], {"build", "list", "value"});
  throw InputError("unknown subcommand '" + words[0] + "'" +
                   (suggestion.empty() ? kExpected : suggestion));
}

}  // namespace gioul
