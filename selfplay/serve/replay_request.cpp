#include "selfplay/serve/replay_request.h"

#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/interrupt.h"
#include "base/text.h"
#include "engine/text/notation.h"
#include "selfplay/record/game_file.h"
#include "selfplay/record/game_lines.h"
#include "selfplay/record/game_reader.h"
#include "selfplay/record/replay.h"

namespace gioul {

namespace {

using nlohmann::ordered_json;

constexpr std::size_t kLongestText = std::size_t{1} << 20;
constexpr std::size_t kMostGames = 1000;
constexpr std::size_t kShortText = std::size_t{1} << 14;  // read in a moment
constexpr std::array<std::pair<std::string_view, bool>, 2> kForms = {
    {{"text", true}, {"jsonl", false}}};

std::vector<GameLines> part_games(std::string_view text) {
  GameLineReader reader([&](std::string& line) {
    if (text.empty()) return false;
    line = take_line(text);
    return true;
  });
  std::vector<GameLines> games;
  for (GameLines game; reader.next(game); games.push_back(std::move(game))) {
    if (games.size() < kMostGames) continue;
    throw RequestError("text", "text: expected at most " + std::to_string(kMostGames) + " games");
  }
  return games;
}

NotedGame read_one(const GameLines& lines) {
  try {
    return parse_game(lines);
  } catch (const GameLineError& error) {
    throw RequestError("text", "text: line " + std::to_string(error.line()) + ": " + error.what());
  }
}

ordered_json head_json(const NotedGame& game) {
  ordered_json json = {{"number", game.record.number},
                       {"variant", game.game.name()},
                       {"checkers", game.checkers},
                       {"players", game.players},
                       {"decisions", game.record.decisions.size()},
                       {"result", result_text(game)}};
  if (!game.note.empty()) json["note"] = game.note;
  return json;
}

std::span<const Visit> played_again(const NotedGame& game, GameChecker& check) {
  try {
    return check(game);
  } catch (const ReplayError& error) {
    throw RequestError("text",
                       "text: game " + std::to_string(game.record.number) + ", " + error.what());
  }
}

ordered_json game_json_of(const NotedGame& game) {
  GameChecker check;
  const std::span<const Visit> visits = played_again(game, check);
  ordered_json json = head_json(game);
  json["points"] = points(game.record.outcome);
  json["decisions"] = ordered_json::array();
  for (std::size_t i = 0; i < visits.size(); ++i) {
    const RecordedDecision& made = game.record.decisions[i];
    ordered_json entry = {{"second", made.second_acts},
                          {"position", format_position(game.game, visits[i].decision.position)}};
    if (made.demand == Demand::kRoll) entry["dice"] = {made.dice.high, made.dice.low};
    entry["play"] = format_play(made.play);
    entry["afterstate"] = check.afterstate(game, i);
    json["decisions"].push_back(std::move(entry));
  }
  return json;
}

struct GivenGames {
  std::vector<GameLines> parts;
  Cost cost = Cost::kMoment;
};

GivenGames given_games(const RequestFields& fields) {
  const std::string text = fields.text("text", {}, kLongestText);
  GivenGames given{part_games(text), text.size() <= kShortText ? Cost::kMoment : Cost::kShort};
  if (given.parts.empty()) throw RequestError("text", "text: has no game (docs/games.md)");
  return given;
}

}  // namespace

ReadyRequest read_replay(RequestFields& fields, LoadedPlayers& /*players*/) {
  fields.check_names("text game");
  auto [parts, cost] = given_games(fields);
  const auto last = static_cast<std::int64_t>(parts.size()) - 1;
  const auto chosen = static_cast<std::size_t>(fields.whole("game", 0, last, 0));
  return {.cost = cost, .answer = [parts = std::move(parts), chosen](const ProgressSink&) {
            ordered_json json = {{"games", ordered_json::array()}};
            for (const GameLines& part : parts) {
              end_if_interrupted();
              json["games"].push_back(head_json(read_one(part)));
            }
            json["game"] = game_json_of(read_one(parts[chosen]));
            return json.dump() + "\n";
          }};
}

ReadyRequest read_record(RequestFields& fields, LoadedPlayers& /*players*/) {
  fields.check_names("text form");
  const bool as_text = fields.choice("form", kForms, true);
  auto [parts, cost] = given_games(fields);
  return {.cost = cost, .answer = [parts = std::move(parts), as_text](const ProgressSink&) {
            std::string text;
            GameChecker check;
            for (const GameLines& part : parts) {
              end_if_interrupted();
              const NotedGame game = read_one(part);
              const std::span<const Visit> visits = played_again(game, check);
              text += as_text ? game_text(game, visits) : game_json(game, visits);
            }
            return ordered_json{{"text", text}}.dump() + "\n";
          }};
}

}  // namespace gioul
