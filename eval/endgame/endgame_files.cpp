#include "eval/endgame/endgame_files.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdlib>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string_view>

#include "base/error.h"
#include "base/interrupt.h"

namespace gioul {

namespace {

constexpr const char* kNoFolder =
    "no directory for endgame tables: none of GIOUL_CACHE, XDG_CACHE_HOME and HOME is set";

std::filesystem::path variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::string build_table(const TableId& name, const EndgameOptions& options,
                        const std::function<void(double)>& progress) {
  const Game game = options.game;
  if (name == OneSidedTable::id(game.variant().doublets))
    return OneSidedTable::build(game.variant().doublets);
  if (name == TwoSidedTable::id(game.variant().doublets, name.max_checkers)) {
    const double needed = TwoSidedTable::build_memory_bytes(name.max_checkers);
    if (needed > options.max_memory_bytes) {
      throw InputError(
          "a two-sided table of " + std::to_string(name.max_checkers) + " checkers takes " +
          std::to_string(std::llround(needed / 1e6)) + " MB to build, more than the " +
          std::to_string(std::llround(options.max_memory_bytes / 1e6)) + " MB allowed");
    }
    return TwoSidedTable::build(game.variant().doublets, name.max_checkers, options.threads,
                                progress);
  }
  return FewCheckersTable::build({.game = game,
                                  .checkers = name.max_checkers,
                                  .threads = options.threads,
                                  .max_memory_bytes = options.max_memory_bytes},
                                 progress);
}

// The first reason why a table could not be cached. Tables are built when players are made, deep
// inside other calls and on any thread, so the reason is stored here for the caller to ask.
class CacheErrors {
 public:
  void note(const std::string& reason) {
    const std::scoped_lock lock(mutex_);
    if (!reason_) reason_ = reason;
  }
  std::optional<std::string> reason() const {
    const std::scoped_lock lock(mutex_);
    return reason_;
  }

 private:
  mutable std::mutex mutex_;
  std::optional<std::string> reason_;
};

CacheErrors& cache_errors() {
  static CacheErrors errors;
  return errors;
}

// Tries to cache a table. If that fails, the caller still has it in memory, and the next process
// builds it again.
void try_write_cache(const std::optional<std::filesystem::path>& folder, const TableId& name,
                     std::string_view bytes) {
  if (!folder) return cache_errors().note(kNoFolder);
  try {
    write_table_file(*folder, name, bytes);
  } catch (const std::runtime_error& error) {
    cache_errors().note(error.what());
  }
}

// Returns true if EndgameTables of this game can use such a table.
bool is_for(Game game, const TableId& name) {
  const int checkers = name.max_checkers;
  return name == OneSidedTable::id(game.variant().doublets) ||
         (name == TwoSidedTable::id(game.variant().doublets, checkers) &&
          checkers <= TwoSidedTable::kMaxTableCheckers) ||
         (name == FewCheckersTable::id(game, checkers) &&
          checkers <= FewCheckersTable::kMaxTableCheckers);
}

void add(EndgameTables::TablesByKind& parts, Game game, const TableId& name, TableBytes bytes) {
  assert(is_for(game, name));
  if (name == OneSidedTable::id(game.variant().doublets)) {
    parts.one_sided = std::make_unique<const OneSidedTable>(std::move(bytes));
  } else if (name == TwoSidedTable::id(game.variant().doublets, name.max_checkers)) {
    parts.two_sided = std::make_unique<const TwoSidedTable>(
        std::move(bytes), game.variant().doublets, name.max_checkers);
  } else {
    parts.few_checkers =
        std::make_unique<const FewCheckersTable>(std::move(bytes), game, name.max_checkers);
  }
}

}  // namespace

std::optional<std::filesystem::path> find_endgame_cache_folder() {
  if (const auto own = variable("GIOUL_CACHE"); !own.empty()) return own;
  // The XDG Base Directory Specification says that relative paths must be ignored.
  if (const auto cache = variable("XDG_CACHE_HOME"); cache.is_absolute()) return cache / "gioul";
  if (const auto home = variable("HOME"); !home.empty()) return home / ".cache" / "gioul";
  return std::nullopt;
}

std::filesystem::path require_endgame_cache_folder() {
  if (auto folder = find_endgame_cache_folder()) return *std::move(folder);
  throw InputError(kNoFolder);
}

EndgameOptions default_endgame_options(Game game) {
  // With hits, a table with two checkers takes many sweeps (ten seconds), and its positions are
  // rare.
  return {.game = game, .max_few_checkers = game.variant().contact == ContactRule::kHit ? 1 : 2};
}

std::vector<TableId> endgame_table_ids(const EndgameOptions& options) {
  const Game game = options.game;
  std::vector<TableId> names = {OneSidedTable::id(game.variant().doublets)};
  if (options.max_two_sided_checkers > 0)
    names.push_back(TwoSidedTable::id(game.variant().doublets, options.max_two_sided_checkers));
  if (options.max_few_checkers > 0) {
    names.push_back(FewCheckersTable::id(game, options.max_few_checkers));
  }
  return names;
}

void build_endgame_table(const std::filesystem::path& folder, const TableId& id,
                         const EndgameOptions& options,
                         const std::function<void(double)>& progress) {
  write_table_file(folder, id, build_table(id, options, progress));
}

std::vector<TableFileInfo> list_endgame_tables(const std::filesystem::path& folder) {
  std::vector<TableFileInfo> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    TableId name = parse_table_id(entry.path().filename().string());
    if (name.kind.empty() || !entry.is_regular_file(error)) continue;
    files.push_back({std::move(name), entry.file_size(error)});
  }
  std::ranges::sort(files, {}, [](const TableFileInfo& file) { return file.id.file_name(); });
  return files;
}

void verify_endgame_tables(Game game, const std::filesystem::path& folder) {
  for (const TableFileInfo& file : list_endgame_tables(folder)) {
    if (is_for(game, file.id)) verify_table_file(folder, file.id);
  }
}

std::shared_ptr<const EndgameTables> load_largest_endgame_tables(
    Game game, const std::filesystem::path& folder) {
  std::map<std::string, TableId> largest;  // by kind
  for (const TableFileInfo& file : list_endgame_tables(folder)) {
    if (!is_for(game, file.id)) continue;
    TableId& name = largest[file.id.kind];
    if (file.id.max_checkers > name.max_checkers) name = file.id;
  }
  if (largest.empty()) return nullptr;
  EndgameTables::TablesByKind parts;
  for (const auto& [kind, name] : largest) add(parts, game, name, map_table_file(folder, name));
  return std::make_shared<const EndgameTables>(game, std::move(parts));
}

std::shared_ptr<const EndgameTables> load_or_build_endgame_tables(
    const std::optional<std::filesystem::path>& folder, const EndgameOptions& options,
    const std::function<void(const TableId&)>& built) {
  const Game game = options.game;
  std::vector<TableFileInfo> files;
  if (folder) files = list_endgame_tables(*folder);
  EndgameTables::TablesByKind parts;
  for (const TableId& name : endgame_table_ids(options)) {
    if (std::ranges::find(files, name, &TableFileInfo::id) != files.end()) {
      try {
        add(parts, game, name, map_table_file(*folder, name));
        continue;
      } catch (const std::runtime_error&) {  // the file cannot be used, so a new one is built
      }
    }
    std::string bytes = build_table(name, options, [](double) { throw_if_interrupted(); });
    try_write_cache(folder, name, bytes);
    add(parts, game, name, TableBytes(std::move(bytes)));
    if (built) built(name);
  }
  return std::make_shared<const EndgameTables>(game, std::move(parts));
}

std::optional<std::string> endgame_cache_write_error() { return cache_errors().reason(); }

std::shared_ptr<const EndgameTables> default_endgame_tables(Game game) {
  return load_or_build_endgame_tables(find_endgame_cache_folder(), default_endgame_options(game));
}

}  // namespace gioul
