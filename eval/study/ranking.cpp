#include "eval/study/ranking.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <span>

#include "engine/walk/lines.h"

namespace gioul {

std::vector<RankedPlay> rank_plays(Game game, Evaluator& evaluator, const Position& position,
                                   Dice dice) {
  const auto list = std::make_unique<AfterstateList>();
  game.generate(position, dice, *list);
  const std::vector<Play> plays = one_play_a_line(game, position, dice, *list);
  const std::span<const float> equities = evaluator.equities(position, *list);
  std::vector<RankedPlay> ranked;
  for (std::size_t line = 0; line < plays.size(); ++line) {
    const Ending ending = list->ending(line);
    const float equity =
        ending == Ending::kNone ? equities[line] : static_cast<float>(points(outcome_of(ending)));
    ranked.push_back({format_play(plays[line]), afterstate_text(game, *list, line), equity + 0.0f,
                      line});  // -0 becomes 0
  }
  std::ranges::stable_sort(ranked, std::ranges::greater{}, &RankedPlay::equity);
  return ranked;
}

}  // namespace gioul
