#include "selfplay/record/verify_shard.h"

#include <string>

#include "base/error.h"

namespace gioul {

std::span<const Visit> replayed(Replay& replay, const ShardReader& shard, const GameRecord& game) {
  try {
    return replay(game);
  } catch (const InputError& error) {
    throw InputError(shard.name() + ": game " + std::to_string(game.number) + ", " + error.what());
  }
}

void verify_shard(ShardReader& shard, const std::function<void()>& each) {
  Replay replay(shard.header().game, shard.header().checkers);
  GameRecord game;
  while (shard.next(game)) {
    replayed(replay, shard, game);
    if (each) each();
  }
}

}  // namespace gioul
