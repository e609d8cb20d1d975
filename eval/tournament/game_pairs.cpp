#include "eval/tournament/game_pairs.h"

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
  for (const GameResult& game : pair.game_results) {
    decision_nanoseconds += game.decision_nanoseconds[0] + game.decision_nanoseconds[1];
    decisions += game.total_decisions();
  }
  return decision_nanoseconds > kSlowNanoseconds * decisions;
}

}  // namespace

int GamePair::wins_minus_losses() const { return sign(outcome(0)) + sign(outcome(1)); }

std::optional<std::int64_t> GamePair::luck_units() const {
  if (!game_results[0].luck_units || !game_results[1].luck_units) return {};
  return *game_results[0].luck_units - *game_results[1].luck_units;
}

std::int64_t PlayerCounts::failed_game_count() const {
  std::int64_t games = 0;
  for (const auto& [reason, count] : failures_by_reason) games += count;
  return games;
}

void PlayerCounts::add(const PlayerCounts& other) {
  decision_count += other.decision_count;
  timed_decision_count += other.timed_decision_count;
  decision_nanoseconds += other.decision_nanoseconds;
  for (const auto& [reason, count] : other.failures_by_reason) failures_by_reason[reason] += count;
}

double PairingTotals::per_game(std::int64_t count) const {
  return game_count() == 0 ? 0.0 : static_cast<double>(count) / static_cast<double>(game_count());
}

double PairingTotals::outcome_share(Outcome outcome) const {
  return per_game(outcome_counts[static_cast<std::size_t>(outcome)]);
}

void PairingTotals::add(const GamePair& pair) {
  for (std::size_t g = 0; g < 2; ++g) {
    const GameResult& game = pair.game_results[g];
    ++outcome_counts[static_cast<std::size_t>(pair.outcome(g))];
    first_mover_net_points += points(game.outcome);
    first_mover_win_count += points(game.outcome) > 0 ? 1 : 0;
    roll_count += game.roll_count;
    forfeited_chain_count += game.forfeited_chain_count;
    for (std::size_t who = 0; who < 2; ++who) {
      const std::size_t seat = who ^ g;
      player_counts[who].decision_count += game.decision_counts[seat];
      if (game.is_timed) player_counts[who].timed_decision_count += game.decision_counts[seat];
      player_counts[who].decision_nanoseconds += game.decision_nanoseconds[seat];
      if (game.failed_player == static_cast<int>(seat))
        ++player_counts[who].failures_by_reason[game.failure_reason];
    }
  }
  pair_points.add(pair.player_points(), pair.luck_units());
  pair_wins_minus_losses.add(pair.wins_minus_losses());
  if (pair.luck_units()) {
    for (const GameResult& game : pair.game_results) {
      luck_timed_game_count += game.is_timed ? 1 : 0;
      luck_nanoseconds += game.luck_nanoseconds;
    }
  }
}

void PairingTotals::add(const PairingTotals& other) {
  for (std::size_t o = 0; o < kOutcomeCount; ++o) outcome_counts[o] += other.outcome_counts[o];
  first_mover_net_points += other.first_mover_net_points;
  first_mover_win_count += other.first_mover_win_count;
  roll_count += other.roll_count;
  forfeited_chain_count += other.forfeited_chain_count;
  for (std::size_t who = 0; who < 2; ++who) player_counts[who].add(other.player_counts[who]);
  pair_points.add(other.pair_points);
  pair_wins_minus_losses.add(other.pair_wins_minus_losses);
  luck_timed_game_count += other.luck_timed_game_count;
  luck_nanoseconds += other.luck_nanoseconds;
}

std::optional<double> PairingTotals::luck_seconds_per_game() const {
  if (luck_timed_game_count == 0) return {};
  return 1e-9 * static_cast<double>(luck_nanoseconds) / static_cast<double>(luck_timed_game_count);
}

std::optional<double> PairingTotals::play_seconds_per_game() const {
  if (luck_timed_game_count == 0) return {};
  return 1e-9 *
         static_cast<double>(player_counts[0].decision_nanoseconds +
                             player_counts[1].decision_nanoseconds) /
         static_cast<double>(luck_timed_game_count);
}

PairRunner::PairRunner(Game game, StartPositions starts, RecordMoves record_moves,
                       const LuckEvaluatorFactory& luck_evaluator_factory)
    : game_(game),
      start_positions_(std::move(starts)),
      record_moves_(record_moves),
      afterstates_(std::make_unique<AfterstateList>()),
      luck_evaluator_(luck_evaluator_factory ? luck_evaluator_factory() : nullptr) {}

GamePair PairRunner::play_pair(Player& player, Player& opponent, std::uint64_t seed,
                               std::int64_t number) {
  const bool timed = has_slow_players_ || number % kTimedPairs == 0;
  const GameRng random(seed, static_cast<std::uint64_t>(number));
  GamePair pair;
  pair.pair_number = number;
  const auto play = [&](std::size_t i, std::array<Player*, 2> seats) {
    std::vector<Transition> transitions;
    pair.game_results[i] = play_game(
        game_, start_positions_.for_pair(number), seats, random, *afterstates_,
        timed ? DecisionTiming::kDecisions : DecisionTiming::kNone,
        record_moves_ == RecordMoves::kYes ? &transitions : nullptr, luck_evaluator_.get());
    pair.move_texts[i] = format_game_moves(game_, transitions);
    if (pair.game_results[i].failed_player < 0) return;
    pair.game_results[i].failure_reason +=
        ", game " + std::to_string(2 * number + static_cast<std::int64_t>(i));
  };
  play(0, {&player, &opponent});
  play(1, {&opponent, &player});
  if (timed) has_slow_players_ = is_slow(pair);
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
  parallel_for_with_workers(options.threads, options.pair_count, [&] {
    return [&,
            runner = PairRunner(options.game, options.start_positions, cache.record_moves,
                                options.luck_evaluator_factory),
            first = player(), second = opponent()](std::int64_t pair) mutable {
      const std::int64_t number = options.first_pair + pair;
      return reorder.run_job(number, [&] {
        if (cache.find) {
          if (std::optional<GamePair> known = cache.find(number)) return *std::move(known);
        }
        GamePair played = runner.play_pair(*first, *second, options.seed, number);
        throw_if_interrupted();  // then a player may have decided too early
        if (cache.store) cache.store(played);
        return played;
      });
    };
  });
}

}  // namespace gioul
