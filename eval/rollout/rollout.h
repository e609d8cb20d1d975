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
  int truncation_rolls = 0;  // rolls of both players before static evaluation; 0: play to the end
  VarianceReduction variance_reduction = VarianceReduction::kAuto;
  std::uint64_t seed = 1;
  int threads = 1;
  /// Stop when the standard error of the equity, in points, is at most this for all starts still
  /// rolled out; 0: never.
  double target_error = 0.0;
  /// Drop a start once it is worse than the best by this many standard errors of the difference,
  /// and stop when one start is left; 0: never.
  double drop_sigmas = 0.0;
  std::int64_t minimum_trials = 324;  // before any stop; estimates of few trials are unreliable
  /// Shares the trials with other processes; null: all trials are played here.
  TrialExchange* exchange = nullptr;
};

/// A position whose trials are rolled out, and the player for whom the results are.
struct RolloutStart {
  Position position{};
  /// False: results are for the player to move. True: for the opponent, who has just moved.
  bool value_for_opponent = false;
  /// The ending, if a play ended the game. Such a start needs no trials and has no `position`.
  Ending ending = Ending::kNone;
};

/// Makes a start whose results are for the player to move.
RolloutStart rollout_start(const Position& position);
/// Makes a start from an afterstate of a decision; results are for the player who decides.
RolloutStart rollout_start(const AfterstateList& list, std::size_t index);

struct RolloutProgress {
  std::int64_t done = 0;     // trials done, of all starts
  std::int64_t resumed = 0;  // trials taken from the cache
  std::int64_t total = 0;    // trials in all if nothing stops earlier
  Estimate best;             // equity of the best start so far; 0 +- 0 before the first round
  /// Results of all starts after the last round; empty before the first. Valid during the call.
  std::span<const RolloutResult> results = {};
};

/// Returns the index of the start with the highest equity that was not dropped.
std::size_t best_start(std::span<const RolloutResult> results);

/// Throws InputError if the options are invalid or there are no starts.
void check_rollout(const RolloutOptions& options, std::span<const RolloutStart> starts);

/// Rolls out all starts with the same dice. Both sides' plays are chosen by `player`; if it is
/// empty, by static evaluation with `evaluator`, which also serves variance reduction and
/// truncation. The result depends only on the starts and the options, except `threads` and
/// `exchange`. Calls `progress` from time to time, from one thread at a time. Trials found in
/// `cache` are not played; all others are stored there. The cache does not change the result.
/// Throws as check_rollout() does.
std::vector<RolloutResult> rollout(const RolloutOptions& options,
                                   std::span<const RolloutStart> starts,
                                   const EvaluatorFactory& evaluator,
                                   const PlayerFactory& player = {},
                                   const std::function<void(const RolloutProgress&)>& progress = {},
                                   TrialCache* cache = nullptr);

/// Plays one work part of all trials of all starts, in whole mirrored pairs, and stores them in
/// `cache`. Since early stops cannot be foreseen, plays all trials that the whole rollout may need.
void rollout_part(const RolloutOptions& options, std::span<const RolloutStart> starts,
                  const WorkPart& part, const EvaluatorFactory& evaluator,
                  const PlayerFactory& player,
                  const std::function<void(const RolloutProgress&)>& progress, TrialCache& cache);

}  // namespace gioul
