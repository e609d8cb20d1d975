// Rollouts: estimate the equity of positions by playing them out many times. The dice are mirrored
// and stratified. Variance reduction subtracts the luck of the rolls, which keeps the mean and
// removes most of the variance (docs/analysis.md).
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/statistics.h"
#include "base/work_part.h"
#include "engine/afterstates.h"
#include "engine/games/game.h"
#include "engine/outcome.h"
#include "eval/play/luck_evaluator.h"
#include "eval/play/player.h"
#include "eval/rollout/rollout_dice.h"
#include "eval/rollout/rollout_stats.h"
#include "eval/rollout/trial_cache.h"
#include "eval/value/evaluator.h"

namespace gioul {

/// The number of trials, stop rules and variance reduction of a rollout.
struct RolloutOptions {
  Game game = {};
  /// Maximum number of trials (games) per start; even, since trials come in mirrored pairs.
  std::int64_t max_trials = 12960;
  /// Number of rolls, of both players together, after which a trial ends with a static evaluation;
  /// 0: trials are played to the end of the game.
  int truncation_rolls = 0;
  /// Selects the rolls whose luck is subtracted from results.
  VarianceReduction variance_reduction = VarianceReduction::kAuto;
  std::uint64_t seed = 1;  // seed of the dice
  int threads = 1;
  /// The rollout stops once the standard error of the equity, in points, is at most this for each
  /// start that has not been dropped. 0: it does not stop early.
  double target_error = 0.0;
  /// A start is dropped (not rolled out further) once it is worse than the best by this many
  /// standard errors of the difference. The rollout stops when one start is left. 0: starts are not
  /// dropped.
  double drop_sigmas = 0.0;
  /// Minimum number of trials per start before the rollout stops early or drops a start, since
  /// estimates from few trials are unreliable.
  std::int64_t min_trials = 324;
  /// Shares the trials with other processes; null: this process plays all.
  TrialExchange* trial_exchange = nullptr;
};

/// A position from which trials are played: a position to be evaluated, or the afterstate of a
/// candidate play.
struct RolloutStart {
  Position position{};
  /// True if results are for the opponent of the player to move at `position`, who has just moved;
  /// false if they are for the player to move.
  bool value_for_opponent = false;
  /// The ending if the candidate play ended the game, else kNone. After an ending, no trials are
  /// needed, and `position` is not used.
  Ending ending = Ending::kNone;
};

/// Makes a start from afterstate `index` in `list`, so that plays of a decision can be compared.
/// Results are for the player who made the decision.
RolloutStart make_rollout_start(const AfterstateList& list, std::size_t index);

/// Progress of a rollout, for display.
struct RolloutProgress {
  std::int64_t trials_done = 0;     // number of trials done, summed over all starts
  std::int64_t trials_resumed = 0;  // number of trials among `trials_done` taken from the cache
  std::int64_t trials_total = 0;    // number of trials if the rollout does not stop early
  /// Equity of the best start so far; 0 +- 0 before the first block of trials is done.
  Estimate best_equity;
  /// Results so far, one per start; empty before the first block of trials is done. Valid only
  /// during the progress callback.
  std::span<const RolloutResult> results = {};
};

/// Returns the index of the start with the highest equity among those that were not dropped.
std::size_t best_start_index(std::span<const RolloutResult> results);

/// Returns the method that kAuto stands for in this game, the one with the smallest error in the
/// same time (docs/analysis.md), or the given one. Throws InputError if the game does not have it.
VarianceReduction resolve_variance_reduction(VarianceReduction variance_reduction, Game game);

/// Checks the arguments of a rollout. Throws InputError if the options are invalid or there are no
/// starts.
void check_rollout_options(const RolloutOptions& options, std::span<const RolloutStart> starts);

/// Rolls out all starts with the same dice, and returns one result per start.
/// `player` chooses the plays of both sides; if it is empty, plays are chosen by static evaluation
/// with `evaluator`. Variance reduction and truncation always use `evaluator`. Trials found in
/// `cache` are not played again; all others are stored there. Calls `progress` from time to time,
/// from one thread at a time.
/// The result depends only on the starts, the players and the options except `threads` and
/// `trial_exchange`; the cache does not change it. Throws the same errors as
/// check_rollout_options().
std::vector<RolloutResult> rollout(const RolloutOptions& options,
                                   std::span<const RolloutStart> starts,
                                   const EvaluatorFactory& evaluator,
                                   const PlayerFactory& player = {},
                                   const std::function<void(const RolloutProgress&)>& progress = {},
                                   TrialCache* cache = nullptr);

/// Plays one part of the trials of all starts and stores them in `cache`, for a rollout that is
/// split over machines. The parts consist of whole mirrored pairs. A part does not stop early: it
/// covers its share of the maximum number of trials.
void play_rollout_part(const RolloutOptions& options, std::span<const RolloutStart> starts,
                       const WorkPart& part, const EvaluatorFactory& evaluator,
                       const PlayerFactory& player,
                       const std::function<void(const RolloutProgress&)>& progress,
                       TrialCache& cache);

}  // namespace gioul
