// Moves, evaluations, analyses and rollouts as they are asked, whichever way they came in: what may
// be asked, and who answers it. What the answers look like stands in eval/study/.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "api/field_reader.h"
#include "api/player_registry.h"
#include "api/question_fields.h"
#include "engine/games/game.h"
#include "eval/players/player_spec.h"
#include "eval/study/analysis.h"
#include "eval/study/evaluation.h"
#include "eval/study/rollout_report.h"
#include "eval/tables/evaluator_source.h"
#include "eval/value/evaluator.h"

namespace gioul {

/// Hears how far a rollout is; `plays` are those of its starts, none if it is of the position.
using RolloutListener =
    std::function<void(const RolloutProgress& progress, const std::vector<std::string>& plays)>;

/// A decision whose plays are listed, or one of which is chosen.
struct DecisionRequest {
  Game game = {};
  Position position{};
  Dice dice = kNoDice;
};
DecisionRequest decision_request(const Fields& fields);

struct EvaluateRequest {
  Game game = {};
  Position position{};
  std::optional<Dice> dice = {};  // of the plays that are ranked, if they are
  std::size_t plays = 10;         // how many of them are shown to people
};
const FieldRows<EvaluateRequest>& evaluate_fields();
EvaluateRequest evaluate_request(const Fields& fields);
PositionEvaluation answer(const EvaluateRequest& request, const Judge& judge);

struct AnalyzeRequest {
  AnalysisQuestion question = {};
  std::optional<int> beam = {};  // if not that of default_search()
  bool tables = true;
  bool rolls_out = false;  // the best plays too, by `rollout`
  RolloutOptions rollout = {};
};
const FieldRows<AnalyzeRequest>& analyze_fields();
AnalyzeRequest analyze_request(const Fields& fields, const ServePolicy& policy);
AnalysisReport answer(const AnalyzeRequest& request, const Judge& judge,
                      const RolloutListener& listener = {});

/// What the play that leads to `afterstate` cost, and the luck of its roll.
struct JudgeRequest {
  AnalysisQuestion question = {};
  std::optional<int> beam = {};
  Dice dice = kNoDice;
  std::string afterstate = {};
  bool tables = true;
  bool luck = false;
};
const FieldRows<JudgeRequest>& judge_fields();
JudgeRequest judge_request(const Fields& fields, const ServePolicy& policy);

struct RolloutRequest {
  Position position{};
  std::optional<Dice> dice = {};          // of the plays, if they are rolled out
  std::optional<std::size_t> plays = {};  // how many of them
  bool tables = true;
  std::optional<PlayerSpec> player = {};  // who chooses the plays, if not the judge
  RolloutOptions options = {};
};
const FieldRows<RolloutRequest>& rollout_fields();
RolloutRequest rollout_request(const Fields& fields, const LoadedPlayers& players);
RolloutQuestion question_of(const RolloutRequest& request, const Judge& judge);

/// Who plays the rollout and judges it.
struct Rollers {
  EvaluatorFactory evaluator;
  PlayerFactory player;
};
Rollers rollers_of(const RolloutRequest& request, const Judge& judge, EvaluatorSource& source);
/// All of it. Throws Interrupted if there is not one trial.
RolloutReport answer(const RolloutRequest& request, const Judge& judge, EvaluatorSource& source,
                     const RolloutListener& listener = {});

}  // namespace gioul
