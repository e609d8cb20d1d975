// Plays and counts the games of `gioul stats`. With a file for the results, the command can be
// stopped, resumed and split over machines.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "base/work_part.h"
#include "eval/analysis/game_statistics.h"

namespace gioul {

/// Progress of a resumable command, in work units. A work unit is the smallest piece of work that
/// is stored; here, it is one game.
struct WorkProgress {
  std::int64_t units_done = 0;     // number of units done so far, including resumed ones
  std::int64_t units_resumed = 0;  // number of units that were in the file at the start
  std::int64_t units_total = 0;    // number of units of the whole command
};

using WorkProgressCallback = std::function<void(const WorkProgress&)>;

/// Plays games of `player` against itself and returns their statistics.
/// In a run that is split over machines, `part` selects the games to play. Games that are already
/// in `file` are not played again; the statistics cover all games in the file. The file is created
/// if it is missing; if the path is empty, nothing is stored. On a stop request
/// (base/interrupt.h), returns the statistics so far. Calls `progress` after every game, from one
/// thread at a time.
/// Throws the same errors as the constructor of ResultStore, InputError for an unusable player, and
/// std::runtime_error if the player cannot finish a game. Throws Interrupted if a stop is requested
/// before the first game is finished.
StatisticsReport compute_statistics(const std::string& player, const SelfMatchOptions& games,
                                    const WorkProgressCallback& progress = {},
                                    const std::filesystem::path& file = {},
                                    const WorkPart& part = {});

/// Encodes the counts of a game as bytes, to store them in the file.
std::string encode_game_sample(const GameSample& sample);
/// Decodes the counts of a game from bytes of encode_game_sample(). Throws InputError if the bytes
/// are invalid.
GameSample decode_game_sample(std::string_view bytes);

}  // namespace gioul
