#include "eval/analysis/evaluation.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "engine/games/legal_play_list.h"

namespace gioul {

void fill_display_fields(std::span<ScoredPlay> plays, Game game, const Position& position,
                         std::optional<Dice> dice, const AfterstateList& list,
                         const Evaluator& evaluator) {
  const std::vector<Play> by_index = one_play_per_afterstate(game, position, dice, list);
  for (ScoredPlay& play : plays) {
    play.play = by_index[play.afterstate_index];
    play.afterstate_text = format_afterstate(game, list, play.afterstate_index);
    play.ending = list.ending(play.afterstate_index);
    play.is_exact =
        play.ending != Ending::kNone || evaluator.is_exact(list.positions()[play.afterstate_index]);
    play.equity += 0.0;  // turns -0 into 0
  }
}

std::vector<ScoredPlay> rank_plays(Game game, Evaluator& evaluator, const Position& position,
                                   std::optional<Dice> dice) {
  const auto list = std::make_unique<AfterstateList>();
  game.generate_afterstates(position, dice, *list);
  std::vector<ScoredPlay> ranked;
  for (const auto [index, equity] : evaluator.evaluate(position, *list)) {
    ranked.push_back({.afterstate_index = index, .equity = static_cast<double>(equity)});
  }
  for (std::size_t i = ranked.size(); i < list->size(); ++i) {
    const int won = points(outcome_of(list->ending(i)));
    ranked.push_back({.afterstate_index = i, .equity = static_cast<double>(won)});
  }
  fill_display_fields(ranked, game, position, dice, *list, evaluator);
  std::ranges::stable_sort(ranked, std::ranges::greater{}, &ScoredPlay::equity);
  return ranked;
}

PositionEvaluation evaluate(Game game, Evaluator& evaluator, const Position& position,
                            std::optional<Dice> dice) {
  PositionEvaluation evaluation{.value = evaluator.evaluate(position), .plays = {}};
  if (dice || position.is_pending()) {
    evaluation.plays = rank_plays(game, evaluator, position, dice);
  }
  return evaluation;
}

}  // namespace gioul
