#include "api/record_requests.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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
  std::optional<std::size_t> game = {};
  bool as_lines = false;  // JSON lines instead of text
};

// Throws RequestError if there is no game.
std::vector<GameText> split_games(std::string_view text) {
  GameSplitter reader([&](std::string& line) {
    if (text.empty()) return false;
    line = pop_line(text);
    return true;
  });
  std::vector<GameText> games;
  try {
    for (GameText game; reader.read_next_game(game); games.push_back(std::move(game))) {
      if (games.size() < kMaxGames) continue;
      throw RequestError("text", "text: expected at most " + std::to_string(kMaxGames) + " games");
    }
  } catch (const GameParseError& error) {
    throw RequestError("text",
                       "text: line " + std::to_string(error.line_number()) + ": " + error.what());
  }
  if (games.empty()) throw RequestError("text", "text: no games found (docs/game-files.md)");
  return games;
}

ordered_json head_json(const AnnotatedGame& game) {
  ordered_json json = {{"number", game.record.game_number},
                       {"variant", game.variant.name()},
                       {"checkers", game.checkers},
                       {"players", game.players},
                       {"decisions", game.record.decisions.size()},
                       {"result", format_result(game)}};
  if (!game.dropped_content.empty()) json["note"] = game.dropped_content;
  return json;
}

// A game that is malformed or against the rules.
struct Rejection {
  std::size_t line;
  std::string error;

  [[noreturn]] void fail() const {
    throw RequestError("text", "text: line " + std::to_string(line) + ": " + error);
  }
};

// Parses and replays a game. Returns why it is rejected, if it is.
std::optional<Rejection> read_one(const GameText& text, AnnotatedGame& game, GameValidator& check) {
  throw_if_interrupted();
  try {
    game = parse_game(text);
    check(game);
  } catch (const GameParseError& error) {
    return Rejection{error.line_number(), error.what()};
  } catch (const ReplayError& error) {
    const std::size_t i = error.decision_number() - 1;
    return Rejection{i < game.decision_line_numbers.size() ? game.decision_line_numbers[i]
                                                           : game.result_line_number,
                     "game " + std::to_string(game.record.game_number) + ", " + error.what()};
  }
  return std::nullopt;
}

ordered_json full_game_to_json(const AnnotatedGame& game, const GameValidator& check) {
  const std::span<const GameStep> steps = check.last_steps();
  ordered_json json = head_json(game);
  json["points"] = points(game.record.outcome);
  json["decisions"] = ordered_json::array();
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const RecordedDecision& made = game.record.decisions[i];
    ordered_json entry = {{"second", made.second_to_move},
                          {"position", format_position(game.variant, steps[i].decision.position)}};
    if (made.type == DecisionType::kRoll) entry["dice"] = {made.dice.high, made.dice.low};
    entry["play"] = format_play(made.play);
    entry["afterstate"] = check.format_afterstate_or_result(game, i);
    json["decisions"].push_back(std::move(entry));
  }
  return json;
}

CostClass replay_cost(const std::string& text) {
  return text.size() <= kShortText ? CostClass::kMoment : CostClass::kShort;
}

const FieldBindings<RecordsRequest>& replay_rows() {
  static const FieldBindings<RecordsRequest> rows = {
      {marked_required(text_field("text",
                                  "games as text, JSON lines or match files (docs/game-files.md)",
                                  kMaxTextLength)),
       &RecordsRequest::text},
      {integer_field("game", 0, kMaxGames, std::nullopt,
                     "index of the game, from 0 (default: the first legal one)"),
       &RecordsRequest::game}};
  return rows;
}

const FieldBindings<RecordsRequest>& record_rows() {
  static const FieldBindings<RecordsRequest> rows = {
      replay_rows().front(),
      {choice_field("format", {"text", "jsonl"}, "output format"), &RecordsRequest::as_lines}};
  return rows;
}

}  // namespace

std::vector<RequestField> replay_request_fields() { return collect_fields(replay_rows()); }

std::vector<RequestField> record_request_fields() { return collect_fields(record_rows()); }

PreparedRequest read_replay_request(JsonFieldReader& fields, PlayerRegistry& players) {
  RecordsRequest asked;
  read_fields(replay_rows(), fields, players.request_policy(), asked);
  std::vector<GameText> parts = split_games(asked.text);
  if (asked.game && *asked.game >= parts.size()) {
    fields.get_integer("game", 0, static_cast<std::int64_t>(parts.size()) - 1);  // throws
  }
  return {.cost_class = replay_cost(asked.text),
          .compute_answer = [parts = std::move(parts), chosen = asked.game](const ProgressSink&) {
            ordered_json games = ordered_json::array();
            ordered_json shown;
            std::optional<Rejection> first;
            AnnotatedGame game;
            GameValidator check;
            for (const GameText& part : parts) {
              const auto rejected = read_one(part, game, check);
              const bool is_chosen = chosen ? games.size() == *chosen : shown.is_null();
              if (rejected) {
                if (chosen && is_chosen) rejected->fail();
                if (!first) first = rejected;
                games.push_back(
                    {{"line", rejected->line}, {"error", to_printable_line(rejected->error)}});
                continue;
              }
              if (is_chosen) shown = full_game_to_json(game, check);
              games.push_back(head_json(game));
            }
            if (shown.is_null()) first->fail();
            return ordered_json{{"games", games}, {"game", shown}}.dump() + "\n";
          }};
}

PreparedRequest read_record_request(JsonFieldReader& fields, PlayerRegistry& players) {
  RecordsRequest asked;
  read_fields(record_rows(), fields, players.request_policy(), asked);
  return {.cost_class = replay_cost(asked.text),
          .compute_answer = [parts = split_games(asked.text),
                             as_text = !asked.as_lines](const ProgressSink&) {
            std::string text;
            ordered_json errors = ordered_json::array();
            AnnotatedGame game;
            GameValidator check;
            for (const GameText& part : parts) {
              if (const auto rejected = read_one(part, game, check)) {
                if (parts.size() == 1) rejected->fail();
                errors.push_back(
                    {{"line", rejected->line}, {"error", to_printable_line(rejected->error)}});
                continue;
              }
              text += as_text ? format_game(game, check.last_steps())
                              : format_game_json(game, check.last_steps());
            }
            ordered_json json = {{"text", text}};
            if (!errors.empty()) json["rejected"] = errors;
            return json.dump() + "\n";
          }};
}

}  // namespace gioul
