#include "api/analysis_requests.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "base/interrupt.h"
#include "engine/games/legal_play_list.h"
#include "engine/games/loose_play.h"
#include "engine/plays.h"

namespace gioul {

namespace {

// A play is dropped once it is this many standard errors behind the best.
constexpr double kDefaultDropSigmas = 3.3;
constexpr int kDefaultAnalysisPlies = 3;
constexpr const char* kTablesHelp =
    "use endgame tables where they apply; missing tables are built in a second or two and cached";

void check_chain(const FieldReader& fields, const AnalysisQuery& query) {
  if (is_chain_decision(query.game, query.position, query.dice)) return;
  const bool has_chains = query.game.variant().doublets == DoubletRule::kChain;
  fields.throw_invalid_field("chain",
                             has_chains ? "no chain here; expected a doublet that starts one, or a "
                                          "position with owed or forfeit"
                                        : std::string(query.game.name()) + " has no chains");
}

const RequestField kNet = file_field(
    "net", "network from `gioul train` or table from `gioul solve` (default: the bundled net)");
const RequestField kWhoseNet = marked_for_json_only(
    text_field("player", "player whose net evaluates (default: the game's default player)"));

// Fields of a request with a search: plies, filter, beam and tables.
template <typename Request>
FieldBindings<Request> search_rows() {
  return {
      {integer_field(
           "plies", 0, kMaxPlies, kDefaultAnalysisPlies,
           "search depth in plies; each ply takes ten to twenty times as long as the one before",
           &RequestPolicy::max_plies),
       [](Request& request) -> int& { return request.query.search_options.plies; }},
      {integer_field(
           "filter", 1, 1000, kAnalysisMoveFilter,
           "move filter: search the best N plays at 1 ply, half as many at 2 plies, and so on"),
       [](Request& request) -> int& { return request.query.search_options.move_filter; }},
      {integer_field(
           "beam", 0, kMaxChainBeam, std::nullopt,
           "beam width: positions kept after each number when chains are searched to their "
           "end; 0: evaluate unfinished chains statically (default: 16; 0 at 0 plies)"),
       &Request::beam},
      {flag_field("tables", true, kTablesHelp), &Request::use_tables},
  };
}

// Reads position, dice and search options.
template <typename Request>
void read_search_question(const FieldBindings<Request>& rows, const FieldReader& fields,
                          const RequestPolicy& policy, Request& request) {
  AnalysisQuery& query = request.query;
  query.game = fields.game();
  query.position = fields.get_position(query.game);
  if (fields.get_roll()) query.dice = fields.get_decision_dice(query.position);
  query.threads = static_cast<int>(policy.max_threads);
  read_fields(rows, fields, policy, request);
  query.search_options.chain_beam =
      request.beam.value_or(default_search_options(query.search_options.plies).chain_beam);
}

std::function<void(const RolloutProgress&)> progress_callback(const RolloutListener& listener,
                                                              std::vector<std::string> plays) {
  if (!listener) return {};
  return [&listener, plays = std::move(plays)](const RolloutProgress& progress) {
    listener(progress, plays);
  };
}

// Finds the afterstate of the field "play", or checks that of "afterstate".
void read_afterstate(const FieldReader& fields, JudgeRequest& asked) {
  const Game game = asked.query.game;
  const Position& position = asked.query.position;
  const auto list = std::make_unique<AfterstateList>();
  game.generate_afterstates(position, asked.query.dice, *list);
  if (fields.has("play")) {
    if (fields.has("afterstate"))
      fields.throw_invalid_field("play", "cannot be combined with afterstate");
    const std::size_t index = fields.prefix_errors(
        "play", [&] { return parse_play_to_afterstate_index(game, position, *list, asked.play); });
    asked.afterstate = format_afterstate(game, *list, index);
    return;
  }
  if (!fields.has("afterstate"))
    fields.throw_invalid_field("play", "expected a play, or an afterstate instead");
  for (std::size_t i = 0; i < list->size(); ++i) {
    if (format_afterstate(game, *list, i) == asked.afterstate) return;
  }
  throw RequestError("afterstate", "afterstate: no legal play leads there; expected one such as '" +
                                       format_afterstate(game, *list, 0) + "'");
}

}  // namespace

DecisionRequest read_decision_request(const FieldReader& fields) {
  DecisionRequest request{.game = fields.game()};
  request.position = fields.get_position(request.game);
  request.dice = fields.get_decision_dice(request.position);
  return request;
}

std::vector<RequestField> evaluate_request_fields() {
  std::vector<RequestField> fields = decision_fields(
      "also rank the plays of this roll; not for positions with owed or forfeited moves, whose "
      "plays are always ranked");
  fields.insert(fields.end(), {kWhoseNet, kNet});
  return fields;
}

DecisionRequest read_evaluate_request(const FieldReader& fields) {
  DecisionRequest request{.game = fields.game()};
  request.position = fields.get_position(request.game);
  if (fields.get_roll()) request.dice = fields.get_decision_dice(request.position);
  return request;
}

PositionEvaluation answer_evaluate(const DecisionRequest& request,
                                   const EvaluatorProvider& provider) {
  const auto evaluator = provider(Precision::kFloat, false)();
  return evaluate(request.game, *evaluator, request.position, request.dice);
}

const FieldBindings<AnalyzeRequest>& analyze_request_fields() {
  using Q = AnalyzeRequest;
  static const FieldBindings<Q> rows = concatenate<Q>(
      {with_decision_fields<Q>(
           "rank the plays of this roll (default: show all 21 rolls); not for "
           "positions with owed or forfeited moves, whose plays are always ranked",
           {kWhoseNet, kNet}),
       search_rows<Q>(),
       {{choice_field("chain", {"decisions", "full"},
                      "decisions: the next number of a chain; full: whole chains"),
         [](Q& request) -> bool& { return request.query.searches_whole_chain; }},
        {flag_field(
             "rollout", false,
             "also roll out the position or its best plays (`gioul rollout` has all options)"),
         &Q::with_rollout},
        {trials_field("rollout: maximum trials per position, even"),
         [](Q& request) -> std::int64_t& { return request.rollout.max_trials; }},
        {seed_field("rollout: random seed of the dice"),
         [](Q& request) -> std::uint64_t& { return request.rollout.seed; }},
        {threads_field(), [](Q& request) -> int& { return request.query.threads; }}}});
  return rows;
}

AnalyzeRequest read_analyze_request(const FieldReader& fields, const RequestPolicy& policy) {
  AnalyzeRequest request;
  read_search_question(analyze_request_fields(), fields, policy, request);
  if (request.query.searches_whole_chain) check_chain(fields, request.query);
  if (request.with_rollout && request.query.searches_whole_chain) {
    throw RequestError("rollout", fields.display_name("rollout") + " and " +
                                      fields.display_name("chain") + " full cannot be combined");
  }
  for (const char* const key : {"trials", "seed"}) {
    if (fields.has(key) && !request.with_rollout) {
      throw RequestError(key,
                         fields.display_name(key) + " needs " + fields.display_name("rollout"));
    }
  }
  request.rollout.game = request.query.game;
  request.rollout.drop_sigmas = kDefaultDropSigmas;
  request.rollout.threads = request.query.threads;
  request.rollout.trial_exchange = policy.trial_exchange;
  return request;
}

const FieldBindings<JudgeRequest>& judge_request_fields() {
  using Q = JudgeRequest;
  static const FieldBindings<Q> rows = concatenate<Q>(
      {with_decision_fields<Q>(
           "roll that was played; not for positions with owed or forfeited moves",
           {{text_field("afterstate", "afterstate of the play"), &Q::afterstate},
            {text_field("play", "the play, in any spelling; instead of afterstate"), &Q::play},
            kWhoseNet,
            kNet}),
       search_rows<Q>(),
       {{flag_field("luck", false, "also compute the luck of the roll"), &Q::with_luck}}});
  return rows;
}

JudgeRequest read_judge_request(const FieldReader& fields, const RequestPolicy& policy) {
  JudgeRequest request;
  read_search_question(judge_request_fields(), fields, policy, request);
  request.query.dice = fields.get_decision_dice(request.query.position);
  read_afterstate(fields, request);
  if (request.with_luck && !request.query.dice) {
    fields.throw_invalid_field("luck", "the position has no roll; expected a position to roll");
  }
  return request;
}

AnalysisReport answer(const AnalyzeRequest& request, const EvaluatorProvider& provider,
                      const RolloutListener& listener, const FractionListener& searched) {
  const auto precision =
      request.query.search_options.plies == 0 ? Precision::kFloat : Precision::kQuantized;
  AnalysisReport report = analyze(request.query, provider(precision, request.use_tables), searched);
  if (request.with_rollout && !is_interrupted()) {
    std::vector<std::string> plays;
    for (const ScoredPlay& play : report.plays) plays.push_back(format_play(play.play));
    roll_out(report, request.rollout, provider(Precision::kQuantized, request.use_tables),
             progress_callback(listener, std::move(plays)));
  }
  return report;
}

const FieldBindings<RolloutRequest>& rollout_request_fields() {
  using Q = RolloutRequest;
  static const FieldBindings<Q> rows = [] {
    std::vector<std::string_view> reductions;
    for (const auto& [name, value] : kVarianceReductionNames) reductions.push_back(name);
    return concatenate<Q>(
        {with_decision_fields<Q>(
             "roll out the best plays of this roll instead of the position",
             {file_field(
                  "net",
                  "network that chooses the plays of both sides and evaluates, or table from "
                  "`gioul solve` (default: the bundled net)"),
              {integer_field(
                   "candidates", 1, kMaxAfterstates, std::nullopt,
                   "roll out the best N plays by the net's ranking; if not given, positions with "
                   "owed or forfeited moves are rolled out themselves (default: at most 5 plays, "
                   "within 0.25 points of the best)"),
               &Q::max_plays}}),
         {{trials_field("maximum trials per position, even"),
           [](Q& request) -> std::int64_t& { return request.options.max_trials; }},
          {integer_field(
               "truncate", 0, 10'000, 0,
               "truncate after N rolls of both players together and use the net's evaluation; "
               "0: play to the end"),
           [](Q& request) -> int& { return request.options.truncation_rolls; }},
          {choice_field(
               "variance_reduction", reductions,
               "variance reduction: all (luck of all rolls), doublets, none; auto: doublets "
               "in games with chains, else none (docs/analysis.md)"),
           [](Q& request) -> VarianceReduction& { return request.options.variance_reduction; }},
          {decimal_field("target_error", 0.0, 2.0, 0.0,
                         "stop when every remaining play has at most this standard error, in "
                         "points; 0: never"),
           [](Q& request) -> double& { return request.options.target_error; }},
          {decimal_field("drop_sigmas", 0.0, 100.0, kDefaultDropSigmas,
                         "drop a play that trails the best by N standard errors of the difference "
                         "(JSDs); 0: never"),
           [](Q& request) -> double& { return request.options.drop_sigmas; }},
          text_field("player",
                     "player that chooses the plays instead of the net (docs/players.md)"),
          {flag_field("tables", true, kTablesHelp), &Q::use_tables},
          {seed_field("random seed of the dice"),
           [](Q& request) -> std::uint64_t& { return request.options.seed; }},
          {threads_field(), [](Q& request) -> int& { return request.options.threads; }}}});
  }();
  return rows;
}

RolloutRequest read_rollout_request(const FieldReader& fields, const PlayerRegistry& players) {
  RolloutRequest request;
  request.options.threads = static_cast<int>(players.request_policy().max_threads);
  read_fields(rollout_request_fields(), fields, players.request_policy(), request);
  request.options.game = fields.game();
  fields.prefix_errors("variance_reduction", [&] {
    return resolve_variance_reduction(request.options.variance_reduction, request.options.game);
  });
  request.options.trial_exchange = players.request_policy().trial_exchange;
  request.position = fields.get_position(request.options.game);
  if (fields.get_roll() || request.max_plays)
    request.dice = fields.get_decision_dice(request.position);
  if (fields.has("player")) {
    request.player = fields.prefix_errors(
        "player", [&] { return players.parse_player_spec(fields.get_text("player")); });
  }
  return request;
}

RolloutQuery to_rollout_query(const RolloutRequest& request, const EvaluatorProvider& provider) {
  const Game game = request.options.game;
  const auto evaluator = provider(Precision::kFloat, false)();
  if (!request.dice && !request.max_plays) {
    return make_rollout_query(game, *evaluator, request.position);
  }
  return make_rollout_query(game, *evaluator, request.position, request.dice, request.max_plays);
}

PlayerFactory make_trial_player_factory(const RolloutRequest& request, EvaluatorLoader& loader) {
  if (!request.player) return {};
  return request.player->make_factory(loader, request.options.game);
}

RolloutReport answer(const RolloutRequest& request, const EvaluatorProvider& provider,
                     EvaluatorLoader& loader, const RolloutListener& listener) {
  RolloutQuery query = to_rollout_query(request, provider);
  std::vector<std::string> plays;
  for (const ScoredPlay& play : query.plays) plays.push_back(format_play(play.play));
  const EvaluatorFactory evaluator = provider(Precision::kQuantized, request.use_tables);
  const PlayerFactory player = make_trial_player_factory(request, loader);
  RolloutReport report = roll_out(std::move(query), request.options, evaluator, player,
                                  progress_callback(listener, std::move(plays)));
  if (has_too_few_trials(report.rollouts)) throw_if_interrupted();
  return report;
}

}  // namespace gioul
