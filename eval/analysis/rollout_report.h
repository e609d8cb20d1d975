// Rolls out a position or the plays of a decision, and formats the result as JSON.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/games/game.h"
#include "eval/analysis/evaluation.h"
#include "eval/play/luck_evaluator.h"
#include "eval/play/player.h"
#include "eval/rollout/rollout.h"
#include "eval/value/evaluator.h"

namespace gioul {

/// The names of the methods of variance reduction in options and JSON.
inline constexpr std::array<std::pair<std::string_view, VarianceReduction>, 4>
    kVarianceReductionNames = {{{"auto", VarianceReduction::kAuto},
                                {"all", VarianceReduction::kAllRolls},
                                {"doublets", VarianceReduction::kDoublets},
                                {"none", VarianceReduction::kNone}}};

/// A position to roll out, or the plays of a decision to roll out and compare.
struct RolloutQuery {
  Game game = {};
  Position position{};
  /// The roll of the decision. It is nullopt if the position itself is rolled out or if the moves
  /// are pending (owed from a chain or forfeited by the opponent).
  std::optional<Dice> dice = {};
  /// The plays to roll out; empty if the position itself is rolled out.
  std::vector<ScoredPlay> plays = {};
  /// The starts of the trials: the afterstate of each play, or the position itself.
  std::vector<RolloutStart> starts = {};
  /// Static evaluation of the position for the player to move; set only if `plays` is empty.
  Value static_value{};
};

/// Makes a query that rolls out the position itself.
RolloutQuery make_rollout_query(Game game, Evaluator& evaluator, const Position& position);

/// Makes a query that rolls out plays of a decision: the best `max_plays` by static evaluation or,
/// if `max_plays` is nullopt, a few that are close to the best. `dice` are ignored if moves are
/// pending.
RolloutQuery make_rollout_query(Game game, Evaluator& evaluator, const Position& position,
                                std::optional<Dice> dice, std::optional<std::size_t> max_plays);

/// The rollout result of a play, or of a position itself.
struct PlayRollout {
  std::size_t start_index = 0;  // index in RolloutQuery::starts
  RolloutResult result;
};

/// Returns the results of a rollout with their start indices, best first: sorted by the equity
/// difference to the best play.
std::vector<PlayRollout> sort_by_equity(const std::vector<RolloutResult>& results);

/// Returns true if no play has two mirrored pairs of trials, the fewest that show an error: an
/// interrupted rollout with such results has none to report.
bool has_too_few_trials(const std::vector<PlayRollout>& rollouts);

/// A query and the results of its rollout.
struct RolloutReport {
  RolloutQuery query;
  RolloutOptions options;  // number of trials, dice, stop rules
  VarianceReduction variance_reduction = VarianceReduction::kNone;  // the method used; not kAuto
  std::vector<PlayRollout> rollouts = {};  // one per entry of RolloutQuery::starts, best first
};

/// Rolls out the plays or the position of a query and returns the report. The other arguments are
/// passed to rollout() (eval/rollout/rollout.h).
RolloutReport roll_out(RolloutQuery query, const RolloutOptions& options,
                       const EvaluatorFactory& evaluator, const PlayerFactory& player = {},
                       const std::function<void(const RolloutProgress&)>& progress = {},
                       TrialCache* cache = nullptr);

/// Returns the name of a method from kVarianceReductionNames.
std::string_view format_variance_reduction(VarianceReduction variance_reduction);

/// Adds the rollout result of a play to a JSON object: equity, difference to the best of the
/// compared plays, outcome probabilities, the standard errors of all these, and number of trials.
template <typename Json>
void add_compared_rollout_fields(Json& json, const RolloutResult& result) {
  json["equity"] = result.equity.mean;
  json["standard_error"] = result.equity.standard_error;
  json["difference"] = result.difference_to_best.mean;
  json["difference_error"] = result.difference_to_best.standard_error;
  json["outcomes"] = result.outcome_means();
  json["outcome_errors"] = result.outcome_errors();
  json["trials"] = result.trial_count;
}

}  // namespace gioul
