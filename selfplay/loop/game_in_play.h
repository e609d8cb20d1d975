// A game that a net plays against itself, decision by decision. Who plays it, one game at a time or
// thousands in lockstep, makes no difference.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/afterstates.h"
#include "engine/games/game.h"
#include "engine/outcome.h"
#include "engine/rng.h"
#include "engine/turn.h"
#include "eval/value/best_line.h"
#include "selfplay/loop/targets.h"
#include "selfplay/record/visit.h"

namespace gioul {

/// The value of one of the list's positions, turned to the player who decides.
inline Distribution seen_by_mover(const AfterstateList& list, const Distribution& value) {
  return list.mover_acts_next() ? value : flipped(value);
}

/// How self-play departs from the plays that look best, for variety. What follows such a play
/// teaches nothing to what comes before it.
struct Variety {
  int random_plays = 0;      // decisions at a game's beginning that are chosen by lot
  double temperature = 0.0;  // points: a play e below the best is exp(-e / temperature) as likely
};

class GameInPlay {
 public:
  /// Game `number` of a run begins: dice and lots depend on seed and number alone. After `longest`
  /// decisions it is broken off; 0: never.
  GameInPlay(Game game, const Position& start, std::uint64_t seed, std::uint64_t number,
             const Variety& variety = {}, std::int64_t longest = 0)
      : game_(game),
        turn_(start),
        rng_(seed, number, Stream::kDice),
        lots_(seed, number, Stream::kFirstSeat),
        variety_(variety),
        longest_(longest) {
    constexpr std::size_t kUsual = 80;  // decisions of most games
    visits_.reserve(kUsual);
    roll();
  }

  /// Where a decision is to be made.
  const Position& position() const { return turn_.position(); }

  /// All afterstates of that decision; the same each time until one is chosen.
  void generate(AfterstateList& list) const {
    game_.generate(turn_.position(), turn_.dice(), list);
  }

  /// Goes on by the best line of what generate() gave, or by another one for variety; false if the
  /// game is over then. `equities` belong to the list's positions and are seen by the mover;
  /// value_of(i) is the distribution of position i, seen by its player to act.
  template <typename ValueOf>
  bool choose(const AfterstateList& list, std::span<const float> equities,
              const ValueOf& value_of) {
    const std::size_t best = best_line(list, equities);
    const std::size_t line = pick(list, equities, best);
    Visit visit = {
        .decision = turn_.decision(), .value = value_, .acts_again = list.mover_acts_next()};
    if (line != best) {
      visit.explored = true;
      visit.best = best < equities.size() ? seen_by_mover(list, value_of(best))
                                          : certain(outcome_of(list.ending(best)));
    }
    evaluations_ += equities.size();
    visits_.push_back(visit);
    if (!turn_.play(list, line)) return false;
    value_ = value_of(line);
    if (static_cast<std::int64_t>(visits_.size()) == longest_) return false;
    roll();
    return true;
  }

  /// The decisions so far.
  std::span<const Visit> visits() const { return visits_; }
  std::uint64_t evaluations() const { return evaluations_; }
  /// What a game came to that is over.
  GameEnd end() const {
    if (turn_.ending() != Ending::kNone) return outcome_of(turn_.ending());
    return GameEnd(visits_.back().acts_again ? value_ : flipped(value_));
  }

 private:
  std::size_t pick(const AfterstateList& list, std::span<const float> equities, std::size_t best);
  void roll() {
    turn_.roll([this] { return rng_.roll(); });
  }

  Game game_;
  Turn turn_;
  Distribution value_{};
  CounterRng rng_;
  CounterRng lots_;
  Variety variety_;
  std::int64_t longest_;
  std::uint64_t evaluations_ = 0;
  std::vector<Visit> visits_;
};

}  // namespace gioul
