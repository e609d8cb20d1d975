// Whether the games of a shard can have been played: every byte is under its checksum, and every
// game is played again by the rules.
#pragma once

#include <functional>
#include <span>

#include "selfplay/record/record_shard.h"
#include "selfplay/record/replay.h"

namespace gioul {

/// The positions of a game that `shard` has. Throws InputError ("SHARD: game 7, decision 3: what is
/// wrong").
std::span<const Visit> replayed(Replay& replay, const ShardReader& shard, const GameRecord& game);

/// Reads the shard to its end and plays all its games again; calls `each`, if there is one, after
/// every game. Throws InputError for the first thing that is wrong, so.
void verify_shard(ShardReader& shard, const std::function<void()>& each = {});

}  // namespace gioul
