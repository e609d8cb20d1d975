#include "api/wildbg_form.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "api/field_reader.h"
#include "base/error.h"
#include "base/read_number.h"
#include "base/text.h"
#include "engine/text/notation.h"
#include "engine/walk/lines.h"

namespace gioul {

namespace {

using nlohmann::ordered_json;

int number_of(const QueryFields& query, const std::string& key, int low, int high) {
  const auto found = query.find(key);
  if (found == query.end()) return 0;
  if (const auto value = read_number(found->second, low, high)) return *value;
  throw RequestError(key, key + ": expected a whole number from " + std::to_string(low) + " to " +
                              std::to_string(high));
}

void add_entry(std::string& side, const std::string& place, int count) {
  if (count > 0) side += (side.empty() ? "" : ",") + place + ":" + std::to_string(count);
}

// The board as position text, which its reader then judges. What is on no place is borne off.
Position position_of(Game game, const QueryFields& query) {
  std::string own;
  std::string opp;
  std::array<int, 26> counts{};
  int own_total = 0;
  int opp_total = 0;
  for (int place = 0; place <= 25; ++place) {
    const int count =
        number_of(query, "p" + std::to_string(place), place == 25 ? 0 : -15, place == 0 ? 0 : 15);
    counts[static_cast<std::size_t>(place)] = count;
    (count > 0 ? own_total : opp_total) += std::abs(count);
  }
  add_entry(own, "bar", counts[25]);
  add_entry(opp, "bar", -counts[0]);
  for (int point = 24; point >= 1; --point) {
    add_entry(own, std::to_string(point), counts[static_cast<std::size_t>(point)]);
    add_entry(opp, std::to_string(point), -counts[static_cast<std::size_t>(25 - point)]);
  }
  add_entry(own, "off", kMaxCheckers - own_total);
  add_entry(opp, "off", kMaxCheckers - opp_total);
  try {
    return parse_position(game, own + "|" + opp);
  } catch (const InputError& error) {
    throw RequestError({}, "the board is no position of portes: " + std::string(error.what()));
  }
}

std::unique_ptr<Evaluator> evaluator_of(Game game, LoadedPlayers& players) {
  return players.judge(players.net_of(game), game)(EvaluatorSource::Numbers::kExact, false)();
}

ordered_json probabilities_json(const Value& value) {
  return {{"win", value[3] + value[4]},
          {"winG", value[4]},
          {"winBg", 0.0},
          {"loseG", value[0]},
          {"loseBg", 0.0}};
}

ordered_json play_json(const Play& play) {
  ordered_json json = ordered_json::array();
  for (std::size_t i = 0; i < play.size; ++i) {
    json.push_back({{"from", play.moves[i].from}, {"to", play.moves[i].to}});
  }
  return json;
}

// As position_of() asks for it: "p01" would never be read.
bool is_place(const std::string& key) {
  for (int place = 0; place <= 25; ++place) {
    if (key == "p" + std::to_string(place)) return true;
  }
  return false;
}

void check_keys(const QueryFields& query, bool with_dice) {
  for (const auto& [key, value] : query) {
    if (with_dice && (key == "die1" || key == "die2")) continue;
    if (is_place(key)) continue;
    throw RequestError(one_line(key), in_quotes(key, 60) +
                                          " is not known here (expected p0 to p25" +
                                          (with_dice ? ", die1, die2)" : ")"));
  }
}

}  // namespace

std::string wildbg_move(const QueryFields& query, LoadedPlayers& players) {
  check_keys(query, true);
  for (const char* const key : {"die1", "die2"}) {
    if (!query.contains(key)) throw RequestError(key, std::string(key) + ": is missing");
  }
  const Game game = find_game("portes");
  const Dice dice = make_dice(number_of(query, "die1", 1, 6), number_of(query, "die2", 1, 6));
  const Position position = position_of(game, query);
  const auto evaluator = evaluator_of(game, players);
  const auto list = std::make_unique<AfterstateList>();
  game.generate(position, dice, *list);
  const std::vector<Play> plays = one_play_a_line(game, position, dice, *list);
  evaluator->equities(position, *list);
  std::vector<std::pair<Value, std::size_t>> ranked;
  for (std::size_t line = 0; line < list->lines(); ++line) {
    const Ending ending = list->ending(line);
    ranked.emplace_back(ending == Ending::kNone ? flipped(evaluator->value_of(line))
                                                : certain_value(outcome_of(ending)),
                        line);
  }
  std::ranges::stable_sort(ranked, std::ranges::greater{},
                           [](const auto& entry) { return equity(entry.first); });
  ordered_json json = {{"moves", ordered_json::array()}};
  for (const auto& [value, line] : ranked) {
    json["moves"].push_back(
        {{"play", play_json(plays[line])}, {"probabilities", probabilities_json(value)}});
  }
  return json.dump();
}

std::string wildbg_eval(const QueryFields& query, LoadedPlayers& players) {
  check_keys(query, false);
  const Game game = find_game("portes");
  const Position position = position_of(game, query);
  const Value value = evaluator_of(game, players)->evaluate(position);
  // These games have no cube. What wildbg answers here is a rule of thumb, and so is this: a take
  // is worth it above a quarter of the games.
  const double cubeless = equity(value);
  const ordered_json json = {
      {"cube", {{"double", cubeless > 0.4 && cubeless < 0.6}, {"accept", cubeless < 0.5}}},
      {"probabilities", probabilities_json(value)}};
  return json.dump();
}

std::string wildbg_error(const std::string& message) {
  return nlohmann::ordered_json{{"message", one_line(message)}}.dump();
}

}  // namespace gioul
