// Finds, builds and caches the files of endgame tables.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/games/game.h"
#include "eval/endgame/endgame.h"
#include "eval/endgame/table_file.h"

namespace gioul {

/// Returns the cache folder: $GIOUL_CACHE, else $XDG_CACHE_HOME/gioul, else ~/.cache/gioul; nullopt
/// if none of the variables is set.
std::optional<std::filesystem::path> find_endgame_folder();

/// Like find_endgame_folder(), but throws InputError if there is no folder.
std::filesystem::path endgame_folder();

/// Which tables of a game to use, by size.
struct EndgameOptions {
  Game game = {};
  int two_sided = 6;     // maximum number of checkers per side; 0: no such table
  int few_checkers = 2;  // likewise
  int threads = 1;
  double memory_bytes = 16e9;  // larger tables are refused
};

/// Returns the table sizes that players use by default, the same on every machine.
EndgameOptions default_endgame_options(Game game);

/// Returns the tables that `options` ask for, quickest to build first.
std::vector<TableId> endgame_table_ids(const EndgameOptions& options);

/// Builds one table and writes its file into `folder`, replacing an existing one. Writing is
/// atomic, and all processes write the same bytes, so they can do it at the same time. `progress`
/// gets the fraction done (0..1). Throws InputError for a table that is too large.
void build_endgame_table(const std::filesystem::path& folder, const TableId& name,
                         const EndgameOptions& options,
                         const std::function<void(double)>& progress = {});

struct TableFile {
  TableId name;
  std::uint64_t bytes = 0;
};

/// Returns the table files of this version in `folder`, sorted by file name; none if the folder
/// does not exist.
std::vector<TableFile> list_endgame_tables(const std::filesystem::path& folder);

/// Reads all table files of this game in `folder`, of any size. Throws InputError for a damaged
/// one.
void verify_endgame_tables(Game game, const std::filesystem::path& folder);

/// Returns the largest table of each kind in `folder` for a game, or null if there is none. This is
/// for look-ups by users; players must not depend on which tables happen to exist. Throws
/// InputError for an incomplete file.
std::shared_ptr<const EndgameTables> load_largest_endgame_tables(
    Game game, const std::filesystem::path& folder);

/// Returns exactly the tables that `options` ask for, whatever else is in `folder`. A table that is
/// missing or unreadable is built and cached in `folder`, and built(name) is called; without a
/// folder, or if caching fails, it is built each time. Throws Interrupted on a stop request
/// (base/interrupt.h).
std::shared_ptr<const EndgameTables> load_or_build_endgame_tables(
    const std::optional<std::filesystem::path>& folder, const EndgameOptions& options,
    const std::function<void(const TableId&)>& built = {});

/// Returns why tables built by this process could not be cached, if so. Users should be told once.
std::optional<std::string> endgame_cache_error();

/// Like load_or_build_endgame_tables() with the default options and folder. Players and analyses
/// use these tables.
std::shared_ptr<const EndgameTables> default_endgame_tables(Game game);

}  // namespace gioul
