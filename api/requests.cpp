#include "api/requests.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "api/analysis_requests.h"
#include "api/answers.h"
#include "api/record_requests.h"
#include "base/interrupt.h"
#include "engine/games/legal_play_list.h"
#include "engine/rules.h"
#include "engine/text/notation.h"
#include "eval/analysis/analysis.h"
#include "eval/analysis/evaluation.h"
#include "eval/match/match_spec.h"
#include "eval/play/player.h"

namespace gioul {

namespace {

using nlohmann::ordered_json;

constexpr const char* kDiceHelp = "roll to play; not for positions with owed or forfeited moves";

// --- The program ---

PreparedRequest read_version(JsonFieldReader& /*fields*/, PlayerRegistry& /*players*/) {
  return {.compute_answer = [](const ProgressSink&) {
    const ordered_json json = {{"program", "gioul"}, {"version", GIOUL_VERSION}, {"api", 1}};
    return json.dump() + "\n";
  }};
}

constexpr std::array kContactNames = {"block", "hit", "pin"};  // by ContactRule

ordered_json game_to_json(Game game, const PlayerRegistry& players) {
  const Variant& variant = game.variant();
  ordered_json json = {{"name", game.name()}};
  if (!variant.alias.empty()) json["alias"] = variant.alias;
  json["start"] = format_position(game, game.start());
  json["movement"] = variant.movement == Movement::kContrary ? "contrary" : "parallel";
  json["contact"] = kContactNames[static_cast<std::size_t>(variant.contact)];
  json["chains"] = variant.doublets == DoubletRule::kChain;
  json["ties"] = variant.mother != MotherRule::kNone;
  json["fewer_checkers"] = variant.allows_fewer_checkers;
  const std::string player = players.default_player_name(game);
  json["player"] = player;
  json["net"] = player != "random";
  return json;
}

PreparedRequest read_games(JsonFieldReader& /*fields*/, PlayerRegistry& players) {
  return {.compute_answer = [&players](const ProgressSink&) {
    ordered_json json = {{"games", ordered_json::array()}, {"matches", ordered_json::array()}};
    for (const Game game : all_games()) json["games"].push_back(game_to_json(game, players));
    for (const char* const name : {"tavli", "tapa-gul-bara"}) {
      ordered_json games = ordered_json::array();
      for (const Game game : parse_game_cycle(name)) games.push_back(game.name());
      json["matches"].push_back({{"name", name}, {"games", games}});
    }
    return json.dump() + "\n";
  }};
}

PreparedRequest read_players(JsonFieldReader& /*fields*/, PlayerRegistry& players) {
  return {.compute_answer = [&players](const ProgressSink&) {
    ordered_json json = {{"players", ordered_json::object()}};
    for (const Game game : all_games()) {
      json["players"][std::string(game.name())] = players.known_player_names(game);
    }
    return json.dump() + "\n";
  }};
}

// --- A decision ---

// Returns the file that evaluates: the field "net", or that of "player" (if `asks_player`), or the
// default player's.
std::filesystem::path net_file(const FieldReader& fields, Game game, const PlayerRegistry& players,
                               bool asks_player = true) {
  if (fields.has("net")) {
    if (asks_player && fields.has("player")) {
      throw RequestError("net", "net and player cannot be combined");
    }
    return fields.prefix_errors("net", [&] {
      const std::string file = fields.get_text("net");
      if (file.empty()) throw InputError("expected a file name");
      players.check_file_allowed(file);
      return std::filesystem::path(file);
    });
  }
  return fields.prefix_errors("player", [&] {
    std::optional<std::string> name;
    if (asks_player && fields.has("player")) name = fields.get_text("player");
    return players.net_file(game, name);
  });
}

PreparedRequest read_position(JsonFieldReader& fields, PlayerRegistry& /*players*/) {
  const Game game = fields.game();
  const Position position = fields.get_position(game);
  const std::optional<Dice> dice = fields.get_roll();
  if (dice) validate_decision_dice(position, dice);  // throws if no dice are due
  return {
      .compute_answer = [=](const ProgressSink&) { return position_json(game, position, dice); }};
}

PreparedRequest read_moves(JsonFieldReader& fields, PlayerRegistry& /*players*/) {
  const DecisionRequest asked = read_decision_request(fields);
  return {.compute_answer = [asked](const ProgressSink&) {
    return moves_json(asked.game, asked.position, asked.dice);
  }};
}

PreparedRequest read_evaluate(JsonFieldReader& fields, PlayerRegistry& players) {
  const DecisionRequest asked = read_evaluate_request(fields);
  const std::filesystem::path net = net_file(fields, asked.game, players);
  return {.net_files = {net},
          .checkers = asked.position.own.total(),
          .compute_answer =
              [asked, provider = players.evaluator_provider(net, asked.game)](const ProgressSink&) {
                return evaluation_json(answer_evaluate(asked, provider));
              }};
}

// A wide beam makes a chain as slow as a search that is one ply deeper.
CostClass search_cost(const SearchOptions& search) {
  constexpr int kWideBeam = 64;
  return cost_class_for_plies(search.plies == 0 && search.chain_beam > kWideBeam ? 1
                                                                                 : search.plies);
}

// Tables count, since they may have to be built first.
CostClass cost_of(const PlayerSpec& spec, const DecisionRequest& asked) {
  if (spec.search_options) {
    const CostClass cost = search_cost(*spec.search_options);
    const bool uses_beam = spec.search_options->chain_beam > 0 &&
                           is_chain_decision(asked.game, asked.position, asked.dice);
    return cost > CostClass::kQuick || spec.uses_tables || uses_beam ? cost : CostClass::kMoment;
  }
  const bool is_slow =
      spec.is_external || spec.supports_utility() || !spec.net_player_name().empty();
  return is_slow ? CostClass::kVeryLong : CostClass::kMoment;
}

struct ChooseRequest {
  DecisionRequest decision;
  std::string player = {};
  std::optional<int> plies = {};
  std::uint64_t seed = 1;
};

const FieldBindings<ChooseRequest>& choose_fields() {
  using Q = ChooseRequest;
  static const FieldBindings<Q> rows = with_decision_fields<Q>(
      kDiceHelp, {{text_field("player", "player that chooses (default: the game's default player)"),
                   &Q::player},
                  {integer_field("plies", 0, kMaxPlies, std::nullopt,
                                 "search depth of a net (default: as in the player's name)",
                                 &RequestPolicy::max_plies),
                   &Q::plies},
                  {seed_field("random seed of players that choose at random"), &Q::seed}});
  return rows;
}

PreparedRequest read_choose(JsonFieldReader& fields, PlayerRegistry& players) {
  ChooseRequest asked{.decision = read_decision_request(fields)};
  const Game game = asked.decision.game;
  asked.player = players.default_player_name(game);
  read_fields(choose_fields(), fields, players.request_policy(), asked);
  const PlayerSpec spec = fields.prefix_errors(
      "player", [&] { return players.parse_player_spec(asked.player, asked.plies); });
  if (asked.plies.value_or(0) > 0 && !spec.plies) {
    throw RequestError("plies", "plies: needs a net, not " + asked.player);
  }
  return {.cost_class = cost_of(spec, asked.decision),
          .net_files = {spec.evaluator_file(game)},
          .checkers = asked.decision.position.own.total(),
          .compute_answer = [asked, &players](const ProgressSink&) {
            const auto& [decision, player, plies, seed] = asked;
            const auto& [variant, position, dice] = decision;
            CounterRng rng(seed, 0, RngStream::kFirstPlayer);
            const auto list = std::make_unique<AfterstateList>();
            variant.generate_afterstates(position, dice, *list);
            const std::size_t index =
                players.choose_afterstate(player, plies, variant, position, *list, rng);
            const Play play =
                list->ending(index) == Ending::kNone
                    ? variant.find_play_to(position, dice, list->positions()[index],
                                           list->mover_acts_next())
                    : variant.find_play_to_ending(position, dice, list->ending(index));
            auto json = question_json<ordered_json>(variant, position, dice);
            json["player"] = player;
            json["play"] = format_play(play);
            json["afterstate"] = format_afterstate(variant, *list, index);
            return json.dump() + "\n";
          }};
}

// --- Long-running requests ---

// Limits progress reports to a few per second.
class ProgressThrottle {
 public:
  bool is_due() {
    const auto now = std::chrono::steady_clock::now();
    if (now < next_) return false;
    next_ = now + std::chrono::milliseconds(200);
    return true;
  }

 private:
  std::chrono::steady_clock::time_point next_{};
};

RolloutListener progress_to(const ProgressSink& sink) {
  if (!sink) return {};
  return [&sink, pace = ProgressThrottle()](const RolloutProgress& progress,
                                            const std::vector<std::string>& plays) mutable {
    if (!pace.is_due()) return;
    ordered_json starts = ordered_json::array();
    for (std::size_t i = 0; i < progress.results.size(); ++i) {
      const RolloutResult& result = progress.results[i];
      ordered_json entry = ordered_json::object();
      if (i < plays.size()) entry["play"] = plays[i];
      entry["equity"] = result.equity.mean;
      entry["standard_error"] = result.equity.standard_error;
      entry["trials"] = result.trial_count;
      starts.push_back(std::move(entry));
    }
    sink(ordered_json{
        {"done", progress.trials_done}, {"total", progress.trials_total}, {"plays", starts}}
             .dump());
  };
}

// Reports the progress of a search in thousandths, in the form of a rollout's.
FractionListener fraction_to(const ProgressSink& sink) {
  if (!sink) return {};
  return [&sink, pace = ProgressThrottle()](double done) mutable {
    if (!pace.is_due()) return;
    sink(ordered_json{
        {"done", static_cast<int>(1000 * done)}, {"total", 1000}, {"plays", ordered_json::array()}}
             .dump());
  };
}

PreparedRequest read_analyze(JsonFieldReader& fields, PlayerRegistry& players) {
  const AnalyzeRequest asked = read_analyze_request(fields, players.request_policy());
  const AnalysisQuery& query = asked.query;
  const bool is_long = asked.with_rollout || query.searches_whole_chain;
  const std::filesystem::path net = net_file(fields, query.game, players);
  return {.cost_class = is_long ? CostClass::kVeryLong : search_cost(query.search_options),
          .net_files = {net},
          .checkers = query.position.own.total(),
          .compute_answer = [asked, provider = players.evaluator_provider(net, query.game)](
                                const ProgressSink& sink) {
            return analysis_json(answer(asked, provider, progress_to(sink), fraction_to(sink)));
          }};
}

PreparedRequest read_judge(JsonFieldReader& fields, PlayerRegistry& players) {
  const JudgeRequest asked = read_judge_request(fields, players.request_policy());
  const AnalysisQuery& query = asked.query;
  const std::filesystem::path net = net_file(fields, query.game, players);
  return {.cost_class = std::max(search_cost(query.search_options),
                                 asked.with_luck ? cost_class_for_plies(1) : CostClass::kMoment),
          .net_files = {net},
          .checkers = query.position.own.total(),
          .compute_answer =
              [asked, provider = players.evaluator_provider(net, query.game)](const ProgressSink&) {
                const EvaluatorFactory fast = provider(Precision::kQuantized, asked.use_tables);
                const EvaluatorFactory shown = asked.query.search_options.plies > 0
                                                   ? fast
                                                   : provider(Precision::kFloat, asked.use_tables);
                const DecisionGrade found = grade_decision(asked.query, asked.afterstate, shown);
                std::optional<RollLuck> luck;
                if (asked.with_luck)
                  luck = roll_luck(asked.query.game, asked.query.position, *asked.query.dice, fast);
                throw_if_interrupted();
                return grade_json(asked.query, found, luck);
              }};
}

PreparedRequest read_rollout(JsonFieldReader& fields, PlayerRegistry& players) {
  const RolloutRequest asked = read_rollout_request(fields, players);
  // Here "player" plays the trials, as in the command; "net" evaluates.
  const std::filesystem::path net = net_file(fields, asked.options.game, players, false);
  const EvaluatorProvider provider = players.evaluator_provider(net, asked.options.game);
  std::vector<std::filesystem::path> nets = {net};
  if (asked.player) nets.push_back(asked.player->evaluator_file(asked.options.game));
  return {
      .cost_class = CostClass::kVeryLong,
      .net_files = std::move(nets),
      .checkers = asked.position.own.total(),
      .compute_answer = [asked, provider, &players](const ProgressSink& sink) {
        return rollout_json(answer(asked, provider, players.evaluator_cache(), progress_to(sink)));
      }};
}

// --- All requests ---

struct RequestEntry {
  RequestKind kind;
  PreparedRequest (*read)(JsonFieldReader& fields, PlayerRegistry& players);
};

const std::vector<RequestEntry>& request_table() {
  using enum HttpRequestMode;
  static const std::vector<RequestEntry> table = {
      {{"version", kWithoutFields, "Get the version of the program", "Version"}, &read_version},
      {{"games", kWithoutFields,
        "List the games, and the cycles of games that matches can be played in", "Games"},
       &read_games},
      {{"players", kWithoutFields, "List the players that requests may name, by game", "Players"},
       &read_players},
      {{"position", kWithFields, "Convert a position between notations", "Position",
        decision_fields(kDiceHelp)},
       &read_position},
      {{"moves", kWithFields, "List the legal plays of a decision", "Moves",
        decision_fields(kDiceHelp)},
       &read_moves},
      {{"evaluate", kWithFields, "Evaluate a position by a net, as `gioul eval --json`",
        "Evaluation", evaluate_request_fields()},
       &read_evaluate},
      {{"choose", kWithFields, "Choose a play, as a player does", "Choice",
        collect_fields(choose_fields())},
       &read_choose},
      {{"analyze", kWithFieldsOrAsJob, "Analyze by search, as `gioul analyze --json`", "Analysis",
        collect_fields(analyze_request_fields())},
       &read_analyze},
      {{"rollout", kOnlyAsJob, "Roll out a position or plays, as `gioul rollout --json`", "Rollout",
        collect_fields(rollout_request_fields())},
       &read_rollout},
      {{"judge", kWithFields, "Compute what a play loses, and the luck of its roll", "Verdict",
        collect_fields(judge_request_fields())},
       &read_judge},
      {{"replay", kWithFields, "Replay a recorded game", "Replay", replay_request_fields()},
       &read_replay_request},
      {{"record", kWithFields, "Convert recorded games to text or JSON lines", "Record",
        record_request_fields()},
       &read_record_request},
      {{"decisions", kWithFields, "Draw decisions from the bundled test set of a game", "Decisions",
        decisions_request_fields()},
       &read_decisions_request},
  };
  return table;
}

const RequestEntry* find_entry(std::string_view name) {
  for (const RequestEntry& entry : request_table()) {
    if (entry.kind.name == name) return &entry;
  }
  return nullptr;
}

}  // namespace

std::vector<RequestKind> request_kinds() {
  std::vector<RequestKind> kinds;
  for (const RequestEntry& entry : request_table()) kinds.push_back(entry.kind);
  return kinds;
}

std::optional<HttpRequestMode> find_http_request_mode(std::string_view name) {
  const RequestEntry* const entry = find_entry(name);
  return entry == nullptr ? std::nullopt : std::optional(entry->kind.http_mode);
}

PreparedRequest read_request(std::string_view name, std::string_view json,
                             PlayerRegistry& players) {
  return read_request(name, JsonFieldReader(json), players);
}

PreparedRequest read_request(std::string_view name, JsonFieldReader fields,
                             PlayerRegistry& players) {
  const RequestEntry* const entry = find_entry(name);
  if (entry == nullptr) {
    std::string known;
    for (const RequestEntry& other : request_table()) {
      known += (known.empty() ? "" : ", ") + std::string(other.kind.name);
    }
    throw RequestError({}, "no such request (expected " + known + ")");
  }
  std::vector<std::string_view> names;
  for (const RequestField& field : entry->kind.fields) names.push_back(field.name);
  fields.check_field_names(names);
  PreparedRequest ready = entry->read(fields, players);
  ready.id = fields.id();
  if (!fields.position_note().empty()) {
    ready.compute_answer = [compute = std::move(ready.compute_answer),
                            note = ordered_json(fields.position_note())](const ProgressSink& sink) {
      std::string answer = compute(sink);
      return answer.insert(answer.rfind('}'), ",\"note\":" + note.dump());
    };
  }
  return ready;
}

std::string run_request(const PreparedRequest& request, const ProgressSink& sink) {
  try {
    throw_if_interrupted();
    return add_id_to_answer(request.id, request.compute_answer(sink));
  } catch (const std::exception& error) {  // also Interrupted
    return error_json(request.id, error);
  }
}

}  // namespace gioul
