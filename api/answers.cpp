#include "api/answers.h"

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/error.h"
#include "engine/games/dispatch.h"
#include "engine/games/legal_play_list.h"
#include "engine/text/notation.h"
#include "engine/text/position_id.h"

namespace gioul {

namespace {

using nlohmann::ordered_json;

// Returns [from, to], or [from, to, true] if the move hits.
ordered_json step_json(const CheckerMove& move) {
  ordered_json step = {move.from, move.to};
  if (move.hits) step.push_back(true);
  return step;
}

ordered_json way_json(const Play& play) {
  ordered_json way = ordered_json::array();
  for (std::size_t i = 0; i < play.size; ++i) way.push_back(step_json(play.moves[i]));
  return way;
}

// Returns the pending numbers of a chain with their checker moves.
ordered_json chain_json(int owed, bool forfeited) {
  ordered_json numbers = ordered_json::array();
  for (int left = owed; left > 0; left -= moves_left_of_number(left)) {
    numbers.push_back({next_chain_number(left), moves_left_of_number(left)});
  }
  return {{"owed", owed}, {"forfeited", forfeited}, {"numbers", numbers}};
}

// Returns true if plays that differ only in the order of moves are listed once.
bool lists_one_order(Game game, std::optional<Dice> dice) {
  if (dice && !dice->is_doublet()) return false;
  bool order_matters = false;
  dispatch_game(game,
                [&]<GameRules R>(std::type_identity<R>) { order_matters = R::kDiceOrderMatters; });
  return !order_matters;
}

ordered_json to_json(const RolloutResult& result) {
  return {{"equity", result.equity.mean},
          {"standard_error", result.equity.standard_error},
          {"outcomes", result.outcome_means()},
          {"outcome_errors", result.outcome_errors()},
          {"trials", result.trial_count}};
}

}  // namespace

double limited_equity(const Value& value) { return std::clamp(equity(value), -2.0, 2.0); }

std::string evaluation_json(const PositionEvaluation& evaluation) {
  ordered_json json = {{"equity", limited_equity(evaluation.value)},
                       {"outcomes", evaluation.value}};
  if (evaluation.plays) {
    json["plays"] = ordered_json::array();
    for (const ScoredPlay& play : *evaluation.plays) {
      json["plays"].push_back({{"play", format_play(play.play)},
                               {"afterstate", play.afterstate_text},
                               {"equity", std::clamp(play.equity, -2.0, 2.0)}});
    }
  }
  return json.dump() + "\n";
}

std::string position_json(Game game, const Position& position, std::optional<Dice> dice) {
  auto json = question_json<ordered_json>(game, position, dice);
  json["gnubg_id"] = nullptr;
  json["xgid"] = nullptr;
  try {
    json["gnubg_id"] = format_position_id(game, position) + ":" + format_match_id(dice);
    json["xgid"] = format_xgid(game, position, dice);
  } catch (const InputError&) {
    // It stays null.
  }
  return json.dump() + "\n";
}

std::string moves_json(Game game, const Position& position, std::optional<Dice> dice) {
  const auto list = std::make_unique<AfterstateList>();
  game.generate_afterstates(position, dice, *list);
  const std::vector<LegalPlay> plays = game.legal_plays(position, dice, *list);
  std::vector<ordered_json> ways(list->size(), ordered_json::array());
  for (const LegalPlay& play : plays) ways[play.afterstate_index].push_back(way_json(play.play));

  auto json = question_json<ordered_json>(game, position, dice);
  if (position.is_pending()) {
    json["chain"] = chain_json(position.owed_moves, position.is_forfeited != 0);
  } else if (dice->is_doublet() && doublet_starts_chain(game, position)) {
    json["chain"] = chain_json(chain_length(dice->high), false);
  }
  json["acts_again"] = list->mover_acts_next();
  json["any_order"] = lists_one_order(game, dice);
  json["moves"] = ordered_json::array();
  for (const ListedPlay& line : plays_sorted_by_afterstate_text(game, position, dice, *list)) {
    json["moves"].push_back({{"play", line.play_text},
                             {"afterstate", line.afterstate_text},
                             {"ways", ways[line.afterstate_index]}});
  }
  return json.dump() + "\n";
}

std::string rollout_json(const RolloutReport& report) {
  const RolloutQuery& query = report.query;
  auto json = question_json<ordered_json>(query.game, query.position, query.dice);
  json["variance_reduction"] = format_variance_reduction(report.variance_reduction);
  json["truncate"] = report.options.truncation_rolls;
  json["seed"] = std::to_string(report.options.seed);
  if (query.plays.empty()) {
    json.update(to_json(report.rollouts.front().result));
    json["net"] = {{"equity", limited_equity(query.static_value)},
                   {"outcomes", query.static_value}};
    return json.dump() + "\n";
  }
  json["plays"] = ordered_json::array();
  for (const auto& [index, result] : report.rollouts) {
    const ScoredPlay& ranked = query.plays[index];
    ordered_json play = {{"play", format_play(ranked.play)},
                         {"afterstate", ranked.afterstate_text}};
    play.update(to_json(result));
    play["difference"] = result.difference_to_best.mean;
    play["difference_error"] = result.difference_to_best.standard_error;
    play["net_equity"] = ranked.equity;
    json["plays"].push_back(play);
  }
  return json.dump() + "\n";
}

}  // namespace gioul
