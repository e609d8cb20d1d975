#include "eval/match/match.h"

#include <cmath>
#include <cstdlib>
#include <mutex>

#include "base/interrupt.h"
#include "base/parallel.h"
#include "engine/games/game.h"
#include "engine/outcome.h"
#include "engine/rng.h"

namespace gioul {

namespace {

// Returns who starts the first game (0 or 1): both roll a die, and ties are rolled again.
std::size_t opening_roll(CounterRng& random) {
  for (;;) {
    const std::uint64_t first = random.uniform_below(6);
    const std::uint64_t second = random.uniform_below(6);
    if (first != second) return first > second ? 0 : 1;
  }
}

}  // namespace

void MatchTotals::add(const PlayedMatch& first, const PlayedMatch& second) {
  std::int64_t wins = 0;
  std::int64_t difference = 0;
  for (const PlayedMatch* match : {&first, &second}) {
    game_count += match->game_count;
    gammon_count += match->gammon_count;
    tie_count += match->tie_count;
    wins += match->player_won() ? 1 : 0;
    difference += match->points[0] - match->points[1];
    for (std::size_t who = 0; who < 2; ++who) {
      for (const auto& [reason, count] : match->failures_by_reason[who])
        failures_by_reason[who][reason] += count;
    }
  }
  std::optional<std::int64_t> luck;
  if (first.luck_units && second.luck_units) luck = *first.luck_units + *second.luck_units;
  pair_wins.add(wins, luck);
  points_per_game_estimator.add(difference, first.game_count + second.game_count);
}

MatchRunner::MatchRunner(const MatchOptions& options, const MatchPlayer& player,
                         const MatchPlayer& opponent)
    : target_points_(options.target_points),
      seed_(options.seed),
      luck_equity_table_(options.luck_evaluator_factories.empty() ? nullptr
                                                                  : options.luck_equity_table),
      equity_tables_{player.equity_table, opponent.equity_table} {
  for (const PlayerFactory& factory : player.player_factories) players_[0].push_back(factory());
  for (const PlayerFactory& factory : opponent.player_factories) players_[1].push_back(factory());
  for (const Game game : options.game_cycle) game_runners_.emplace_back(game, options.checkers);
  luck_evaluators_.resize(options.game_cycle.size());
  for (std::size_t game = 0; game < options.luck_evaluator_factories.size(); ++game) {
    if (options.luck_evaluator_factories[game])
      luck_evaluators_[game] = options.luck_evaluator_factories[game]();
  }
}

std::array<PlayedMatch, 2> MatchRunner::play_pair(std::int64_t pair) {
  return {play_match(0, pair), play_match(1, pair)};
}

// The luck of a roll in a match is what it adds to the probability of winning the match, which is
// linear in the probabilities of the game's outcomes. Its expectation is 0 whatever the table is,
// as for points. The luck of the opening roll, which decides who starts, cancels in each mirrored
// pair.
double MatchRunner::luck_in_match_equity(const MatchScore& score,
                                         const Value& luck_by_outcome) const {
  double luck = 0.0;
  for (std::size_t o = 0; o < kOutcomeCount; ++o) {
    luck += luck_equity_table_->win_probability_after(score, static_cast<Outcome>(o)) *
            luck_by_outcome[o];
  }
  return luck;
}

PlayedMatch MatchRunner::play_match(std::size_t first, std::int64_t pair) {
  CounterRng opening(seed_, static_cast<std::uint64_t>(pair), RngStream::kMatchStarter);
  std::size_t starter = opening_roll(opening);
  const std::uint64_t dice_seed = opening.next();
  PlayedMatch match;
  double luck = 0.0;  // for the player in seat 0
  std::array<MatchScore, 2> scores;
  for (std::size_t seat = 0; seat < 2; ++seat) {
    scores[seat] = {target_points_, target_points_, seat == starter, 0};
  }
  while (scores[0].away > 0 && scores[1].away > 0) {
    const std::size_t game = scores[0].game_index;
    std::array<Player*, 2> players{};
    for (std::size_t seat = 0; seat < 2; ++seat) {
      const MatchEquityTable* const table = equity_tables_[seat ^ first].get();
      players[seat] = players_[seat ^ first][game].get();
      if (table != nullptr) players[seat]->set_utility(table->utility(scores[seat]));
    }
    const GameResult result =
        game_runners_[game].play(*players[starter], *players[1 - starter],
                                 GameRng(dice_seed, static_cast<std::uint64_t>(match.game_count)),
                                 nullptr, luck_evaluators_[game].get());
    ++match.game_count;
    if (result.failed_player >= 0) {
      const std::size_t failed = starter ^ static_cast<std::size_t>(result.failed_player);
      ++match.failures_by_reason[failed ^ first]
                                [result.failure_reason + ", match " +
                                 std::to_string(2 * pair + static_cast<std::int64_t>(first)) +
                                 ", game " + std::to_string(match.game_count)];
    }
    const Outcome outcome = starter == 0 ? result.outcome : flipped(result.outcome);
    if (luck_evaluators_[game]) {
      luck += luck_in_match_equity(
          scores[0], starter == 0 ? result.luck_by_outcome : flipped(result.luck_by_outcome));
    }
    const int won = points(outcome);
    match.points[won > 0 ? first : 1 - first] += std::abs(won);
    match.gammon_count += std::abs(won) == 2 ? 1 : 0;
    match.tie_count += won == 0 ? 1 : 0;
    scores[0] = score_after(scores[0], outcome, game_runners_.size());
    scores[1] = score_after(scores[1], flipped(outcome), game_runners_.size());
    starter = scores[0].starts_game ? 0 : 1;
  }
  if (luck_equity_table_)
    match.luck_units = std::llround(kLuckUnitsPerPoint * (first == 0 ? luck : -luck));
  return match;
}

MatchTotals play_matches(
    const MatchOptions& options, const MatchPlayer& player, const MatchPlayer& opponent,
    const std::function<void(const MatchTotals&)>& progress, const ResumedMatches& resumed,
    const std::function<void(std::int64_t, const std::array<PlayedMatch, 2>&)>& store_pair) {
  MatchTotals result = resumed.result;
  std::mutex mutex;
  try {
    parallel_for_with_workers(options.threads, options.pair_count, [&] {
      return [&, runner = MatchRunner(options, player, opponent)](std::int64_t pair) mutable {
        if (!resumed.is_pair_played.empty() &&
            resumed.is_pair_played[static_cast<std::size_t>(pair)])
          return true;
        const std::array<PlayedMatch, 2> matches = runner.play_pair(pair);
        throw_if_interrupted();  // then a player may have decided too early
        const std::scoped_lock lock(mutex);
        if (store_pair) store_pair(pair, matches);
        result.add(matches[0], matches[1]);
        if (progress) progress(result);
        return true;
      };
    });
  } catch (const Interrupted&) {
    if (result.match_count() == 0) throw;
  }
  return result;
}

}  // namespace gioul
