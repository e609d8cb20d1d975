#include "eval/study/verdict.h"

#include <algorithm>
#include <cassert>

namespace gioul {

Verdict judge(const AnalysisQuestion& question, std::string_view afterstate,
              const EvaluatorFactory& evaluator) {
  Analyst analyst(question.game, question.search, evaluator);
  const std::vector<AnalyzedPlay> plays =
      analyst.plays(question.position, question.dice.value_or(make_dice(1, 1)));
  const auto made = std::ranges::find(plays, afterstate, &AnalyzedPlay::afterstate);
  assert(made != plays.end());
  const AnalyzedPlay& best = plays.front();
  return {.best = best,
          .made = *made,
          .is_forced = plays.size() == 1,
          .is_mixed = !made->is_exact && !best.is_exact && made->plies != best.plies,
          .cost = std::max(0.0, best.equity - made->equity)};
}

RollLuck luck_of_roll(Game game, const Position& position, Dice dice,
                      const EvaluatorFactory& evaluator) {
  Analyst analyst(game, default_search(1), evaluator);
  const std::vector<AnalyzedRoll> rolls = analyst.rolls(position, 1);
  const double mean = equity(mean_value(rolls));
  const auto rolled = std::ranges::find(rolls, dice, &AnalyzedRoll::dice);
  return {.value = mean, .luck = rolled->best.equity - mean};
}

std::string_view mark_of_cost(double cost) {
  if (cost < 0.01) return "";
  if (cost < kMistake) return "?!";
  return cost < 0.1 ? "?" : "??";
}

}  // namespace gioul
