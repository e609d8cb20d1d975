#include "eval/tournament/game_pairs.h"

#include <algorithm>
#include <utility>

#include "base/interrupt.h"
#include "base/parallel.h"
#include "base/reorder_buffer.h"
#include "engine/game_state.h"
#include "eval/play/play_game.h"

namespace gioul {

namespace {

constexpr std::int64_t kTimedPairs = 16;           // one pair of so many is timed, of fast players
constexpr std::int64_t kMaxAhead = 4096;           // pairs finished before an earlier one
constexpr std::int64_t kSlowNanoseconds = 10'000;  // per decision; then the clock costs nothing

int sign(Outcome outcome) { return (points(outcome) > 0) - (points(outcome) < 0); }

bool is_slow(const GamePair& pair) {
  std::int64_t decision_nanoseconds = 0;
  std::int64_t decisions = 0;
  for (const GameResult& game : pair.games) {
    decision_nanoseconds += game.decision_nanoseconds[0] + game.decision_nanoseconds[1];
    decisions += game.total_decisions();
  }
  return decision_nanoseconds > kSlowNanoseconds * decisions;
}

StartPositions starts_of(const PairOptions& options) {
  return options.starts.value_or(StartPositions(options.game, options.checkers));
}

}  // namespace

int GamePair::wins() const { return sign(outcome(0)) + sign(outcome(1)); }

std::optional<std::int64_t> GamePair::luck_units() const {
  if (!games[0].luck_units || !games[1].luck_units) return {};
  return *games[0].luck_units - *games[1].luck_units;
}

std::int64_t PlayerCounts::failed_games() const {
  std::int64_t games = 0;
  for (const auto& [reason, count] : failures) games += count;
  return games;
}

void PlayerCounts::add(const PlayerCounts& other) {
  decisions += other.decisions;
  timed_decisions += other.timed_decisions;
  decision_nanoseconds += other.decision_nanoseconds;
  for (const auto& [reason, count] : other.failures) failures[reason] += count;
}

double PairingTotals::per_game(std::int64_t count) const {
  return games() == 0 ? 0.0 : static_cast<double>(count) / static_cast<double>(games());
}

double PairingTotals::share(Outcome outcome) const {
  return per_game(outcomes[static_cast<std::size_t>(outcome)]);
}

void PairingTotals::add(const GamePair& pair) {
  for (std::size_t g = 0; g < 2; ++g) {
    const GameResult& game = pair.games[g];
    ++outcomes[static_cast<std::size_t>(pair.outcome(g))];
    first_mover_points += points(game.outcome);
    first_mover_wins += points(game.outcome) > 0 ? 1 : 0;
    rolls += game.roll_count;
    forfeited_chains += game.forfeited_chain_count;
    for (std::size_t who = 0; who < 2; ++who) {
      const std::size_t seat = who ^ g;
      counts[who].decisions += game.decision_counts[seat];
      if (game.is_timed) counts[who].timed_decisions += game.decision_counts[seat];
      counts[who].decision_nanoseconds += game.decision_nanoseconds[seat];
      if (game.failed_player == static_cast<int>(seat)) ++counts[who].failures[game.failure_reason];
    }
  }
  pair_points.add(pair.player_points(), pair.luck_units());
  pair_wins.add(pair.wins());
  if (pair.luck_units()) {
    for (const GameResult& game : pair.games) {
      timed_games += game.is_timed ? 1 : 0;
      luck_nanoseconds += game.luck_nanoseconds;
    }
  }
}

void PairingTotals::add(const PairingTotals& other) {
  for (std::size_t o = 0; o < kOutcomeCount; ++o) outcomes[o] += other.outcomes[o];
  first_mover_points += other.first_mover_points;
  first_mover_wins += other.first_mover_wins;
  rolls += other.rolls;
  forfeited_chains += other.forfeited_chains;
  for (std::size_t who = 0; who < 2; ++who) counts[who].add(other.counts[who]);
  pair_points.add(other.pair_points);
  pair_wins.add(other.pair_wins);
  timed_games += other.timed_games;
  luck_nanoseconds += other.luck_nanoseconds;
}

std::optional<double> PairingTotals::luck_seconds_per_game() const {
  if (timed_games == 0) return {};
  return 1e-9 * static_cast<double>(luck_nanoseconds) / static_cast<double>(timed_games);
}

std::optional<double> PairingTotals::play_seconds_per_game() const {
  if (timed_games == 0) return {};
  return 1e-9 *
         static_cast<double>(counts[0].decision_nanoseconds + counts[1].decision_nanoseconds) /
         static_cast<double>(timed_games);
}

PairRunner::PairRunner(Game game, StartPositions starts, RecordMoves record_moves,
                       const LuckEvaluatorFactory& luck_evaluators)
    : game_(game),
      starts_(std::move(starts)),
      record_moves_(record_moves),
      list_(std::make_unique<AfterstateList>()),
      luck_(luck_evaluators ? luck_evaluators() : nullptr) {}

GamePair PairRunner::play(Player& player, Player& opponent, std::uint64_t seed,
                          std::int64_t number) {
  const bool timed = slow_ || number % kTimedPairs == 0;
  const GameRng random(seed, static_cast<std::uint64_t>(number));
  GamePair pair;
  pair.number = number;
  const auto play = [&](std::size_t i, std::array<Player*, 2> seats) {
    std::vector<Transition> transitions;
    pair.games[i] =
        play_game(game_, starts_.for_pair(number), seats, random, *list_,
                  timed ? DecisionTiming::kDecisions : DecisionTiming::kNone,
                  record_moves_ == RecordMoves::kYes ? &transitions : nullptr, luck_.get());
    pair.moves[i] = format_game_moves(game_, transitions);
    if (pair.games[i].failed_player < 0) return;
    pair.games[i].failure_reason +=
        ", game " + std::to_string(2 * number + static_cast<std::int64_t>(i));
  };
  play(0, {&player, &opponent});
  play(1, {&opponent, &player});
  if (timed) slow_ = is_slow(pair);
  return pair;
}

PairingTotals play_pairs(const PairOptions& options, const PlayerFactory& player,
                         const PlayerFactory& opponent) {
  PairingTotals result;
  play_pairs_in_order(options, player, opponent, [&](const GamePair& pair) {
    result.add(pair);
    return true;
  });
  return result;
}

void play_pairs_in_order(const PairOptions& options, const PlayerFactory& player,
                         const PlayerFactory& opponent,
                         const std::function<bool(const GamePair&)>& take, const PairCache& cache) {
  ReorderBuffer<GamePair> reorder(options.first_pair, kMaxAhead, take);
  parallel_for_with_workers(options.threads, options.pairs, [&] {
    return [&,
            table = PairRunner(options.game, starts_of(options), cache.record_moves,
                               options.luck_evaluators),
            first = player(), second = opponent()](std::int64_t pair) mutable {
      const std::int64_t number = options.first_pair + pair;
      return reorder.produce(number, [&] {
        if (cache.find) {
          if (std::optional<GamePair> known = cache.find(number)) return *std::move(known);
        }
        GamePair played = table.play(*first, *second, options.seed, number);
        throw_if_interrupted();  // then a player may have decided too early
        if (cache.store) cache.store(played);
        return played;
      });
    };
  });
}

}  // namespace gioul
