#include <cmath>
#include <optional>
#include <vector>

#include "base/json_object.h"
#include "base/text.h"
#include "engine/outcome.h"
#include "engine/text/notation.h"
#include "selfplay/record/game_reader.h"

namespace gioul {

namespace {

constexpr double kMaxLuck = 1e6;  // points

void read_json_value(const JsonObject& object, RecordedDecision& decision,
                     std::optional<double>& equity) {
  const std::vector<double> shares = object.numbers("value", kOutcomes, 0.0, 1.0);
  double sum = 0.0;
  double points = 0.0;
  for (std::size_t i = 0; i < kOutcomes; ++i) {
    if (std::isnan(shares[i])) throw InputError("value: expected five probabilities, not null");
    decision.value[i] = static_cast<std::uint16_t>(std::lround(65535.0 * shares[i]));
    points += kOutcomePoints[i] * shares[i];
    sum += shares[i];
  }
  if (std::abs(sum - 1.0) > 1e-3) throw InputError("value: the probabilities do not sum to 1");
  equity = points;
}

void read_json_decision(const JsonObject& object, AnnotatedGame& game) {
  RecordedDecision decision;
  decision.second_to_move = object.integer("player", 1, 2) == 2;
  game.positions.push_back(object.has("position") ? object.string("position") : std::string());
  if (object.has("dice")) {
    decision.dice = parse_dice(object.string("dice"));
  } else {
    const Position position = parse_position(game.game, object.string("position"));
    if (!position.is_pending()) {
      throw InputError("dice: missing or null, but the position is to roll");
    }
    decision.type = position.forfeited != 0 ? DecisionType::kForfeit : DecisionType::kOwed;
    decision.pending = position.owed;
  }
  decision.play = parse_recorded_play(object.string("play"));
  std::optional<double> equity;
  if (object.has("value")) read_json_value(object, decision, equity);
  game.equities.push_back(equity);
  game.record.decisions.push_back(decision);
}

void read_result(const JsonObject& object, AnnotatedGame& game) {
  game.is_running = object.has("running") && object.boolean("running");
  std::string ended_by = game.is_running ? "running" : "";
  const auto end_by = [&](const char* key) {
    if (!ended_by.empty()) throw InputError(ended_by + " and " + key + " cannot be combined");
    ended_by = key;
  };
  if (game.is_running && object.has("result")) end_by("result");
  if (!game.is_running) {
    game.record.outcome = outcome_from_points(static_cast<int>(object.integer("result", -2, 2)));
  }
  for (const char* const key : {"failed", "resigned", "gave_up"}) {  // "gave_up": in older files
    if (!object.has(key)) continue;
    end_by(key);
    game.failed = object.integer(key, 1, 2) == 2 ? FailedSeat::kSecond : FailedSeat::kFirst;
    if (key == std::string_view("failed")) game.failure = one_line(object.string("reason"));
  }
}

AnnotatedGame game_of(const JsonObject& object, std::size_t line) {
  AnnotatedGame game;
  game.checkers = static_cast<int>(object.integer("checkers", 1, kMaxCheckers));
  set_variant_by_name(game, object.string("variant"));
  game.record.number = object.unsigned_integer("game");
  if (object.has("seed")) game.seed = object.seed("seed");
  if (object.has("net")) {
    game.net = parse_ranged_number<std::uint64_t>(object.string("net"), "net", 0,
                                                  static_cast<std::uint64_t>(-1), 16);
  }
  if (object.has("pair")) {
    game.tournament_pair = {object.integer("pairing", 0, kMaxPairs),
                            object.integer("pair", 0, kMaxPairs)};
  }
  if (object.has("players")) {
    const std::vector<std::string> players = object.strings("players", 2);
    game.players = {one_line(players[0]), one_line(players[1])};
  }
  if (object.has("start")) game.start = parse_position(game.game, object.string("start"));
  if (object.has("luck")) game.luck = object.number("luck", -kMaxLuck, kMaxLuck);
  read_result(object, game);
  for (const JsonObject& decision : object.objects("decisions")) {
    try {
      read_json_decision(decision, game);
    } catch (const InputError& error) {
      throw InputError("decision " + std::to_string(game.record.decisions.size() + 1) + ": " +
                       error.what());
    }
  }
  game.lines.assign(game.record.decisions.size(), line);
  game.last_line = line;
  return game;
}

}  // namespace

AnnotatedGame parse_game_json(std::string_view text, std::size_t line) {
  try {
    return game_of(JsonObject(text), line);
  } catch (const InputError& error) {
    throw GameParseError(line, error.what());
  }
}

}  // namespace gioul
