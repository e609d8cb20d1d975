// A recorded game for people and for other programs' JSON readers: docs/records.md, "As text".
#pragma once

#include <span>
#include <string>

#include "selfplay/record.h"
#include "selfplay/record_shard.h"
#include "selfplay/replay.h"

namespace gioul {

/// A line with the game's number, one for each decision, one with the result, and an empty one.
/// `visits` are its positions (Replay).
std::string game_text(const ShardHeader& header, const GameRecord& game,
                      std::span<const Visit> visits);

/// One line, a JSON object.
std::string game_json(const ShardHeader& header, const GameRecord& game,
                      std::span<const Visit> visits, const Axes& axes);

}  // namespace gioul
