// Parses and runs the requests about positions: moves, evaluate, analyze, judge and rollout. The
// same code serves JSON, command-line options and Python. The results are types of eval/analysis/.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "api/field_reader.h"
#include "api/player_registry.h"
#include "api/request_fields.h"
#include "engine/games/game.h"
#include "eval/analysis/analysis.h"
#include "eval/analysis/evaluation.h"
#include "eval/analysis/rollout_report.h"
#include "eval/players/evaluator_loader.h"
#include "eval/players/player_spec.h"
#include "eval/value/evaluator.h"

namespace gioul {

/// Receives the progress of a rollout. `plays` are the plays that are rolled out; it is empty if
/// the position itself is rolled out.
using RolloutListener =
    std::function<void(const RolloutProgress& progress, const std::vector<std::string>& plays)>;

/// The decision that a request is about.
struct DecisionRequest {
  Game game = {};
  Position position{};
  std::optional<Dice> dice = {};  // the roll; nullopt if moves are pending
};
/// Reads the fields of a DecisionRequest: variant, position and dice. Throws RequestError.
DecisionRequest read_decision_request(const FieldReader& fields);

/// Returns the fields of the request "evaluate", which asks for the static evaluation (without
/// search) of a position, and of the plays of a roll.
std::vector<RequestField> evaluate_request_fields();
/// Like read_decision_request(), but the dice may be missing if the player must roll. Throws
/// RequestError.
DecisionRequest read_evaluate_request(const FieldReader& fields);
/// Runs the request "evaluate": evaluates the position and, if there are dice or pending moves,
/// ranks the plays. `provider` creates the evaluators.
PositionEvaluation answer_evaluate(const DecisionRequest& request,
                                   const EvaluatorProvider& provider);

/// Asks for the plays of a decision, ranked by search.
struct AnalyzeRequest {
  AnalysisQuery query = {};  // position, roll and search depth
  /// SearchOptions::chain_beam of the search; nullopt: as in default_search_options().
  std::optional<int> beam = {};
  bool use_tables = true;       // use endgame tables
  bool with_rollout = false;    // also roll out the position or its best plays
  RolloutOptions rollout = {};  // settings of that rollout
};
/// Returns the table of the fields of an AnalyzeRequest.
const FieldBindings<AnalyzeRequest>& analyze_request_fields();
/// Reads an AnalyzeRequest from its fields. Throws RequestError for invalid values and for those
/// that exceed `policy`.
AnalyzeRequest read_analyze_request(const FieldReader& fields, const RequestPolicy& policy);
/// Runs an AnalyzeRequest: a search and, if requested, a rollout. `listener` receives the progress
/// of the rollout; `searched` receives that of a whole-chain search.
AnalysisReport answer(const AnalyzeRequest& request, const EvaluatorProvider& provider,
                      const RolloutListener& listener = {}, const FractionListener& searched = {});

/// Asks for the grade of one play: the equity that it loses compared with the best play, and the
/// luck of its roll.
struct JudgeRequest {
  AnalysisQuery query = {};  // position, roll and search depth
  /// SearchOptions::chain_beam of the search; nullopt: as in default_search_options().
  std::optional<int> beam = {};
  std::string afterstate = {};  // text of the position after the play to grade
  std::string play = {};        // that play, in any spelling; "": only `afterstate` is given
  bool use_tables = true;       // use endgame tables
  bool with_luck = false;       // also compute the luck of the roll
};
/// Returns the table of the fields of a JudgeRequest.
const FieldBindings<JudgeRequest>& judge_request_fields();
/// Reads a JudgeRequest from its fields. Throws RequestError for invalid values and for those that
/// exceed `policy`.
JudgeRequest read_judge_request(const FieldReader& fields, const RequestPolicy& policy);

/// Asks for a rollout of a position, or of the plays of a roll.
struct RolloutRequest {
  Position position{};
  std::optional<Dice> dice = {};  // if set, the plays of this roll are rolled out
  /// Maximum number of plays to roll out; nullopt: those that are close to the best.
  std::optional<std::size_t> max_plays = {};
  bool use_tables = true;                 // use endgame tables
  std::optional<PlayerSpec> player = {};  // player of the trials; nullopt: the evaluator's net
  RolloutOptions options = {};            // settings of the rollout
};
/// Returns the table of the fields of a RolloutRequest.
const FieldBindings<RolloutRequest>& rollout_request_fields();
/// Reads a RolloutRequest from its fields. `players` parses the request's player name. Throws
/// RequestError.
RolloutRequest read_rollout_request(const FieldReader& fields, const PlayerRegistry& players);
/// Converts a request to the query that the rollout itself takes (eval/analysis/rollout_report.h).
RolloutQuery to_rollout_query(const RolloutRequest& request, const EvaluatorProvider& provider);

/// Returns the factory of the player that plays the trials; null if the evaluator's net does.
PlayerFactory make_trial_player_factory(const RolloutRequest& request, EvaluatorLoader& loader);
/// Runs a RolloutRequest and reports its progress to `listener`. Throws Interrupted if stopped
/// before the first trial.
RolloutReport answer(const RolloutRequest& request, const EvaluatorProvider& provider,
                     EvaluatorLoader& loader, const RolloutListener& listener = {});

}  // namespace gioul
