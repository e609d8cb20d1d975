#include "eval/pairs.h"

#include <tbb/enumerable_thread_specific.h>

#include <memory>

#include "engine/notation.h"
#include "engine/variants.h"
#include "eval/game.h"
#include "eval/parallel.h"

namespace gioul {

namespace {

// One thread's players, memory and counts.
struct Table {
  std::unique_ptr<Player> player;
  std::unique_ptr<Player> opponent;
  std::unique_ptr<AfterstateList> list = std::make_unique<AfterstateList>();
  PairResult result;
};

void count_game(PairResult& result, const GameResult& game, bool player_first) {
  const Outcome outcome = player_first ? game.outcome : flipped(game.outcome);
  ++result.outcomes[static_cast<std::size_t>(outcome)];
  result.first_mover_points += points(game.outcome);
  result.decisions += game.decisions;
}

template <Rules R>
void play_pair(Table& table, const Position& start, std::uint64_t seed, std::uint64_t pair) {
  const GameRandom random(seed, pair);
  Player* const player = table.player.get();
  Player* const opponent = table.opponent.get();
  const GameResult there = play_game<R>(start, {player, opponent}, random, *table.list);
  const GameResult back = play_game<R>(start, {opponent, player}, random, *table.list);
  count_game(table.result, there, true);
  count_game(table.result, back, false);
  table.result.pair_points.add(points(there.outcome) - points(back.outcome));
}

}  // namespace

void PairResult::add(const PairResult& other) {
  for (std::size_t o = 0; o < kOutcomes; ++o) outcomes[o] += other.outcomes[o];
  first_mover_points += other.first_mover_points;
  decisions += other.decisions;
  pair_points.add(other.pair_points);
}

PairResult play_pairs(const PairOptions& options, const PlayerFactory& player,
                      const PlayerFactory& opponent,
                      const std::function<void(std::int64_t)>& games_done) {
  PairResult result;
  visit_variant(options.variant, [&]<Rules R>(std::type_identity<R>) {
    const Position start = start_position(R::kAxes, options.checkers);
    tbb::enumerable_thread_specific<Table> tables(
        [&] { return Table{.player = player(), .opponent = opponent(), .result = {}}; });
    parallel_for(options.threads, options.pairs, [&](std::int64_t pair) {
      const auto number = static_cast<std::uint64_t>(options.first_pair + pair);
      play_pair<R>(tables.local(), start, options.seed, number);
      if (games_done) games_done(2);
    });
    for (const Table& table : tables) result.add(table.result);
  });
  return result;
}

}  // namespace gioul
