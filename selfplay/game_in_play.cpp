#include "selfplay/game_in_play.h"

namespace gioul {

bool GameInPlay::choose(const AfterstateList& list, std::size_t line) {
  visits_.push_back({position_, value_, list.mover_acts_next()});
  const Ending ending = list.ending(line);
  if (ending != Ending::kNone) {
    last_result_ = outcome_of(ending);
    return false;
  }
  position_ = list.positions()[line];
  roll();
  return true;
}

// Walks back from the result. The return of a position mixes the next position's value, and its
// return, both turned to this position's player.
FinishedGame GameInPlay::learn(float lambda) const {
  FinishedGame game;
  game.examples.resize(visits_.size());
  Distribution later = certain(last_result_);  // the return at the end, seen by the last player
  bool first_acts = true;
  for (std::size_t i = visits_.size(); i-- > 0;) {
    const Visit& visit = visits_[i];
    if (i + 1 < visits_.size()) {
      const Distribution& value = visits_[i + 1].value;
      for (std::size_t o = 0; o < kOutcomes; ++o) {
        later[o] = (1.0f - lambda) * value[o] + lambda * later[o];
      }
      if (!visit.acts_again) {
        later = flipped(later);
        first_acts = !first_acts;
      }
    }
    game.examples[i] = {visit.position, later};
    game.hash = mix64(game.hash ^ PositionHash{}(visit.position));
  }
  // first_acts was flipped at every change of turn: it tells whether the last player was the first.
  game.outcome = first_acts ? last_result_ : flipped(last_result_);
  return game;
}

Generation gather(const std::vector<FinishedGame>& games) {
  Generation generation;
  std::size_t total = 0;
  for (const FinishedGame& game : games) total += game.examples.size();
  generation.examples.reserve(total);
  for (const FinishedGame& game : games) {
    generation.examples.insert(generation.examples.end(), game.examples.begin(),
                               game.examples.end());
    const int won = points(game.outcome);
    ++generation.games;
    generation.gammons += won == 2 || won == -2 ? 1 : 0;
    generation.first_mover_points += won;
    generation.hash = mix64(generation.hash ^ game.hash);
  }
  return generation;
}

}  // namespace gioul
