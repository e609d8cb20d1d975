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

/// Progress of a resumable command, in work units: the smallest pieces of work that are stored,
/// here games.
struct WorkProgress {
  std::int64_t units_done = 0;     // number of units done so far, including resumed ones
  std::int64_t units_resumed = 0;  // number of units that were already in the file
  std::int64_t units_total = 0;    // number of units to do in all
};

using WorkProgressCallback = std::function<void(const WorkProgress&)>;

/// Plays games of `player` against itself and returns their statistics.
/// `part` selects the games to play, of a run split over machines. Games that `file` has already
/// are not played again; the statistics cover all games in the file. The file is created if
/// missing; if the path is empty, nothing is stored. If a stop is requested, returns the statistics
/// so far. Calls `progress` after every game, from one thread at a time.
/// Throws as the constructor of ResultStore does, InputError for an unusable player, and
/// std::runtime_error if the player cannot finish a game. Throws Interrupted if a stop is requested
/// before there is a game.
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
