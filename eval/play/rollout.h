// Rollouts: a position's value from playing it out many times, with its standard error. Dice are
// mirrored and stratified, and the luck that the players are seen to have is taken out of the
// results, which leaves their mean as it is and most of their spread away (docs/analysis.md).
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/part.h"
#include "base/statistics.h"
#include "engine/afterstates.h"
#include "engine/games/game.h"
#include "engine/outcome.h"
#include "eval/play/player.h"
#include "eval/play/rollout_dice.h"
#include "eval/play/rollout_sums.h"
#include "eval/play/trial_memo.h"
#include "eval/value/evaluator.h"

namespace gioul {

struct RolloutOptions {
  Game game = {};
  std::int64_t trials = 12960;  // of each start at most; even: they come in mirrored pairs
  int truncate = 0;  // rolls of both players until the evaluator's value is taken; 0: to the end
  Luck luck = Luck::kBest;
  std::uint64_t seed = 1;
  int threads = 1;
  /// Stop once the equity of every start still rolled out has at most this error; 0: never.
  double target_error = 0.0;
  /// Roll a start no further once it is worse than the best by so many standard errors of their
  /// difference, and stop when one is left; 0: never.
  double certainty = 0.0;
  std::int64_t minimum_trials = 324;  // before any stop; errors of few trials are not to be trusted
  /// Who plays this with others; null: it is played alone.
  TrialExchange* exchange = nullptr;
};

/// Where trials begin, and who their results are seen by.
struct RolloutStart {
  Position position{};
  /// True if results are for the player who is not to act: he has just moved.
  bool seen_by_other = false;
  /// A play that ends the game needs no trial; `position` is then not looked at.
  Ending ending = Ending::kNone;
};

/// A position seen by its player to act.
RolloutStart rollout_start(const Position& position);
/// What line `line` of a decision leads to, seen by the player who decides.
RolloutStart rollout_start(const AfterstateList& list, std::size_t line);

struct RolloutProgress {
  std::int64_t done = 0;   // trials, of all starts
  std::int64_t found = 0;  // of these those that a memo knew
  std::int64_t most = 0;   // ... if nothing stops before
  Estimate best;           // equity of the best start so far; 0 +- 0 at first
  /// All starts as they stood after the last round; empty at first. Valid during the call.
  std::span<const RolloutResult> results = {};
};

/// The index of the start that the others' differences are to.
std::size_t best_start(std::span<const RolloutResult> results);

/// Throws InputError for options that can't be used, or no starts.
void check_rollout(const RolloutOptions& options, std::span<const RolloutStart> starts);

/// Rolls out all starts with the same dice. Both sides' plays are chosen by `player`; where it is
/// empty, the line with the highest equity of `evaluator` is played. Luck and truncation go by
/// `evaluator`. The result depends on the options (but for `threads` and `exchange`) and the starts
/// alone.
/// `progress` is called now and then, from one thread at a time. Throws as check_rollout() does.
/// Trials that `memo` knows are not played, and it is told of all others; it changes no result.
std::vector<RolloutResult> rollout(const RolloutOptions& options,
                                   std::span<const RolloutStart> starts,
                                   const EvaluatorFactory& evaluator,
                                   const PlayerFactory& player = {},
                                   const std::function<void(const RolloutProgress&)>& progress = {},
                                   TrialMemo* memo = nullptr);

/// Of all trials of all starts plays one part, whole mirrored pairs, for `memo`, which is asked and
/// told as above. Nothing is known here of when the whole may stop: it plays all that it may need.
void rollout_part(const RolloutOptions& options, std::span<const RolloutStart> starts,
                  const Part& part, const EvaluatorFactory& evaluator, const PlayerFactory& player,
                  const std::function<void(const RolloutProgress&)>& progress, TrialMemo& memo);

}  // namespace gioul
