// A game that a net plays against itself, decision by decision. How many are played side by side
// makes no difference.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/afterstates.h"
#include "engine/games/game.h"
#include "engine/outcome.h"
#include "engine/rng.h"
#include "engine/turn.h"
#include "eval/value/evaluator.h"
#include "selfplay/loop/targets.h"
#include "selfplay/record/visit.h"

namespace gioul {

/// The value of one of the list's positions, turned to the player who decides.
inline Distribution seen_by_mover(const AfterstateList& list, const Distribution& value) {
  return list.mover_acts_next() ? value : flipped(value);
}

class GameInPlay {
 public:
  /// Game `number` of a run begins: dice and lots depend on seed and number alone. After `longest`
  /// decisions it is broken off; 0: never.
  GameInPlay(Game game, const Position& start, std::uint64_t seed, std::uint64_t number,
             std::int64_t longest = 0)
      : game_(game), turn_(start), rng_(seed, number, Stream::kDice), longest_(longest) {
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

  /// Goes on by the best line of what generate() gave; false if the game is over then. `equities`
  /// belong to the list's positions and are seen by the mover; value_of(i) is the distribution of
  /// position i, seen by its player to act.
  template <typename ValueOf>
  bool choose(const AfterstateList& list, std::span<const float> equities,
              const ValueOf& value_of) {
    const std::size_t line = best_line(list, equities);
    evaluations_ += equities.size();
    visits_.push_back(
        {.decision = turn_.decision(), .value = value_, .acts_again = list.mover_acts_next()});
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
  void roll() {
    turn_.roll([this] { return rng_.roll(); });
  }

  Game game_;
  Turn turn_;
  Distribution value_{};
  CounterRng rng_;
  std::int64_t longest_;
  std::uint64_t evaluations_ = 0;
  std::vector<Visit> visits_;
};

}  // namespace gioul
