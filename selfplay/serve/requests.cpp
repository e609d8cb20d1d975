#include "selfplay/serve/requests.h"

#include <algorithm>
#include <array>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/text/notation.h"
#include "engine/walk/lines.h"
#include "eval/match/match_names.h"
#include "eval/play/player.h"
#include "eval/study/evaluation.h"
#include "eval/study/moves_report.h"
#include "eval/value/interrupt.h"
#include "nn/net/shipped_net.h"
#include "selfplay/serve/replay_request.h"
#include "selfplay/serve/study_requests.h"

namespace gioul {

namespace {

using nlohmann::ordered_json;
using Answer = std::function<std::string(const ProgressSink&)>;

// --- what there is ---

ReadyRequest read_version(RequestFields& fields, LoadedPlayers& /*players*/) {
  fields.check_names("");
  return {.answer = [](const ProgressSink&) {
    const ordered_json json = {{"program", "gioul"}, {"version", GIOUL_VERSION}, {"api", 1}};
    return json.dump() + "\n";
  }};
}

constexpr std::array kContactNames = {"block", "hit", "pin"};  // by Contact

ordered_json game_json(Game game, const LoadedPlayers& players) {
  const Axes& axes = game.axes();
  ordered_json json = {{"name", game.name()}};
  if (!axes.alias.empty()) json["alias"] = axes.alias;
  json["start"] = format_position(game, game.start());
  json["movement"] = axes.movement == Movement::kContrary ? "contrary" : "parallel";
  json["contact"] = kContactNames[static_cast<std::size_t>(axes.contact)];
  json["chains"] = axes.doublets == Doublets::kChain;
  json["ties"] = axes.mother != Mother::kNone;
  json["fewer_checkers"] = axes.fewer_checkers;
  const std::string player = players.default_player(game);
  json["player"] = player;
  json["net"] = player != "random";
  return json;
}

ReadyRequest read_games(RequestFields& fields, LoadedPlayers& players) {
  fields.check_names("");
  return {.answer = [&players](const ProgressSink&) {
    ordered_json json = {{"games", ordered_json::array()}, {"matches", ordered_json::array()}};
    for (const Game game : all_games()) json["games"].push_back(game_json(game, players));
    for (const char* const name : {"tavli", "tapa-gul-bara"}) {
      ordered_json games = ordered_json::array();
      for (const Game game : cycle_games(name)) games.push_back(game.name());
      json["matches"].push_back({{"name", name}, {"games", games}});
    }
    return json.dump() + "\n";
  }};
}

ReadyRequest read_players(RequestFields& fields, LoadedPlayers& players) {
  fields.check_names("");
  return {.answer = [&players](const ProgressSink&) {
    ordered_json json = {{"players", ordered_json::object()}};
    for (const Game game : all_games()) {
      json["players"][std::string(game.name())] = players.known_players(game);
    }
    return json.dump() + "\n";
  }};
}

// --- a decision ---

ReadyRequest read_moves(RequestFields& fields, LoadedPlayers& /*players*/) {
  fields.check_names("variant checkers position dice");
  const Game game = fields.game();
  const Position position = fields.position(game);
  const Dice dice = fields.dice_for(position);
  return {.answer = [=](const ProgressSink&) { return moves_json(game, position, dice); }};
}

ReadyRequest read_evaluate(RequestFields& fields, LoadedPlayers& players) {
  fields.check_names("variant checkers position dice player net plays");
  const Game game = fields.game();
  const Position position = fields.position(game);
  std::optional<Dice> ranked;
  if (fields.has("plays")) fields.whole("plays", 1, kMaxAfterstates, 1);
  if (fields.has("dice") || fields.has("plays") || position.is_pending()) {
    ranked = fields.dice_for(position);
  }
  const NamedNet net = net_of(fields, game, players);
  return {.answer = [=, &players](const ProgressSink&) {
    const auto evaluator = net.evaluator(players, game, LoadedPlayers::Numbers::kExact, false)();
    return evaluation_json(evaluate(game, *evaluator, position, ranked));
  }};
}

// Endgame tables may have to be built first.
Cost cost_of(const PlayerSpec& spec) {
  if (const std::optional<int> plies = spec.plies()) {
    return *plies > 0 || spec.uses_tables() ? cost_of_plies(*plies) : Cost::kMoment;
  }
  const bool thinks = spec.is_foreign() || spec.weighs_outcomes() || !spec.plain_net().empty();
  return thinks ? Cost::kVeryLong : Cost::kMoment;
}

ReadyRequest read_choose(RequestFields& fields, LoadedPlayers& players) {
  fields.check_names("variant checkers position dice player plies seed");
  const Game game = fields.game();
  const Position position = fields.position(game);
  const Dice dice = fields.dice_for(position);
  std::optional<int> plies;
  if (fields.has("plies")) {
    plies = static_cast<int>(fields.whole("plies", 0, players.policy().plies, 0));
  }
  const std::string name = fields.text("player", players.default_player(game));
  const auto spec = fields.named("player", [&] { return players.spec(name, plies); });
  if (plies.value_or(0) > 0 && !spec->plies()) {
    throw RequestError("plies", "plies: is for nets, which " + name + " is not");
  }
  const std::uint64_t seed = fields.seed();
  return {.cost = cost_of(*spec), .answer = [=, &players](const ProgressSink&) {
            CounterRng rng(seed, 0, Stream::kFirstSeat);
            const auto list = std::make_unique<AfterstateList>();
            game.generate(position, dice, *list);
            const std::size_t line = players.choose(name, plies, game, position, *list, rng);
            const Play play = list->ending(line) == Ending::kNone
                                  ? game.find_play(position, dice, list->positions()[line],
                                                   list->mover_acts_next())
                                  : game.find_ending_play(position, dice, list->ending(line));
            ordered_json json = {{"variant", game.name()},
                                 {"position", format_position(game, position)}};
            if (!position.is_pending()) json["dice"] = format_dice(dice);
            json["player"] = name;
            json["play"] = format_play(play);
            json["afterstate"] = afterstate_text(game, *list, line);
            return json.dump() + "\n";
          }};
}

struct RequestKind {
  std::string_view name;
  ReadyRequest (*read)(RequestFields& fields, LoadedPlayers& players);
  bool is_job = false;
};

constexpr std::array kRequestKinds = {
    RequestKind{"version", &read_version},       RequestKind{"games", &read_games},
    RequestKind{"players", &read_players},       RequestKind{"moves", &read_moves},
    RequestKind{"evaluate", &read_evaluate},     RequestKind{"choose", &read_choose},
    RequestKind{"analyze", &read_analyze, true}, RequestKind{"rollout", &read_rollout, true},
    RequestKind{"replay", &read_replay},
};

}  // namespace

std::vector<std::string_view> request_names() {
  std::vector<std::string_view> names;
  for (const RequestKind& kind : kRequestKinds) names.push_back(kind.name);
  return names;
}

bool is_job(std::string_view name) {
  const auto* const kind = std::ranges::find(kRequestKinds, name, &RequestKind::name);
  return kind != kRequestKinds.end() && kind->is_job;
}

ReadyRequest read_request(std::string_view name, std::string_view json, LoadedPlayers& players) {
  return read_request(name, RequestFields(json), players);
}

ReadyRequest read_request(std::string_view name, RequestFields fields, LoadedPlayers& players) {
  const auto* const kind = std::ranges::find(kRequestKinds, name, &RequestKind::name);
  if (kind == kRequestKinds.end()) {
    std::string known;
    for (const std::string_view other : request_names()) {
      known += (known.empty() ? "" : ", ") + std::string(other);
    }
    throw RequestError({}, "there is no such request (expected " + known + ")");
  }
  ReadyRequest ready = kind->read(fields, players);
  ready.id = fields.id();
  return ready;
}

std::string answer_line(const ReadyRequest& request, const ProgressSink& sink) {
  try {
    end_if_interrupted();
    return with_id(request.id, request.answer(sink));
  } catch (const RequestError& error) {
    return error_json(request.id, error.what(), error.field());
  } catch (const PlayerFailure& error) {
    return error_json(request.id, error.what(), "player");
  } catch (const std::exception& error) {  // Interrupted too
    return error_json(request.id, error.what());
  }
}

}  // namespace gioul
