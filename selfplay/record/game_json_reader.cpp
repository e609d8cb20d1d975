#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "engine/outcome.h"
#include "engine/text/notation.h"
#include "selfplay/record/game_fields.h"
#include "selfplay/record/game_reader.h"

namespace gioul {

namespace {

using nlohmann::json;

template <typename T>
T required(const json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end()) throw InputError("'" + std::string(key) + "' is missing");
  try {
    return found->get<T>();
  } catch (const json::exception&) {
    throw InputError("'" + std::string(key) + "' is of the wrong kind: " +
                     found->dump(-1, ' ', true, json::error_handler_t::replace).substr(0, 60));
  }
}

// A whole number; other numbers are not rounded to one.
std::int64_t integer(const json& object, const char* key, std::int64_t lowest,
                     std::int64_t highest) {
  const auto found = object.find(key);
  if (found != object.end() && !found->is_number_integer()) {
    throw InputError("'" + std::string(key) + "': expected a whole number");
  }
  const auto number = required<std::int64_t>(object, key);
  if (number < lowest || number > highest) {
    throw InputError("'" + std::string(key) + "' is " + std::to_string(number) +
                     ": expected a number from " + std::to_string(lowest) + " to " +
                     std::to_string(highest));
  }
  return number;
}

std::uint64_t unsigned_number(const json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_number_unsigned()) {
    throw InputError("'" + std::string(key) + "': expected a whole number from 0 to 2^64 - 1");
  }
  return found->get<std::uint64_t>();
}

void read_json_value(const json& value, RecordedDecision& decision, std::optional<double>& equity) {
  double sum = 0.0;
  double points = 0.0;
  for (std::size_t i = 0; i < kOutcomes; ++i) {
    const bool fits = value.is_array() && value.size() == kOutcomes && value[i].is_number();
    const double share = fits ? value[i].get<double>() : -1.0;
    if (!(share >= 0.0 && share <= 1.0)) {
      throw InputError("'value': expected five probabilities or null");
    }
    decision.value[i] = static_cast<std::uint16_t>(std::lround(65535.0 * share));
    points += kPoints5[i] * share;
    sum += share;
  }
  if (std::abs(sum - 1.0) > 1e-3) throw InputError("'value': its probabilities don't sum to 1");
  equity = points;
}

void read_json_decision(const json& object, NotedGame& game) {
  if (!object.is_object()) throw InputError("expected an object");
  RecordedDecision decision;
  decision.second_acts = integer(object, "player", 1, 2) == 2;
  if (object.contains("position")) {
    game.positions.push_back(required<std::string>(object, "position"));
  } else {
    game.positions.emplace_back();
  }
  if (object.contains("dice") && !object["dice"].is_null()) {
    decision.dice = parse_dice(required<std::string>(object, "dice"));
  } else {
    const Position position = parse_position(game.game, required<std::string>(object, "position"));
    if (!position.is_pending()) {
      throw InputError("'dice' is null, and nothing is pending in its position");
    }
    decision.demand = position.forfeited != 0 ? Demand::kForfeit : Demand::kOwed;
    decision.pending = position.owed;
  }
  decision.play = read_play(required<std::string>(object, "play"));
  std::optional<double> equity;
  if (object.contains("value") && !object["value"].is_null()) {
    read_json_value(object["value"], decision, equity);
  }
  game.equities.push_back(equity);
  game.record.decisions.push_back(decision);
}

NotedGame game_of(const json& object, std::size_t line) {
  if (!object.is_object()) throw InputError("expected a JSON object");
  NotedGame game;
  const auto variant = required<std::string>(object, "variant");
  game.checkers = static_cast<int>(integer(object, "checkers", 1, kMaxCheckers));
  set_variant(game, variant);
  game.record.number = unsigned_number(object, "game");
  if (object.contains("seed")) game.seed = unsigned_number(object, "seed");
  if (object.contains("net")) {
    game.net = number_of<std::uint64_t>(required<std::string>(object, "net"), "net", 0,
                                        static_cast<std::uint64_t>(-1), 16);
  }
  if (object.contains("pair")) {
    game.meeting = {static_cast<std::int64_t>(integer(object, "pairing", 0, kMostPairs)),
                    static_cast<std::int64_t>(integer(object, "pair", 0, kMostPairs))};
  }
  if (object.contains("players")) {
    game.players = required<std::array<std::string, 2>>(object, "players");
  }
  game.record.outcome = outcome_of_points(static_cast<int>(integer(object, "result", -2, 2)));
  if (object.contains("failed")) {
    game.failed = integer(object, "failed", 1, 2) == 2 ? FailedSeat::kSecond : FailedSeat::kFirst;
    game.failure = required<std::string>(object, "reason");
  }
  const auto decisions = object.find("decisions");
  if (decisions == object.end() || !decisions->is_array()) {
    throw InputError("'decisions': expected an array");
  }
  for (const json& decision : *decisions) {
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

NotedGame parse_game_json(std::string_view text, std::size_t line) {
  try {
    return game_of(json::parse(text), line);
  } catch (const json::exception& error) {
    constexpr std::size_t kReason = 200;  // it has what was read last, however long that is
    throw GameLineError(line, "is no JSON: " + std::string(error.what()).substr(0, kReason));
  } catch (const InputError& error) {
    throw GameLineError(line, error.what());
  }
}

}  // namespace gioul
