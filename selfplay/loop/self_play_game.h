// One self-play game, advanced decision by decision, so that the decisions of several games can be
// evaluated in one batch. A game does not depend on the other games of the batch.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/afterstates.h"
#include "engine/game_state.h"
#include "engine/games/game.h"
#include "engine/outcome.h"
#include "engine/rng.h"
#include "eval/value/evaluator.h"
#include "selfplay/loop/targets.h"
#include "selfplay/record/game_step.h"

namespace gioul {

/// Changes the viewpoint of an afterstate's value. `value` is for the player to move in the
/// afterstate; the result is for the player who chose among the plays of `list`.
inline Distribution value_for_mover(const AfterstateList& list, const Distribution& value) {
  return list.mover_acts_next() ? value : flipped(value);
}

/// A self-play game in progress, which waits at a decision.
class SelfPlayGame {
 public:
  /// Starts game `number` of a run. Dice and random choices depend only on `seed` and `number`.
  /// After `max_decisions` decisions the game is truncated; 0 means never.
  SelfPlayGame(Game game, const Position& start, std::uint64_t seed, std::uint64_t number,
               std::int64_t max_decisions = 0)
      : game_(game),
        state_(start),
        dice_rng_(seed, number, RngStream::kDice),
        max_decisions_(max_decisions) {
    constexpr std::size_t kTypicalDecisions = 80;  // typical number of decisions
    steps_.reserve(kTypicalDecisions);
    roll();
  }

  /// Returns the position of the pending decision.
  const Position& position() const { return state_.position(); }

  /// Generates the afterstates (positions after each legal play) of the pending decision.
  void generate_afterstates(AfterstateList& list) const {
    game_.generate_afterstates(state_.position(), state_.dice(), list);
  }

  /// Plays to the afterstate with the highest equity. Returns false if that ends or truncates the
  /// game. `list` must be from generate_afterstates(). `equities` has one equity per position of
  /// the list, for the player to move now. value_of(i) returns the outcome probabilities of
  /// position i, for the player to move in that position.
  template <typename ValueOf>
  bool step_greedy(const AfterstateList& list, std::span<const float> equities,
                   const ValueOf& value_of) {
    const std::size_t index = best_afterstate_index(list, equities);
    evaluation_count_ += equities.size();
    steps_.push_back({.decision = state_.decision(),
                      .outcome_probabilities = position_value_,
                      .mover_acts_next = list.mover_acts_next()});
    if (!state_.apply(list, index)) return false;
    position_value_ = value_of(index);
    if (static_cast<std::int64_t>(steps_.size()) == max_decisions_) return false;
    roll();
    return true;
  }

  /// Returns the steps of the game so far: the decisions made, with their positions.
  std::span<const GameStep> steps() const { return steps_; }
  /// Returns the number of positions evaluated so far.
  std::uint64_t evaluation_count() const { return evaluation_count_; }
  /// Returns the final value of a finished or truncated game, for the last player to move.
  EpisodeEnd episode_end() const {
    if (state_.ending() != Ending::kNone) return outcome_of(state_.ending());
    return EpisodeEnd(steps_.back().mover_acts_next ? position_value_ : flipped(position_value_));
  }

 private:
  // Rolls the dice of the next decision, unless moves are pending.
  void roll() {
    state_.roll([this] { return dice_rng_.roll_dice(); });
  }

  Game game_;
  GameState state_;
  // The net's value of the present position, for the player to move; unset at the start.
  Distribution position_value_{};
  CounterRng dice_rng_;         // random numbers of the dice
  std::int64_t max_decisions_;  // number of decisions after which the game is truncated; 0: never
  std::uint64_t evaluation_count_ = 0;  // number of positions evaluated
  std::vector<GameStep> steps_;
};

}  // namespace gioul
