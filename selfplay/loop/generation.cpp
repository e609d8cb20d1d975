#include "selfplay/loop/generation.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <utility>

#include "base/parallel.h"
#include "engine/game_state.h"
#include "engine/games/game.h"
#include "engine/rng.h"
#include "eval/value/evaluator.h"
#include "selfplay/loop/self_play_game.h"

namespace gioul {

namespace {

// Decisions that a thread evaluates together: enough to fill the blocks of the later layers, few
// enough for the L1 cache.
constexpr std::size_t kMaxBatchedGames = 8;

// Memory of one thread.
struct Worker {
  std::vector<std::unique_ptr<AfterstateList>> lists;  // of decisions that wait for evaluation
  EvaluationBuffer buffer;
  std::array<std::size_t, kDistinctRolls.size()> decisions{};  // their buffer indices, by roll
  std::vector<Distribution> lookahead;
  std::vector<std::vector<Position>> siblings;  // by decision of a game

  // Returns the list of waiting decision `number`.
  AfterstateList& list(std::size_t number) {
    while (lists.size() <= number) {
      lists.push_back(std::make_unique_for_overwrite<AfterstateList>());
    }
    return *lists[number];
  }
};

// Plays all games to their ends, one decision of each at a time. The grouping does not affect the
// games.
void play(std::span<SelfPlayGame> games, const QuantizedNet& net, Worker& worker) {
  std::vector<SelfPlayGame*> playing;
  for (SelfPlayGame& game : games) playing.push_back(&game);
  while (!playing.empty()) {
    for (std::size_t d = 0; d < playing.size(); ++d) {
      playing[d]->generate_afterstates(worker.list(d));
      net.add(playing[d]->position(), worker.list(d), worker.buffer);
    }
    net.flush(worker.buffer);
    std::size_t left = 0;
    for (std::size_t d = 0; d < playing.size(); ++d) {
      const auto value_of = [&](std::size_t i) { return net.distribution(d, i, worker.buffer); };
      if (playing[d]->step_greedy(worker.list(d), net.equities(d, worker.buffer), value_of)) {
        playing[left++] = playing[d];
      }
    }
    playing.resize(left);
  }
}

// An order of the 21 rolls that does not affect results: doublets last, so that the other rolls,
// which share an accumulator, are consecutive.
constexpr std::array<std::size_t, kDistinctRolls.size()> kOrdinaryFirst = [] {
  std::array<std::size_t, kDistinctRolls.size()> order{};
  std::size_t next = 0;
  for (const bool doublets : {false, true}) {
    for (std::size_t k = 0; k < kDistinctRolls.size(); ++k) {
      if (kDistinctRolls[k].is_doublet() == doublets) order[next++] = k;
    }
  }
  return order;
}();

// Computes one-roll lookahead values in one thread's memory.
struct Lookahead {
  const GenerationOptions& options;
  const QuantizedNet& net;
  Worker& worker;
  std::uint64_t evaluations = 0;

  // Returns the mean over the rolls of the best reply's value, for the player to move. If no roll
  // is due, returns the value of the best play. Evaluates all plays of the roll with index
  // `full_roll`.
  Distribution value(const Position& position, std::size_t full_roll = kDistinctRolls.size()) {
    Distribution mean{};
    if (position.is_pending()) {
      add(position, std::nullopt, 0, full_roll == 0);
      net.flush(worker.buffer);
      return best_value(0);
    }
    for (const std::size_t k : kOrdinaryFirst) add(position, kDistinctRolls[k], k, full_roll == k);
    net.flush(worker.buffer);
    for (std::size_t k = 0; k < kDistinctRolls.size(); ++k) {
      const Distribution value = best_value(k);
      const float share = static_cast<float>(count_permutations(kDistinctRolls[k])) / 36.0f;
      for (std::size_t o = 0; o < kOutcomeCount; ++o) mean[o] += share * value[o];
    }
    return mean;
  }

  // Returns the equities of roll k's plays in the last position. Requires that all were evaluated.
  std::span<const float> equities(std::size_t k) const {
    return net.equities(worker.decisions[k], worker.buffer);
  }

 private:
  void add(const Position& position, std::optional<Dice> dice, std::size_t k, bool all) {
    AfterstateList& list = worker.list(k);
    options.game.generate_afterstates(position, dice, list);
    const std::size_t limit = all || options.max_replies_per_roll == 0
                                  ? list.positions().size()
                                  : static_cast<std::size_t>(options.max_replies_per_roll) *
                                        (chain_continues(list) ? 3 : 1);
    worker.decisions[k] = net.add_best(position, list, limit, worker.buffer);
  }

  Distribution best_value(std::size_t k) {
    const AfterstateList& list = worker.list(k);
    const auto equities = net.equities(worker.decisions[k], worker.buffer);
    evaluations += equities.size();
    const std::size_t i = best_afterstate_index(list, equities);
    if (i >= equities.size()) {
      return one_hot(outcome_of(list.ending(list.positions().size() + i - equities.size())));
    }
    return value_for_mover(list, net.distribution(worker.decisions[k], i, worker.buffer));
  }
};

// Returns afterstates of a decision other than `next`, the chosen one: half of `count` are the
// best, the others random. Returns fewer if there are not enough.
std::vector<Position> find_siblings(const AfterstateList& list, std::span<const float> equities,
                                    const Position* next, int count, CounterRng& rng) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < equities.size(); ++i) {
    if (next == nullptr || !(list.positions()[i] == *next)) order.push_back(i);
  }
  const std::size_t taken = std::min(order.size(), static_cast<std::size_t>(count));
  const std::size_t best = (taken + 1) / 2;
  const auto end_of_best = order.begin() + static_cast<std::ptrdiff_t>(best);
  std::partial_sort(order.begin(), end_of_best, order.end(), [&](std::size_t a, std::size_t b) {
    return equities[a] != equities[b] ? equities[a] > equities[b] : a < b;
  });
  std::vector<Position> siblings;
  for (std::size_t k = 0; k < taken; ++k) {
    if (k >= best) std::swap(order[k], order[k + rng.uniform_below(order.size() - k)]);
    siblings.push_back(list.positions()[order[k]]);
  }
  return siblings;
}

// Computes lookahead values for all decisions of a game, and selects siblings from the same
// afterstates.
void add_lookahead(const SelfPlayGame& game, std::uint64_t number, Lookahead& lookahead) {
  const GenerationOptions& options = lookahead.options;
  Worker& worker = lookahead.worker;
  CounterRng rng(options.seed, number, RngStream::kDecisionSampling);
  const auto steps = game.steps();
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const auto& [position, dice] = steps[i].decision;
    if (options.siblings_per_decision == 0) {
      worker.lookahead.push_back(lookahead.value(position));
      continue;
    }
    const std::size_t k = dice ? roll_index(*dice) : 0;
    worker.lookahead.push_back(lookahead.value(position, k));
    const Position* next = i + 1 < steps.size() ? &steps[i + 1].decision.position : nullptr;
    worker.siblings.push_back(find_siblings(worker.list(k), lookahead.equities(k), next,
                                            options.siblings_per_decision, rng));
  }
}

// Adds training examples for the siblings of the game's decisions.
void add_sibling_examples(Lookahead& lookahead, GameExamples& result) {
  const GenerationOptions& options = lookahead.options;
  const Worker& worker = lookahead.worker;
  std::vector<TrainingExample> chosen;
  if (options.with_group_sizes) {
    chosen = std::exchange(result.examples, {});
    result.examples.push_back(chosen.front());
    result.group_sizes.push_back(1);
  }
  for (std::size_t i = 0; i < worker.siblings.size(); ++i) {
    const std::size_t before = result.examples.size();
    // The chosen play's TD correction applies to its siblings as well. Otherwise the comparison
    // would mistake it for an advantage of the chosen play.
    Distribution later{};
    if (options.with_group_sizes && i + 1 < worker.siblings.size()) {
      const TrainingExample& example = chosen[i + 1];
      result.examples.push_back(example);
      for (std::size_t o = 0; o < kOutcomeCount; ++o) {
        later[o] = example.target[o] - worker.lookahead[i + 1][o];
      }
    }
    for (const Position& sibling : worker.siblings[i]) {
      TrainingExample example = {sibling, lookahead.value(sibling)};
      for (std::size_t o = 0; o < kOutcomeCount; ++o) example.target[o] += later[o];
      result.examples.push_back(example);
      ++result.sibling_example_count;
    }
    if (options.with_group_sizes && result.examples.size() > before) {
      result.group_sizes.push_back(static_cast<std::uint32_t>(result.examples.size() - before));
    }
  }
}

GameExamples make_examples(const SelfPlayGame& game, std::uint64_t number,
                           const GenerationOptions& options, const QuantizedNet& net,
                           Worker& worker) {
  worker.lookahead.clear();
  worker.siblings.clear();
  Lookahead lookahead{options, net, worker};
  if (options.target_kind == TargetKind::kLookahead) add_lookahead(game, number, lookahead);
  GameExamples result = make_td_targets(game.steps(), game.episode_end(),
                                        static_cast<float>(options.td_lambda), worker.lookahead);
  if (!worker.siblings.empty()) add_sibling_examples(lookahead, result);
  result.evaluation_count = game.evaluation_count() + lookahead.evaluations;
  return result;
}

// Plays the games of the generation in parallel, until stop() returns true, and calls
// on_game_over(i, game, worker) for each.
template <typename OnGameOver>
void play_all(const GenerationOptions& options, const QuantizedNet& net,
              const OnGameOver& on_game_over, const std::function<bool()>& stop = {}) {
  const Position start = options.game.start(options.checkers);
  PerThread<Worker> workers;
  const auto threads = static_cast<std::uint64_t>(options.threads);
  // With few games, smaller batches keep all threads busy.
  const std::uint64_t batch_size =
      std::clamp<std::uint64_t>(options.games / (4 * threads), 1, kMaxBatchedGames);
  parallel_for(options.threads, (options.games + batch_size - 1) / batch_size,
               [&](std::uint64_t batch) {
                 if (stop && stop()) return;
                 const std::uint64_t first = batch * batch_size;
                 const std::uint64_t end = std::min(first + batch_size, options.games);
                 std::vector<SelfPlayGame> games;
                 games.reserve(end - first);
                 for (std::uint64_t i = first; i < end; ++i) {
                   games.emplace_back(options.game, start, options.seed, options.first_game + i,
                                      options.max_decisions);
                 }
                 Worker& worker = workers.local();
                 play(games, net, worker);
                 for (std::uint64_t i = first; i < end; ++i) {
                   on_game_over(i, games[i - first], worker);
                 }
               });
}

// Adds the predictions at the decisions of a game that ended with `last_result`, for the last
// player to move, to `calibration`.
void count_predictions(std::span<const GameStep> steps, Outcome last_result,
                       Calibration& calibration) {
  Outcome result = last_result;
  for (std::size_t i = steps.size(); i-- > 1;) {  // the start position has no prediction
    if (i + 1 < steps.size() && !steps[i].mover_acts_next) result = flipped(result);
    const Distribution& value = steps[i].outcome_probabilities;
    const int won = points(result);
    const auto count = [&](std::size_t which, float probability, bool happened) {
      const auto bin = static_cast<std::size_t>(probability * Calibration::kBinCount);
      CalibrationBin& to = calibration.bins[which][std::min(bin, Calibration::kBinCount - 1)];
      ++to.prediction_count;
      to.predicted_sum += static_cast<double>(probability);
      to.event_count += happened ? 1 : 0;
    };
    count(0, value[3] + value[4], won > 0);
    count(1, value[4], won == 2);
    count(2, value[0], won == -2);
  }
}

}  // namespace

GameTotals make_game_totals(std::uint64_t hash, std::uint64_t decisions, int first_mover_points) {
  return {.games = 1,
          .decisions = decisions,
          .gammons = first_mover_points == 2 || first_mover_points == -2 ? 1u : 0u,
          .first_mover_points = first_mover_points,
          .games_hash = hash};
}

void GameTotals::add(const GameTotals& part) {
  games += part.games;
  decisions += part.decisions;
  gammons += part.gammons;
  first_mover_points += part.first_mover_points;
  games_hash = mix64(games_hash ^ part.games_hash);
}

Generation merge_into_generation(const std::vector<GameExamples>& games) {
  Generation generation;
  std::size_t total = 0;
  for (const GameExamples& game : games) total += game.examples.size();
  generation.examples.reserve(total);
  for (const GameExamples& game : games) {
    generation.examples.insert(generation.examples.end(), game.examples.begin(),
                               game.examples.end());
    generation.group_sizes.insert(generation.group_sizes.end(), game.group_sizes.begin(),
                                  game.group_sizes.end());
    generation.sibling_example_count += game.sibling_example_count;
    generation.forfeit_decision_count += game.forfeit_decision_count;
    generation.evaluation_count += game.evaluation_count;
    const int won = game.outcome ? points(*game.outcome) : 0;
    generation.add(
        make_game_totals(game.hash, game.examples.size() - game.sibling_example_count, won));
    generation.truncated_game_count += game.outcome ? 0 : 1;
    generation.first_mover_wins += won > 0 ? 1 : 0;
    generation.ties += game.outcome && won == 0 ? 1 : 0;
  }
  return generation;
}

void play_games(const GenerationOptions& options, const QuantizedNet& net, const GameSink& sink) {
  GenerationOptions to_the_end = options;
  to_the_end.max_decisions = 0;
  play_all(to_the_end, net, [&](std::uint64_t i, const SelfPlayGame& game, Worker&) {
    sink(i, game.steps(), *game.episode_end().result);
  });
}

std::vector<GameExamples> play_training_games(const GenerationOptions& options,
                                              const QuantizedNet& net,
                                              const std::function<bool()>& stop) {
  std::vector<GameExamples> games(options.games);
  play_all(
      options, net,
      [&](std::uint64_t i, const SelfPlayGame& game, Worker& worker) {
        games[i] = make_examples(game, options.first_game + i, options, net, worker);
      },
      stop);
  return games;
}

Generation play_generation(const GenerationOptions& options, const QuantizedNet& net) {
  std::vector<GameExamples> games(options.games);
  std::vector<Calibration> calibrations(options.with_calibration ? games.size() : 0);
  play_all(options, net, [&](std::uint64_t i, const SelfPlayGame& game, Worker& worker) {
    games[i] = make_examples(game, options.first_game + i, options, net, worker);
    const EpisodeEnd end = game.episode_end();
    if (options.with_calibration && end.result) {
      count_predictions(game.steps(), *end.result, calibrations[i]);
    }
  });
  Generation generation = merge_into_generation(games);
  for (const Calibration& calibration : calibrations) generation.calibration.add(calibration);
  return generation;
}

void Calibration::add(const Calibration& other) {
  for (std::size_t which = 0; which < bins.size(); ++which) {
    for (std::size_t bin = 0; bin < kBinCount; ++bin) {
      bins[which][bin].prediction_count += other.bins[which][bin].prediction_count;
      bins[which][bin].predicted_sum += other.bins[which][bin].predicted_sum;
      bins[which][bin].event_count += other.bins[which][bin].event_count;
    }
  }
}

}  // namespace gioul
