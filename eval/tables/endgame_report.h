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

/// How far one-sided values are from exact ones: differences of equity, in points.
struct EndgameAccuracy {
  std::size_t positions = 0;
  double mean_difference = 0.0;  // of absolute values
  double rms_difference = 0.0;
  double max_difference = 0.0;
  Position worst{};  // where the last one is
};

/// Compares the two at all positions to roll of the two-sided table. Both tables must be there.
EndgameAccuracy compare_one_sided(const EndgameTables& tables);

/// Each as one object of JSON on a line of its own. `files` are those in `folder`.
std::string endgame_json(const EndgameAnswer& answer);
std::string table_files_json(const std::filesystem::path& folder,
                             const std::vector<TableFile>& files);
std::string accuracy_json(Game game, const EndgameAccuracy& accuracy);

}  // namespace gioul
