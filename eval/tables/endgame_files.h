// Where endgame tables are kept, which there are, and building those that are missing.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/games/game.h"
#include "eval/tables/endgame.h"
#include "eval/tables/table_file.h"

namespace gioul {

/// $GIOUL_CACHE, else $XDG_CACHE_HOME/gioul, else ~/.cache/gioul; nullopt if none of the variables
/// is set.
std::optional<std::filesystem::path> find_endgame_folder();

/// The same; throws InputError if there is none.
std::filesystem::path endgame_folder();

struct EndgameOptions {
  Game game = {};
  int two_sided = 6;     // checkers a side at most; 0 for no such table
  int few_checkers = 2;  // the same
  int threads = 1;
  double memory_bytes = 16e9;  // refuse what would need more
};

/// The sizes that a game is played with, the same for everybody.
EndgameOptions usual_endgame_options(Game game);

/// The tables that `options` ask for, quickest first.
std::vector<TableName> endgame_table_names(const EndgameOptions& options);

/// Builds one of them and writes its file into `folder`, replacing what may be there. Builders of
/// the same table write the same bytes, each in one step, so they don't disturb each other.
/// `progress` is told the share done, 0..1. Throws InputError for a table that does not fit.
void build_endgame_table(const std::filesystem::path& folder, const TableName& name,
                         const EndgameOptions& options,
                         const std::function<void(double)>& progress = {});

struct TableFile {
  TableName name;
  std::uint64_t bytes = 0;
};

/// The files in `folder` that are called as tables of this version are, by name; none if there is
/// no such folder.
std::vector<TableFile> list_endgame_tables(const std::filesystem::path& folder);

/// Reads all files in `folder` that are called as tables for this game are, whatever their size.
/// Throws InputError for a damaged one.
void verify_endgame_tables(Game game, const std::filesystem::path& folder);

/// The tables for a game that are in `folder`, of each kind the largest; null if there is none. For
/// whoever asks what is known; what players do must not depend on what somebody has built. Throws
/// InputError for a file that is not whole.
std::shared_ptr<const EndgameTables> load_largest_endgame_tables(
    Game game, const std::filesystem::path& folder);

/// Just the tables that `options` ask for, whatever else is in `folder`: from there, or built,
/// which built(name) is told, and kept there for the next time. Where nothing can be kept, or there
/// is no folder at all, they are built each time, and so is what can't be read from there. Building
/// ends by Interrupted where that is asked for (base/interrupt.h).
std::shared_ptr<const EndgameTables> load_or_build_endgame_tables(
    const std::optional<std::filesystem::path>& folder, const EndgameOptions& options,
    const std::function<void(const TableName&)>& built = {});

/// Why tables that were built since the program began are not kept for the next time, if they are
/// not: something to tell people once.
std::optional<std::string> unkept_tables();

/// The same of usual_endgame_options() and find_endgame_folder(): what players and analysis take.
std::shared_ptr<const EndgameTables> usual_endgame_tables(Game game);

}  // namespace gioul
