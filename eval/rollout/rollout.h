// Rollouts: estimate the equity of positions by playing them out many times. The dice are mirrored
// and stratified, and variance reduction subtracts the luck of the rolls, which keeps the mean and
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
  std::int64_t trials = 12960;  // maximum per start; even, since trials come in mirrored pairs
  int truncation_rolls = 0;  // after so many rolls, counted over both players, the trial ends with
                             // a static evaluation; 0: never
  VarianceReduction variance_reduction = VarianceReduction::kAuto;
  std::uint64_t seed = 1;
  int threads = 1;
  /// Stop when the standard error of the equity, in points, is at most this for each start that has
  /// not been dropped; 0: never.
  double target_error = 0.0;
  /// Drop a start once it is worse than the best by this many standard errors of the difference,
  /// and stop when one start is left; 0: never.
  double drop_sigmas = 0.0;
  /// Per start, before any stop; estimates of few trials are unreliable.
  std::int64_t minimum_trials = 324;
  /// Shares the work with other processes; null: this process plays all trials.
  TrialExchange* exchange = nullptr;
};

/// A position whose trials are rolled out, and the player for whom the results are.
struct RolloutStart {
  Position position{};
  /// The player for whom results are. False: the player to move. True: the opponent, who has just
  /// moved.
  bool value_for_opponent = false;
  /// The ending, if the play before the start ended the game. Such a start needs no trials, and its
  /// `position` is not used.
  Ending ending = Ending::kNone;
};

/// Makes a start whose results are for the player to move.
RolloutStart rollout_start(const Position& position);
/// Makes a start from an afterstate of a decision; results are for the player who decides.
RolloutStart rollout_start(const AfterstateList& list, std::size_t index);

/// Progress of a rollout, passed to its callback.
struct RolloutProgress {
  std::int64_t done = 0;     // trials done, summed over all starts
  std::int64_t resumed = 0;  // those of them that were taken from the cache
  std::int64_t total = 0;    // trials that will be done unless a stop rule applies
  Estimate best;             // equity of the best start so far; 0 +- 0 before the first round
  /// Results of all starts after the last round; empty before the first. Valid during the call.
  std::span<const RolloutResult> results = {};
};

/// Returns the index of the start with the highest equity among those not dropped.
std::size_t best_start(std::span<const RolloutResult> results);

/// Throws InputError if the options are invalid or there are no starts.
void check_rollout(const RolloutOptions& options, std::span<const RolloutStart> starts);

/// Rolls out all starts with the same dice. `player` chooses the plays of both sides. If it is
/// empty, plays are chosen by static evaluation with `evaluator`, which also serves variance
/// reduction and truncation. The result depends only on the starts and the options, except
/// `threads` and `exchange`. Calls `progress` from time to time, from one thread at a time. Trials
/// found in `cache` are not played again; all others are stored there. The cache does not change
/// the result. Throws as check_rollout() does.
std::vector<RolloutResult> rollout(const RolloutOptions& options,
                                   std::span<const RolloutStart> starts,
                                   const EvaluatorFactory& evaluator,
                                   const PlayerFactory& player = {},
                                   const std::function<void(const RolloutProgress&)>& progress = {},
                                   TrialCache* cache = nullptr);

/// Plays one work part of the trials of all starts, in whole mirrored pairs, and stores them in
/// `cache`. Since early stops cannot be foreseen, it plays its part of all trials that the whole
/// rollout may need.
void rollout_part(const RolloutOptions& options, std::span<const RolloutStart> starts,
                  const WorkPart& part, const EvaluatorFactory& evaluator,
                  const PlayerFactory& player,
                  const std::function<void(const RolloutProgress&)>& progress, TrialCache& cache);

}  // namespace gioul
