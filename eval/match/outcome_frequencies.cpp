#include "eval/match/outcome_frequencies.h"

#include <mutex>
#include <nlohmann/json.hpp>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "base/format_number.h"
#include "base/interrupt.h"
#include "base/parallel.h"
#include "base/statistics.h"
#include "engine/game_state.h"
#include "eval/play/play_game.h"
#include "eval/players/players.h"

namespace gioul {

std::int64_t OutcomeCounts::game_count() const {
  return std::accumulate(games_by_outcome.begin(), games_by_outcome.end(), std::int64_t{0});
}

StarterProbabilities OutcomeCounts::frequencies() const {
  StarterProbabilities shares{};
  const std::int64_t sum = game_count();
  if (sum == 0) return shares;
  for (std::size_t o = 0; o < kOutcomeCount; ++o) {
    shares[o] = static_cast<double>(games_by_outcome[o]) / static_cast<double>(sum);
  }
  return shares;
}

StarterProbabilities OutcomeCounts::standard_errors() const {
  StarterProbabilities errors{};
  for (std::size_t o = 0; o < kOutcomeCount; ++o) {
    const std::int64_t games = games_by_outcome[o];
    if (games == 0 && static_cast<Outcome>(o) == Outcome::kTie) continue;  // stays 0
    IntegerSample sample;
    sample.add(1, games);
    sample.add(0, game_count() - games);
    errors[o] = sample.estimate().standard_error;
  }
  return errors;
}

void for_each_self_play_game(const SelfMatchOptions& options, const PlayerFactory& player,
                             const std::function<bool(std::int64_t)>& wanted,
                             const std::function<void(std::int64_t, const GameResult&,
                                                      std::span<const Transition>)>& on_game) {
  parallel_for_with_workers(options.threads, options.game_count, [&] {
    return [&, runner = GameRunner(options.game, options.checkers), first = player(),
            second = player(), transitions = std::vector<Transition>()](std::int64_t game) mutable {
      if (!wanted(game)) return true;
      transitions.clear();
      const GameResult result = runner.play(
          *first, *second, GameRng(options.seed, static_cast<std::uint64_t>(game)), &transitions);
      throw_if_interrupted();  // then the player may have decided too early
      on_game(game, result, transitions);
      return true;
    };
  });
}

OutcomeCounts count_game_outcomes(const SelfMatchOptions& options, const PlayerFactory& player,
                                  const std::function<void(std::int64_t)>& progress) {
  OutcomeCounts counts;
  std::mutex mutex;
  const auto all = [](std::int64_t) { return true; };
  for_each_self_play_game(options, player, all, [&](std::int64_t, const GameResult& result, auto) {
    if (result.failed_player >= 0) throw std::runtime_error(result.failure_reason);
    const std::scoped_lock lock(mutex);
    ++counts.games_by_outcome[static_cast<std::size_t>(result.outcome)];
    if (progress) progress(counts.game_count());
  });
  return counts;
}

std::string format_outcome_frequencies(const std::vector<OutcomeFrequencies>& all) {
  std::string text;
  for (const OutcomeFrequencies& known : all) {
    if (!text.empty()) text += ';';
    for (const Outcome outcome : kOutcomeTextOrder) {
      if (outcome != kOutcomeTextOrder.front()) text += ',';
      text += format_shortest(known.frequencies[static_cast<std::size_t>(outcome)]);
    }
  }
  return text;
}

OutcomeFrequencies measure_outcome_frequencies(const std::string& player,
                                               const SelfMatchOptions& options,
                                               const std::function<void(std::int64_t)>& progress) {
  const PlayerFactory factory = make_player_factory(player, options.game);
  const OutcomeCounts counts = count_game_outcomes(options, factory, progress);
  return {options.game, counts.frequencies(), player, counts};
}

MatchEquityTable compute_match_equity_table(int target,
                                            const std::vector<OutcomeFrequencies>& all) {
  std::vector<StarterProbabilities> shares;
  shares.reserve(all.size());
  for (const OutcomeFrequencies& known : all) shares.push_back(known.frequencies);
  return {target, shares};
}

std::string match_equity_json(const MatchEquityTable& equity,
                              const std::vector<OutcomeFrequencies>& all) {
  using nlohmann::ordered_json;
  ordered_json games = ordered_json::array();
  for (std::size_t game = 0; game < all.size(); ++game) {
    const OutcomeFrequencies& known = all[game];
    ordered_json entry = {{"variant", known.game.name()}, {"shares", known.frequencies}};
    if (known.counts) {
      entry["standard_errors"] = known.counts->standard_errors();
      entry["games"] = known.counts->game_count();
      entry["player"] = known.measured_player_name;
    }
    ordered_json rows = ordered_json::array();
    for (int own = 1; own <= equity.target_points(); ++own) {
      std::vector<double> row;
      for (int other = 1; other <= equity.target_points(); ++other) {
        row.push_back(equity.win_probability({own, other, true, game}));
      }
      rows.push_back(row);
    }
    entry["chances"] = rows;
    games.push_back(entry);
  }
  const ordered_json json = {{"target", equity.target_points()},
                             {"shares", format_outcome_frequencies(all)},
                             {"games", games}};
  return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace gioul
