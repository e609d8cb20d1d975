// Results of endgame table look-ups, and lists of table files, as JSON.
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

/// Returns the name of a kind of tables, such as "two-sided".
const char* kind_name(EndgameKind kind);

/// The result of looking up a position in endgame tables.
struct EndgameLookup {
  EndgameValue value;
  struct MeanRolls {
    double own = 0.0;
    double opp = 0.0;
  };
  std::optional<MeanRolls> mean_rolls;  // mean rolls to bear off, per side, if a table knows
};

/// Looks up a position in endgame tables; returns nullopt if no table contains it.
std::optional<EndgameLookup> look_up_endgame(const EndgameTables& tables, const Position& position);

/// Each formats one JSON object and a newline: a look-up; the table files in `folder`.
std::string endgame_json(const EndgameLookup& lookup);
std::string table_files_json(const std::filesystem::path& folder,
                             const std::vector<TableFile>& files);

}  // namespace gioul
