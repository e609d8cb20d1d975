#include "selfplay/serve/study_requests.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>

#include "base/interrupt.h"
#include "engine/plays.h"
#include "engine/walk/lines.h"

namespace gioul {

namespace {

using Numbers = EvaluatorSource::Numbers;

// A play that is rolled out is dropped once it is behind by so many standard errors.
constexpr double kCertainty = 3.3;

constexpr std::array<std::pair<std::string_view, bool>, 2> kChainNames = {
    {{"full", true}, {"decisions", false}}};

void check_chain(const Fields& fields, const AnalysisQuestion& question) {
  if (begins_chain(question.game, question.position, question.dice)) return;
  const bool has_chains = question.game.axes().doublets == Doublets::kChain;
  fields.refuse("chain", has_chains ? "there is no chain here (expected dice with a doublet that "
                                      "begins one, or a position with owed or forfeit)"
                                    : std::string(question.game.name()) + " has no chains");
}

AnalysisQuestion analysis_question(const Fields& fields, const ServePolicy& policy) {
  AnalysisQuestion question{.game = fields.game()};
  question.position = fields.position(question.game);
  if (fields.has("dice")) question.dice = fields.dice_for(question.position);
  const auto plies = fields.whole("plies", 0, policy.plies, std::min(policy.plies, kStudyPlies));
  question.search = default_search(static_cast<int>(plies));
  question.search.filter = static_cast<int>(fields.whole("filter", 1, 1000, kAnalysisFilter));
  question.search.beam = static_cast<int>(fields.whole("beam", 0, kMaxBeam, question.search.beam));
  question.whole_chain = fields.choice("chain", kChainNames, false);
  if (question.whole_chain) check_chain(fields, question);
  question.threads = static_cast<int>(fields.whole("threads", 1, policy.threads, policy.threads));
  return question;
}

// Those that both kinds of rollouts have.
RolloutOptions rollout_options(const Fields& fields, Game game, const ServePolicy& policy) {
  RolloutOptions options;
  options.game = game;
  options.trials = fields.even("trials", 4, policy.trials, std::min(policy.trials, options.trials));
  options.certainty = kCertainty;
  options.seed = fields.seed();
  options.threads = static_cast<int>(fields.whole("threads", 1, policy.threads, policy.threads));
  options.exchange = policy.exchange;
  return options;
}

std::function<void(const RolloutProgress&)> heard_by(const RolloutListener& listener,
                                                     std::vector<std::string> plays) {
  if (!listener) return {};
  return [&listener, plays = std::move(plays)](const RolloutProgress& progress) {
    listener(progress, plays);
  };
}

void check_afterstate(const JudgeRequest& asked) {
  const Game game = asked.question.game;
  const auto list = std::make_unique<AfterstateList>();
  game.generate(asked.question.position, asked.dice, *list);
  for (std::size_t line = 0; line < list->lines(); ++line) {
    if (afterstate_text(game, *list, line) == asked.afterstate) return;
  }
  throw RequestError("afterstate", "afterstate: no play leads there (expected such as '" +
                                       afterstate_text(game, *list, 0) + "')");
}

}  // namespace

DecisionRequest decision_request(const Fields& fields) {
  DecisionRequest request{.game = fields.game()};
  request.position = fields.position(request.game);
  request.dice = fields.dice_for(request.position);
  return request;
}

EvaluateRequest evaluate_request(const Fields& fields) {
  EvaluateRequest request{.game = fields.game()};
  request.position = fields.position(request.game);
  request.plays = static_cast<std::size_t>(fields.whole("plays", 1, kMaxAfterstates, 10));
  if (fields.has("dice") || fields.has("plays") || request.position.is_pending()) {
    request.dice = fields.dice_for(request.position);
  }
  return request;
}

PositionEvaluation answer(const EvaluateRequest& request, const Judge& judge) {
  const auto evaluator = judge(Numbers::kExact, false)();
  return evaluate(request.game, *evaluator, request.position, request.dice);
}

AnalyzeRequest analyze_request(const Fields& fields, const ServePolicy& policy) {
  AnalyzeRequest request{.question = analysis_question(fields, policy)};
  request.tables = fields.flag("tables", true);
  const bool rolls_out = fields.flag("rollout", false);
  if (rolls_out && request.question.whole_chain) {
    throw RequestError("rollout", fields.called("rollout") + " and " + fields.called("chain") +
                                      " full: expected one of them");
  }
  for (const char* const key : {"trials", "seed"}) {
    if (fields.has(key) && !rolls_out) {
      throw RequestError(key, fields.called(key) + ": is for " + fields.called("rollout") +
                                  ", which is not asked for");
    }
  }
  if (rolls_out) request.rollout = rollout_options(fields, request.question.game, policy);
  return request;
}

JudgeRequest judge_request(const Fields& fields, const ServePolicy& policy) {
  JudgeRequest request{.question = analysis_question(fields, policy), .afterstate = {}};
  request.dice = fields.dice_for(request.question.position);
  request.afterstate = fields.text("afterstate");
  check_afterstate(request);
  request.tables = fields.flag("tables", true);
  request.luck = fields.flag("luck", false);
  if (request.luck && !request.question.dice) {
    fields.refuse("luck", "is that of a roll, which there is none of here");
  }
  return request;
}

AnalysisReport answer(const AnalyzeRequest& request, const Judge& judge,
                      const RolloutListener& listener) {
  const auto numbers = request.question.search.plies == 0 ? Numbers::kExact : Numbers::kFast;
  AnalysisReport report = analyze(request.question, judge(numbers, request.tables));
  if (request.rollout && !is_interrupted()) {
    std::vector<std::string> plays;
    for (const AnalyzedPlay& play : report.plays) plays.push_back(format_play(play.play));
    roll_out(report, *request.rollout, judge(Numbers::kFast, request.tables),
             heard_by(listener, std::move(plays)));
  }
  return report;
}

RolloutRequest rollout_request(const Fields& fields, const LoadedPlayers& players) {
  RolloutRequest request{.options = rollout_options(fields, fields.game(), players.policy())};
  RolloutOptions& options = request.options;
  options.truncate = static_cast<int>(fields.whole("truncate", 0, 10'000, 0));
  options.luck = fields.choice("luck", kLuckNames, Luck::kBest);
  options.target_error = fields.decimal("error", 0.0, 2.0, 0.0);
  options.certainty = fields.decimal("certainty", 0.0, 100.0, kCertainty);
  request.position = fields.position(options.game);
  if (fields.has("plays")) {
    request.plays = static_cast<std::size_t>(fields.whole("plays", 1, kMaxAfterstates, 1));
  }
  if (fields.has("dice") || request.plays) request.dice = fields.dice_for(request.position);
  request.tables = fields.flag("tables", true);
  if (fields.has("player")) {
    request.player = fields.named("player", [&] { return players.spec(fields.text("player")); });
  }
  return request;
}

RolloutQuestion question_of(const RolloutRequest& request, const Judge& judge) {
  const Game game = request.options.game;
  const auto evaluator = judge(Numbers::kExact, false)();
  if (!request.dice) return rollout_question(game, *evaluator, request.position);
  return rollout_question(game, *evaluator, request.position, *request.dice, request.plays);
}

Rollers rollers_of(const RolloutRequest& request, const Judge& judge, EvaluatorSource& source) {
  Rollers rollers{.evaluator = judge(Numbers::kFast, request.tables), .player = {}};
  if (request.player) rollers.player = request.player->factory_from(source, request.options.game);
  return rollers;
}

RolloutReport answer(const RolloutRequest& request, const Judge& judge, EvaluatorSource& source,
                     const RolloutListener& listener) {
  RolloutQuestion question = question_of(request, judge);
  std::vector<std::string> plays;
  for (const RankedPlay& play : question.plays) plays.push_back(play.play);
  const Rollers rollers = rollers_of(request, judge, source);
  RolloutReport report = roll_out(std::move(question), request.options, rollers.evaluator,
                                  rollers.player, heard_by(listener, std::move(plays)));
  if (report.results[report.order.front()].trials == 0) end_if_interrupted();
  return report;
}

}  // namespace gioul
