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
  const std::vector<double> shares = object.get_numbers("value", kOutcomeCount, 0.0, 1.0);
  double sum = 0.0;
  double points = 0.0;
  for (std::size_t i = 0; i < kOutcomeCount; ++i) {
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
  decision.second_to_move = object.get_integer("player", 1, 2) == 2;
  game.file_positions.push_back(object.has_value("position") ? object.get_string("position")
                                                             : std::string());
  if (object.has_value("dice")) {
    decision.dice = parse_dice(object.get_string("dice"));
  } else {
    const Position position = parse_position(game.variant, object.get_string("position"));
    if (!position.is_pending()) {
      throw InputError("dice: missing or null, but the position is to roll");
    }
    decision.type = position.is_forfeited != 0 ? DecisionType::kForfeit : DecisionType::kOwed;
    decision.pending_moves = position.owed_moves;
  }
  decision.play = parse_recorded_play(object.get_string("play"));
  std::optional<double> equity;
  if (object.has_value("value")) read_json_value(object, decision, equity);
  game.equities.push_back(equity);
  game.record.decisions.push_back(decision);
}

void read_result(const JsonObject& object, AnnotatedGame& game) {
  game.is_running = object.has_value("running") && object.get_boolean("running");
  std::string ended_by = game.is_running ? "running" : "";
  const auto end_by = [&](const char* key) {
    if (!ended_by.empty()) throw InputError(ended_by + " and " + key + " cannot be combined");
    ended_by = key;
  };
  if (game.is_running && object.has_value("result")) end_by("result");
  if (!game.is_running) {
    game.record.outcome =
        outcome_from_points(static_cast<int>(object.get_integer("result", -2, 2)));
  }
  for (const char* const key : {"failed", "resigned", "gave_up"}) {  // "gave_up": in older files
    if (!object.has_value(key)) continue;
    end_by(key);
    game.failed_player =
        object.get_integer(key, 1, 2) == 2 ? FailedPlayer::kSecond : FailedPlayer::kFirst;
    if (key == std::string_view("failed")) set_failure_reason(game, object.get_string("reason"));
  }
}

AnnotatedGame game_of(const JsonObject& object, std::size_t line) {
  AnnotatedGame game;
  game.checkers = static_cast<int>(object.get_integer("checkers", 1, kMaxCheckers));
  set_variant_by_name(game, object.get_string("variant"));
  game.record.game_number = object.get_unsigned("game");
  if (object.has_value("seed")) game.seed = object.get_seed("seed");
  if (object.has_value("net")) {
    game.net_checksum = parse_ranged_number<std::uint64_t>(object.get_string("net"), "net", 0,
                                                           static_cast<std::uint64_t>(-1), 16);
  }
  if (object.has_value("pair")) {
    game.tournament_pair = {object.get_integer("pairing", 0, kMaxPairNumber),
                            object.get_integer("pair", 0, kMaxPairNumber)};
  }
  if (object.has_value("players")) {
    const std::vector<std::string> players = object.get_strings("players", 2);
    game.players = {to_printable_line(players[0]), to_printable_line(players[1])};
  }
  if (object.has_value("start")) set_start_position(game, object.get_string("start"), true);
  if (object.has_value("luck"))
    game.first_player_luck = object.get_number("luck", -kMaxLuck, kMaxLuck);
  read_result(object, game);
  for (const JsonObject& decision : object.get_objects("decisions")) {
    try {
      read_json_decision(decision, game);
    } catch (const InputError& error) {
      throw InputError("decision " + std::to_string(game.record.decisions.size() + 1) + ": " +
                       error.what());
    }
  }
  game.decision_line_numbers.assign(game.record.decisions.size(), line);
  game.result_line_number = line;
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
