#include "eval/study/evaluation.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <vector>

#include "engine/games/visit.h"
#include "engine/text/notation.h"
#include "engine/walk/lines.h"

namespace gioul {

namespace {

using nlohmann::ordered_json;

// [from, to], and true if the move hits.
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

// What there is to play, number by number.
ordered_json chain_json(int owed, bool forfeited) {
  ordered_json numbers = ordered_json::array();
  for (int left = owed; left > 0; left -= chain_moves_left(left)) {
    numbers.push_back({chain_number(left), chain_moves_left(left)});
  }
  return {{"owed", owed}, {"forfeited", forfeited}, {"numbers", numbers}};
}

// Whether ways that differ only in their order are listed once.
bool lists_one_order(Game game, const Position& position, Dice dice) {
  if (!position.is_pending() && !dice.is_doublet()) return false;
  bool order_matters = false;
  visit_game(game, [&]<Rules R>(std::type_identity<R>) { order_matters = R::kOrderMatters; });
  return !order_matters;
}

}  // namespace

void describe(std::span<ScoredPlay> plays, Game game, const Position& position, Dice dice,
              const AfterstateList& list, const Evaluator& evaluator) {
  const std::vector<Play> by_index = one_play_a_line(game, position, dice, list);
  for (ScoredPlay& play : plays) {
    play.play = by_index[play.index];
    play.afterstate = afterstate_text(game, list, play.index);
    play.ending = list.ending(play.index);
    play.is_exact =
        play.ending != Ending::kNone || evaluator.is_exact(list.positions()[play.index]);
    play.equity += 0.0;  // -0 becomes 0
  }
}

std::vector<ScoredPlay> rank_plays(Game game, Evaluator& evaluator, const Position& position,
                                   Dice dice) {
  const auto list = std::make_unique<AfterstateList>();
  game.generate(position, dice, *list);
  std::vector<ScoredPlay> ranked;
  for (const auto [index, equity] : evaluator.evaluate(position, *list)) {
    ranked.push_back({.index = index, .equity = static_cast<double>(equity)});
  }
  for (std::size_t i = ranked.size(); i < list->lines(); ++i) {
    const int won = points(outcome_of(list->ending(i)));
    ranked.push_back({.index = i, .equity = static_cast<double>(won)});
  }
  describe(ranked, game, position, dice, *list, evaluator);
  std::ranges::stable_sort(ranked, std::ranges::greater{}, &ScoredPlay::equity);
  return ranked;
}

PositionEvaluation evaluate(Game game, Evaluator& evaluator, const Position& position,
                            std::optional<Dice> dice) {
  PositionEvaluation evaluation{.value = evaluator.evaluate(position), .plays = {}};
  if (dice) evaluation.plays = rank_plays(game, evaluator, position, *dice);
  return evaluation;
}

std::string evaluation_json(const PositionEvaluation& evaluation) {
  using nlohmann::ordered_json;
  ordered_json json = {{"equity", equity(evaluation.value)}, {"outcomes", evaluation.value}};
  if (evaluation.plays) {
    json["plays"] = ordered_json::array();
    for (const ScoredPlay& play : *evaluation.plays) {
      json["plays"].push_back({{"play", format_play(play.play)},
                               {"afterstate", play.afterstate},
                               {"equity", play.equity}});
    }
  }
  return json.dump() + "\n";
}

std::string moves_json(Game game, const Position& position, Dice dice) {
  const auto list = std::make_unique<AfterstateList>();
  game.generate(position, dice, *list);
  const std::vector<PlayLine> plays = game.plays(position, dice, *list);
  std::vector<ordered_json> ways(list->lines(), ordered_json::array());
  for (const PlayLine& play : plays) ways[play.line].push_back(way_json(play.play));

  ordered_json json = {{"variant", game.name()}, {"position", format_position(game, position)}};
  if (!position.is_pending()) json["dice"] = format_dice(dice);
  if (position.is_pending()) {
    json["chain"] = chain_json(position.owed, position.forfeited != 0);
  } else if (dice.is_doublet() && rolls_chain(game, position)) {
    json["chain"] = chain_json(chain_length(dice.high), false);
  }
  json["acts_again"] = list->mover_acts_next();
  json["any_order"] = lists_one_order(game, position, dice);
  json["moves"] = ordered_json::array();
  for (const DecisionLine& line : sorted_lines(game, position, dice, *list)) {
    json["moves"].push_back(
        {{"play", line.play}, {"afterstate", line.afterstate}, {"ways", ways[line.line]}});
  }
  return json.dump() + "\n";
}

}  // namespace gioul
