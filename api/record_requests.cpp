#include "api/record_requests.h"

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "api/request_fields.h"
#include "base/interrupt.h"
#include "base/text.h"
#include "engine/text/notation.h"
#include "selfplay/record/game_file.h"
#include "selfplay/record/game_reader.h"
#include "selfplay/record/game_splitter.h"
#include "selfplay/record/replay.h"

namespace gioul {

namespace {

using nlohmann::ordered_json;

constexpr std::size_t kMaxTextLength = std::size_t{1} << 20;
constexpr std::size_t kMaxGames = 1000;
constexpr std::size_t kShortText = std::size_t{1} << 14;  // parsed quickly enough to run at once

struct RecordsRequest {
  std::string text = {};
  std::size_t game = 0;
  bool as_lines = false;  // JSON lines instead of text
};

std::vector<GameText> split_games(std::string_view text) {
  GameSplitter reader([&](std::string& line) {
    if (text.empty()) return false;
    line = pop_line(text);
    return true;
  });
  std::vector<GameText> games;
  for (GameText game; reader.next(game); games.push_back(std::move(game))) {
    if (games.size() < kMaxGames) continue;
    throw RequestError("text", "text: expected at most " + std::to_string(kMaxGames) + " games");
  }
  return games;
}

AnnotatedGame read_one(const GameText& lines) {
  try {
    return parse_game(lines);
  } catch (const GameParseError& error) {
    throw RequestError("text", "text: line " + std::to_string(error.line()) + ": " + error.what());
  }
}

ordered_json head_json(const AnnotatedGame& game) {
  ordered_json json = {{"number", game.record.number},
                       {"variant", game.game.name()},
                       {"checkers", game.checkers},
                       {"players", game.players},
                       {"decisions", game.record.decisions.size()},
                       {"result", format_result(game)}};
  if (!game.dropped_content.empty()) json["note"] = game.dropped_content;
  return json;
}

std::span<const GameStep> replay_steps(const AnnotatedGame& game, GameValidator& check) {
  try {
    return check(game);
  } catch (const ReplayError& error) {
    throw RequestError("text",
                       "text: game " + std::to_string(game.record.number) + ", " + error.what());
  }
}

ordered_json full_game_to_json(const AnnotatedGame& game) {
  GameValidator check;
  const std::span<const GameStep> steps = replay_steps(game, check);
  ordered_json json = head_json(game);
  json["points"] = points(game.record.outcome);
  json["decisions"] = ordered_json::array();
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const RecordedDecision& made = game.record.decisions[i];
    ordered_json entry = {{"second", made.second_to_move},
                          {"position", format_position(game.game, steps[i].decision.position)}};
    if (made.type == DecisionType::kRoll) entry["dice"] = {made.dice.high, made.dice.low};
    entry["play"] = format_play(made.play);
    entry["afterstate"] = check.afterstate(game, i);
    json["decisions"].push_back(std::move(entry));
  }
  return json;
}

struct GivenGames {
  std::vector<GameText> parts;
  CostClass cost = CostClass::kMoment;
};

GivenGames given_games(const std::string& text) {
  GivenGames given{split_games(text),
                   text.size() <= kShortText ? CostClass::kMoment : CostClass::kShort};
  if (given.parts.empty()) throw RequestError("text", "text: no games found (docs/game-files.md)");
  return given;
}

const FieldRows<RecordsRequest>& replay_rows() {
  static const FieldRows<RecordsRequest> rows = {
      {marked_required(text_field("text",
                                  "games as text, JSON lines or match files (docs/game-files.md)",
                                  kMaxTextLength)),
       &RecordsRequest::text},
      {integer_field("game", 0, kMaxGames, 0, "index of the game, from 0"), &RecordsRequest::game}};
  return rows;
}

const FieldRows<RecordsRequest>& record_rows() {
  static const FieldRows<RecordsRequest> rows = {
      replay_rows().front(),
      {choice_field("format", {"text", "jsonl"}, 0, "output format"), &RecordsRequest::as_lines}};
  return rows;
}

}  // namespace

std::vector<RequestField> replay_fields() { return collect_fields(replay_rows()); }

std::vector<RequestField> record_fields() { return collect_fields(record_rows()); }

PreparedRequest read_replay_request(JsonFieldReader& fields, PlayerRegistry& players) {
  RecordsRequest asked;
  read_fields(replay_rows(), fields, players.policy(), asked);
  auto [parts, cost] = given_games(asked.text);
  const std::size_t chosen = asked.game;
  if (chosen >= parts.size()) {
    fields.get_integer("game", 0, static_cast<std::int64_t>(parts.size()) - 1);  // throws
  }
  return {.cost = cost, .answer = [parts = std::move(parts), chosen](const ProgressSink&) {
            ordered_json json = {{"games", ordered_json::array()}};
            for (const GameText& part : parts) {
              throw_if_interrupted();
              json["games"].push_back(head_json(read_one(part)));
            }
            json["game"] = full_game_to_json(read_one(parts[chosen]));
            return json.dump() + "\n";
          }};
}

PreparedRequest read_record_request(JsonFieldReader& fields, PlayerRegistry& players) {
  RecordsRequest asked;
  read_fields(record_rows(), fields, players.policy(), asked);
  auto [parts, cost] = given_games(asked.text);
  return {.cost = cost,
          .answer = [parts = std::move(parts), as_text = !asked.as_lines](const ProgressSink&) {
            std::string text;
            GameValidator check;
            for (const GameText& part : parts) {
              throw_if_interrupted();
              const AnnotatedGame game = read_one(part);
              const std::span<const GameStep> steps = replay_steps(game, check);
              text += as_text ? format_game(game, steps) : format_game_json(game, steps);
            }
            return ordered_json{{"text", text}}.dump() + "\n";
          }};
}

}  // namespace gioul
