// Plays and counts the games of `gioul stats`. With a file, the command can be stopped, resumed and
// split into parts.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "base/work_part.h"
#include "eval/analysis/game_statistics.h"

namespace gioul {

/// Progress in work units (games).
struct WorkProgress {
  std::int64_t done = 0;     // work units done so far, including resumed ones
  std::int64_t resumed = 0;  // work units that were already in the file
  std::int64_t total = 0;    // work units to do in all
};

using ProgressCallback = std::function<void(const WorkProgress&)>;

/// Plays the games of a work part as play_self_match() does, except those that `file` already has,
/// and returns statistics of all games in the file. The file is created if missing; if the path is
/// empty, nothing is stored. Calls `progress` after every game, from one thread at a time. Throws
/// as the constructor of ResultStore does, InputError for an unusable player, and
/// std::runtime_error if the player cannot finish a game.
StatisticsReport compute_statistics(const std::string& player, const SelfMatchOptions& games,
                                    const ProgressCallback& progress = {},
                                    const std::filesystem::path& file = {},
                                    const WorkPart& part = {});

/// Encodes the counts of a game as the bytes of a work unit.
std::string encode_sample(const GameSample& sample);
/// Decodes the counts of a game. Throws InputError if the bytes are invalid.
GameSample decode_sample(std::string_view bytes);

}  // namespace gioul
