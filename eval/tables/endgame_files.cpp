#include "eval/tables/endgame_files.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "base/error.h"
#include "engine/games/game.h"

namespace gioul {

namespace {

std::filesystem::path variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

std::filesystem::path endgame_folder() {
  if (const auto own = variable("GIOUL_CACHE"); !own.empty()) return own;
  // The XDG Base Directory Specification: relative paths are to be ignored.
  if (const auto cache = variable("XDG_CACHE_HOME"); cache.is_absolute()) return cache / "gioul";
  if (const auto home = variable("HOME"); !home.empty()) return home / ".cache" / "gioul";
  throw InputError(
      "no folder for endgame tables: none of GIOUL_CACHE, XDG_CACHE_HOME and HOME is set");
}

std::vector<TableName> endgame_table_names(const EndgameOptions& options) {
  Game game = options.game;
  std::vector<TableName> names = {OneSidedTable::name(game.axes().doublets)};
  if (options.two_sided > 0)
    names.push_back(TwoSidedTable::name(game.axes().doublets, options.two_sided));
  if (options.few_checkers > 0 && FewCheckersTable::exists_for(game)) {
    names.push_back(FewCheckersTable::name(game, options.few_checkers));
  }
  return names;
}

void build_endgame_table(const std::filesystem::path& folder, const TableName& name,
                         const EndgameOptions& options,
                         const std::function<void(double)>& progress) {
  Game game = options.game;
  std::string bytes;
  if (name == OneSidedTable::name(game.axes().doublets)) {
    bytes = OneSidedTable::build(game.axes().doublets);
  } else if (name == TwoSidedTable::name(game.axes().doublets, name.checkers)) {
    const double needed = TwoSidedTable::build_bytes(name.checkers);
    if (needed > options.memory_bytes) {
      throw InputError("a two-sided table of " + std::to_string(name.checkers) +
                       " checkers takes " + std::to_string(std::llround(needed / 1e6)) +
                       " MB to build, more than the " +
                       std::to_string(std::llround(options.memory_bytes / 1e6)) + " MB allowed");
    }
    bytes = TwoSidedTable::build(
        {.doublets = game.axes().doublets, .checkers = name.checkers, .threads = options.threads},
        progress);
  } else {
    bytes = FewCheckersTable::build({.game = options.game,
                                     .checkers = name.checkers,
                                     .threads = options.threads,
                                     .memory_bytes = options.memory_bytes},
                                    progress);
  }
  write_table(folder, name, bytes);
}

std::vector<TableFile> list_endgame_tables(const std::filesystem::path& folder) {
  std::vector<TableFile> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    TableName name = parse_table_name(entry.path().filename().string());
    if (name.kind.empty() || !entry.is_regular_file(error)) continue;
    files.push_back({std::move(name), entry.file_size(error)});
  }
  std::ranges::sort(files, {}, [](const TableFile& file) { return file.name.file_name(); });
  return files;
}

std::shared_ptr<const EndgameTables> load_endgame_tables(Game game,
                                                         const std::filesystem::path& folder) {
  int two_sided = 0;
  int few_checkers = 0;
  bool one_sided = false;
  for (const TableFile& file : list_endgame_tables(folder)) {
    const int checkers = file.name.checkers;
    one_sided = one_sided || file.name == OneSidedTable::name(game.axes().doublets);
    if (file.name == TwoSidedTable::name(game.axes().doublets, checkers) &&
        checkers <= TwoSidedTable::kMostCheckers) {
      two_sided = std::max(two_sided, checkers);
    }
    if (file.name == FewCheckersTable::name(game, checkers) &&
        checkers <= FewCheckersTable::kMostCheckers) {
      few_checkers = std::max(few_checkers, checkers);
    }
  }
  EndgameTables::Parts parts;
  if (one_sided) {
    parts.one_sided =
        std::make_unique<const OneSidedTable>(OneSidedTable::load(folder, game.axes().doublets));
  }
  if (two_sided > 0) {
    parts.two_sided = std::make_unique<const TwoSidedTable>(
        TwoSidedTable::load(folder, game.axes().doublets, two_sided));
  }
  if (few_checkers > 0) {
    parts.few_checkers = std::make_unique<const FewCheckersTable>(
        FewCheckersTable::load(folder, game, few_checkers));
  }
  if (!one_sided && two_sided == 0 && few_checkers == 0) return nullptr;
  return std::make_shared<const EndgameTables>(game, std::move(parts));
}

std::shared_ptr<const EndgameTables> load_or_build_endgame_tables(
    const std::filesystem::path& folder, const EndgameOptions& options,
    const std::function<void(const TableName&)>& built) {
  const std::vector<TableFile> files = list_endgame_tables(folder);
  for (const TableName& name : endgame_table_names(options)) {
    if (std::ranges::find(files, name, &TableFile::name) != files.end()) continue;
    build_endgame_table(folder, name, options);
    if (built) built(name);
  }
  return load_endgame_tables(options.game, folder);
}

}  // namespace gioul
