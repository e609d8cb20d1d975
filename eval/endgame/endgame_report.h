// Formats the results of endgame table look-ups and lists of table files as JSON.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/games/game.h"
#include "eval/endgame/endgame.h"
#include "eval/endgame/endgame_files.h"

namespace gioul {

/// Returns the name of a kind of endgame table, such as "two-sided".
const char* endgame_kind_name(EndgameKind kind);

/// The result of looking up a position in the endgame tables of a game.
struct EndgameLookup {
  EndgameValue value;  // value for the player to move
  /// The mean number of own rolls that each side needs to bear off its last checker.
  struct MeanRolls {
    double own = 0.0;  // mean number of rolls of the player to move
    double opp = 0.0;  // mean number of rolls of the opponent
  };
  /// The mean numbers of rolls; set only if the one-sided table has both sides and no moves are
  /// pending (owed or forfeited).
  std::optional<MeanRolls> mean_rolls;
};

/// Looks up a position in endgame tables; returns nullopt if no table contains it.
std::optional<EndgameLookup> look_up_endgame(const EndgameTables& tables, const Position& position);

/// Formats the result of a look-up as a JSON object and a newline.
std::string endgame_json(const EndgameLookup& lookup);
/// Formats the list of the table files in `folder` as a JSON object and a newline.
std::string table_files_json(const std::filesystem::path& folder,
                             const std::vector<TableFileInfo>& files);

}  // namespace gioul
