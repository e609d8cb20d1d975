// What endgame tables there are and what they say, for people who ask and for other programs.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/games/game.h"
#include "eval/tables/endgame.h"
#include "eval/tables/endgame_files.h"

namespace gioul {

/// "two-sided"
const char* kind_name(EndgameKind kind);

struct EndgameAnswer {
  EndgameValue value;
  struct MeanRolls {
    double own = 0.0;
    double opp = 0.0;
  };
  std::optional<MeanRolls> mean_rolls;  // that each side takes to bear off, if a table knows
};

/// Nothing for a position that no table knows.
std::optional<EndgameAnswer> ask_endgame_tables(const EndgameTables& tables,
                                                const Position& position);

/// Each as one object of JSON on a line of its own. `files` are those in `folder`.
std::string endgame_json(const EndgameAnswer& answer);
std::string table_files_json(const std::filesystem::path& folder,
                             const std::vector<TableFile>& files);

}  // namespace gioul
