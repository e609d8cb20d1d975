// A game that a net plays against itself, decision by decision, and what is learned from it when it
// is over. Who plays it, one game at a time or thousands in lockstep, makes no difference.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/afterstates.h"
#include "engine/movegen.h"
#include "engine/rng.h"
#include "selfplay/generation.h"

namespace gioul {

struct FinishedGame {
  std::vector<TrainingExample> examples;
  Outcome outcome = Outcome::kTie;  // for the player who moved first
  std::uint64_t hash = 0;
};

class GameInPlay {
 public:
  /// Game `number` of a run begins: the dice depend on seed and number alone.
  GameInPlay(const Position& start, std::uint64_t seed, std::uint64_t number)
      : position_(start), rng_(seed, number, Stream::kDice) {
    constexpr std::size_t kUsual = 80;  // decisions of most games
    visits_.reserve(kUsual);
    roll();
  }

  /// Where a decision is to be made.
  const Position& position() const { return position_; }

  /// All afterstates of that decision; the same each time until one is chosen.
  template <Rules R>
  void generate(AfterstateList& list) const {
    generate_afterstates<R>(position_, dice_, list);
  }

  /// Chooses `line` of what generate() gave. False if that ends the game; if not, set_value() is
  /// next.
  bool choose(const AfterstateList& list, std::size_t line);

  /// What the net says of the position that was chosen, seen by its player to act.
  void set_value(const Distribution& value) { value_ = value; }

  /// TD(lambda) over all decisions of a game that has ended.
  FinishedGame learn(float lambda) const;

 private:
  struct Visit {
    Position position;
    Distribution value;  // by the net that chose it; nothing for the start, from which none learns
    bool acts_again;     // the player to act there also makes the next decision
  };

  void roll() { dice_ = position_.is_pending() ? Dice{1, 1} : rng_.roll(); }

  Position position_;
  Distribution value_{};
  CounterRng rng_;
  Dice dice_{1, 1};
  std::vector<Visit> visits_;
  Outcome last_result_ = Outcome::kTie;  // of an ended game, seen by the last player to act
};

/// The games of a generation in their order, counted.
Generation gather(const std::vector<FinishedGame>& games);

}  // namespace gioul
