#include "selfplay/loop/targets.h"

namespace gioul {

// Walks back from the end. The return of a position mixes the next position's value, and its
// return, both turned to this position's player. With lookahead, what the next position's return
// says beyond its value is added to the mean over the rolls, which has no luck of the dice in it.
FinishedGame make_targets(std::span<const Visit> visits, const GameEnd& end, float lambda,
                          std::span<const Distribution> lookahead) {
  FinishedGame game;
  game.examples.resize(visits.size());
  Distribution later = end.value;  // the return, seen by the player to act at visit i
  bool first_acts = true;
  for (std::size_t i = visits.size(); i-- > 0;) {
    const Visit& visit = visits[i];
    const bool is_last = i + 1 == visits.size();
    Distribution next = is_last ? later : visits[i + 1].value;
    if (!is_last && !visit.acts_again) {
      later = flipped(later);
      next = flipped(next);
      first_acts = !first_acts;
    }
    if (!lookahead.empty()) {
      for (std::size_t o = 0; o < kOutcomes; ++o) {
        later[o] = lookahead[i][o] + lambda * (later[o] - next[o]);
      }
    } else {
      for (std::size_t o = 0; o < kOutcomes; ++o) {
        later[o] = (1.0f - lambda) * next[o] + lambda * later[o];
      }
    }
    game.examples[i] = {visit.decision.position, later};
    game.forfeits += visit.decision.position.forfeited != 0 ? 1 : 0;
  }
  // first_acts was flipped at every change of turn: it tells whether the last player was the first.
  game.hash = hash_of(visits);
  if (end.result) game.outcome = first_acts ? *end.result : flipped(*end.result);
  return game;
}

}  // namespace gioul
