#include "eval/match/game_shares.h"

#include <cmath>
#include <mutex>
#include <vector>

#include "base/parallel.h"
#include "engine/turn.h"
#include "eval/play/play_game.h"

namespace gioul {

std::int64_t GameCounts::all() const {
  std::int64_t sum = 0;
  for (const std::int64_t count : games) sum += count;
  return sum;
}

StarterShares GameCounts::shares() const {
  StarterShares shares{};
  const std::int64_t sum = all();
  if (sum == 0) return shares;
  for (std::size_t o = 0; o < kOutcomes; ++o) {
    shares[o] = static_cast<double>(games[o]) / static_cast<double>(sum);
  }
  return shares;
}

StarterShares GameCounts::errors() const {
  StarterShares errors = shares();
  const std::int64_t sum = all();
  if (sum == 0) return errors;
  for (double& share : errors) share = std::sqrt(share * (1.0 - share) / static_cast<double>(sum));
  return errors;
}

void play_against_self(
    const SharesOptions& options, const PlayerFactory& player,
    const std::function<void(const GameResult&, std::span<const MadeDecision>)>& take) {
  play_against_self(
      options, player, [](std::int64_t) { return true; },
      [&](std::int64_t, const GameResult& result, std::span<const MadeDecision> notes) {
        take(result, notes);
      });
}

void play_against_self(const SharesOptions& options, const PlayerFactory& player,
                       const std::function<bool(std::int64_t)>& wanted,
                       const std::function<void(std::int64_t, const GameResult&,
                                                std::span<const MadeDecision>)>& take) {
  parallel_take(options.threads, options.games, [&] {
    return [&, table = GameTable(options.game, options.checkers), first = player(),
            second = player(), notes = std::vector<MadeDecision>()](std::int64_t game) mutable {
      if (!wanted(game)) return true;
      notes.clear();
      const GameResult result = table.play(
          *first, *second, GameRandom(options.seed, static_cast<std::uint64_t>(game)), &notes);
      take(game, result, notes);
      return true;
    };
  });
}

GameCounts count_games(const SharesOptions& options, const PlayerFactory& player,
                       const std::function<void(std::int64_t)>& progress) {
  GameCounts counts;
  std::mutex mutex;
  play_against_self(options, player, [&](const GameResult& result, auto) {
    const std::scoped_lock lock(mutex);
    ++counts.games[static_cast<std::size_t>(result.outcome)];
    if (progress) progress(counts.all());
  });
  return counts;
}

}  // namespace gioul
