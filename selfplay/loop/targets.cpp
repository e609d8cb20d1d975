#include "selfplay/loop/targets.h"

namespace gioul {

// Walks backward from the end. The return of a position mixes the next position's value and return,
// both turned to this position's player to move. With lookahead, the target is the lookahead value,
// which contains no luck of the dice, plus lambda times the difference between the next position's
// return and value.
GameExamples make_td_targets(std::span<const GameStep> steps, const EpisodeEnd& end, float lambda,
                             std::span<const Distribution> lookahead) {
  GameExamples game;
  game.examples.resize(steps.size());
  Distribution later = end.outcome_probabilities;  // the return for the player to move at step i
  bool first_acts = true;
  for (std::size_t i = steps.size(); i-- > 0;) {
    const GameStep& step = steps[i];
    const bool is_last = i + 1 == steps.size();
    Distribution next = is_last ? later : steps[i + 1].outcome_probabilities;
    if (!is_last && !step.mover_acts_next) {
      later = flipped(later);
      next = flipped(next);
      first_acts = !first_acts;
    }
    if (!lookahead.empty()) {
      for (std::size_t o = 0; o < kOutcomeCount; ++o) {
        later[o] = lookahead[i][o] + lambda * (later[o] - next[o]);
      }
    } else {
      for (std::size_t o = 0; o < kOutcomeCount; ++o) {
        later[o] = (1.0f - lambda) * next[o] + lambda * later[o];
      }
    }
    game.examples[i] = {step.decision.position, later};
    game.forfeit_decision_count += step.decision.position.is_forfeited != 0 ? 1 : 0;
  }
  // first_acts was flipped at every change of player: it tells whether the first player moved last.
  game.hash = game_hash(steps);
  if (end.result) game.outcome = first_acts ? *end.result : flipped(*end.result);
  return game;
}

}  // namespace gioul
