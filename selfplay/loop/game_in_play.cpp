#include "selfplay/loop/game_in_play.h"

#include <algorithm>
#include <cmath>

#include "engine/outcome.h"

namespace gioul {

std::size_t GameInPlay::pick(const AfterstateList& list, std::span<const float> equities,
                             std::size_t best) {
  if (visits_.size() < static_cast<std::size_t>(variety_.random_plays)) {
    return lots_.below(list.lines());
  }
  if (variety_.temperature <= 0.0) return best;
  const auto points_of = [&](std::size_t line) {
    return line < equities.size() ? static_cast<double>(equities[line])
                                  : static_cast<double>(points(outcome_of(list.ending(line))));
  };
  std::vector<double> weights(list.lines());
  double total = 0.0;
  for (std::size_t line = 0; line < weights.size(); ++line) {
    total += weights[line] = std::exp((points_of(line) - points_of(best)) / variety_.temperature);
  }
  double lot = lots_.uniform() * total;
  for (std::size_t line = 0; line < weights.size(); ++line) {
    lot -= weights[line];
    if (lot < 0.0) return line;
  }
  return best;
}

// Walks back from the result. The return of a position mixes the next position's value, and its
// return, both turned to this position's player. With lookahead, what the next position's return
// says beyond its value is added to the mean over the rolls, which has no luck of the dice in it.
FinishedGame GameInPlay::learn(float lambda, std::span<const Distribution> lookahead) const {
  FinishedGame game;
  const Outcome last_result = this->last_result();
  game.evaluations = evaluations_;
  game.examples.resize(visits_.size());
  Distribution later = certain(last_result);  // the return, seen by the player to act at visit i
  bool first_acts = true;
  for (std::size_t i = visits_.size(); i-- > 0;) {
    const Visit& visit = visits_[i];
    const bool is_last = i + 1 == visits_.size();
    Distribution next = is_last ? later : visits_[i + 1].value;
    if (!is_last && !visit.acts_again) {
      later = flipped(later);
      next = flipped(next);
      first_acts = !first_acts;
    }
    if (!lookahead.empty()) {
      for (std::size_t o = 0; o < kOutcomes; ++o) {
        const float correction = visit.explored ? 0.0f : lambda * (later[o] - next[o]);
        later[o] = lookahead[i][o] + correction;
      }
    } else if (visit.explored) {
      later = visit.best;
    } else {
      for (std::size_t o = 0; o < kOutcomes; ++o) {
        later[o] = (1.0f - lambda) * next[o] + lambda * later[o];
      }
    }
    game.examples[i] = {visit.decision.position, later};
    game.forfeits += visit.decision.position.forfeited != 0 ? 1 : 0;
  }
  // first_acts was flipped at every change of turn: it tells whether the last player was the first.
  game.hash = hash_of(visits_);
  game.outcome = first_acts ? last_result : flipped(last_result);
  return game;
}

std::uint64_t hash_of(std::span<const Visit> visits) {
  std::uint64_t hash = 0;
  for (std::size_t i = visits.size(); i-- > 0;) {
    hash = mix64(hash ^ PositionHash{}(visits[i].decision.position));
  }
  return hash;
}

void GameInPlay::add_to(Calibration& calibration) const {
  Outcome result = last_result();
  for (std::size_t i = visits_.size(); i-- > 1;) {  // the start has no prediction
    if (i + 1 < visits_.size() && !visits_[i].acts_again) result = flipped(result);
    const Distribution& value = visits_[i].value;
    const int won = points(result);
    const auto count = [&](std::size_t which, float probability, bool happened) {
      const auto bin = static_cast<std::size_t>(probability * Calibration::kBins);
      CalibrationBin& to = calibration.bins[which][std::min(bin, Calibration::kBins - 1)];
      ++to.count;
      to.predicted += static_cast<double>(probability);
      to.actual += happened ? 1 : 0;
    };
    count(0, value[3] + value[4], won > 0);
    count(1, value[4], won == 2);
    count(2, value[0], won == -2);
  }
}

void Calibration::add(const Calibration& other) {
  for (std::size_t which = 0; which < bins.size(); ++which) {
    for (std::size_t bin = 0; bin < kBins; ++bin) {
      bins[which][bin].count += other.bins[which][bin].count;
      bins[which][bin].predicted += other.bins[which][bin].predicted;
      bins[which][bin].actual += other.bins[which][bin].actual;
    }
  }
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
    generation.first_wins += won > 0 ? 1 : 0;
    generation.ties += won == 0 ? 1 : 0;
    generation.forfeits += game.forfeits;
    generation.evaluations += game.evaluations;
    generation.first_mover_points += won;
    generation.hash = mix64(generation.hash ^ game.hash);
  }
  return generation;
}

}  // namespace gioul
