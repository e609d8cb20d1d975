// Finds, builds and caches the files of endgame tables. The cache folder holds them between runs of
// the program.
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

/// Returns the cache folder: $GIOUL_CACHE, else $XDG_CACHE_HOME/gioul, else $HOME/.cache/gioul;
/// nullopt if none of these variables is set.
std::optional<std::filesystem::path> find_endgame_cache_folder();

/// Returns the cache folder, as find_endgame_cache_folder() does. Throws InputError if there is
/// none.
std::filesystem::path require_endgame_cache_folder();

/// The sizes of the endgame tables to use for a game, and the resources for building them.
struct EndgameOptions {
  Game game = {};
  /// Maximum number of checkers per side in the two-sided table; 0: no table.
  int max_two_sided_checkers = 6;
  int max_few_checkers = 2;  // maximum number per side in the few-checkers table; 0: no table
  int threads = 1;
  double max_memory_bytes = 16e9;  // maximum memory; building a table that needs more is refused
};

/// Returns the options with the table sizes that players use by default, the same on every machine.
EndgameOptions default_endgame_options(Game game);

/// Returns the identities of the tables that `options` select, quickest to build first.
std::vector<TableId> endgame_table_ids(const EndgameOptions& options);

/// Builds one table and writes its file into `folder`, replacing an existing one. Several processes
/// can do this at the same time, since files are written atomically and have the same bytes.
/// `progress` gets the fraction done (0..1). Throws InputError if the table needs more than
/// options.max_memory_bytes.
void build_endgame_table(const std::filesystem::path& folder, const TableId& id,
                         const EndgameOptions& options,
                         const std::function<void(double)>& progress = {});

/// The file of an endgame table.
struct TableFileInfo {
  TableId id;                    // kind, rules and size of the table
  std::uint64_t size_bytes = 0;  // length of the file
};

/// Returns the table files in `folder` that this version of the program can read, sorted by file
/// name; empty if the folder does not exist.
std::vector<TableFileInfo> list_endgame_tables(const std::filesystem::path& folder);

/// Verifies the checksums of all table files of a game in `folder`, by reading them. Throws
/// InputError if one is damaged.
void verify_endgame_tables(Game game, const std::filesystem::path& folder);

/// Loads the largest table of each kind that `folder` has for a game. Returns null if there is
/// none. Only for look-ups by users: players must not depend on which tables happen to exist.
/// Throws InputError for an incomplete file.
std::shared_ptr<const EndgameTables> load_largest_endgame_tables(
    Game game, const std::filesystem::path& folder);

/// Returns exactly the tables that `options` select, so that results do not depend on other tables
/// in `folder`. A table that is missing or unreadable is built and stored in `folder`; then
/// built(id) is called. If `folder` is nullopt or storing fails, the table is used without being
/// stored. Throws Interrupted on a stop request (base/interrupt.h).
std::shared_ptr<const EndgameTables> load_or_build_endgame_tables(
    const std::optional<std::filesystem::path>& folder, const EndgameOptions& options,
    const std::function<void(const TableId&)>& built = {});

/// Returns the first reason why a table that this process built could not be written to the cache
/// folder; nullopt if there was no such error. For a message to the user: the next process has to
/// build the table again.
std::optional<std::string> endgame_cache_write_error();

/// Returns the endgame tables that players and analyses of a game use by default. Loads them from
/// the cache folder, and builds those that are missing as load_or_build_endgame_tables() does.
std::shared_ptr<const EndgameTables> default_endgame_tables(Game game);

}  // namespace gioul
