// One self-play game, advanced decision by decision, so that decisions of several games can be
// evaluated in one batch. Its course does not depend on the other games.
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

/// Returns the value of one of the list's positions for the player who made the decision.
inline Distribution seen_by_mover(const AfterstateList& list, const Distribution& value) {
  return list.mover_acts_next() ? value : flipped(value);
}

/// A self-play game in progress.
class GameInPlay {
 public:
  /// Starts game `number` of a run. Dice and random choices depend only on seed and number. After
  /// `longest` decisions the game is truncated; 0 means never.
  GameInPlay(Game game, const Position& start, std::uint64_t seed, std::uint64_t number,
             std::int64_t longest = 0)
      : game_(game), state_(start), rng_(seed, number, Stream::kDice), longest_(longest) {
    constexpr std::size_t kUsual = 80;  // typical number of decisions
    visits_.reserve(kUsual);
    roll();
  }

  /// The position of the pending decision.
  const Position& position() const { return state_.position(); }

  /// Generates the afterstates of the pending decision.
  void generate(AfterstateList& list) const {
    game_.generate(state_.position(), state_.dice(), list);
  }

  /// Plays the afterstate with the highest equity. Returns false if that ends the game. `list` must
  /// come from generate(). `equities` are for the player to move, one for each position of the
  /// list. value_of(i) returns the distribution of position i, for its own player to move.
  template <typename ValueOf>
  bool choose(const AfterstateList& list, std::span<const float> equities,
              const ValueOf& value_of) {
    const std::size_t line = best_afterstate(list, equities);
    evaluations_ += equities.size();
    visits_.push_back(
        {.decision = state_.decision(), .value = value_, .acts_again = list.mover_acts_next()});
    if (!state_.apply(list, line)) return false;
    value_ = value_of(line);
    if (static_cast<std::int64_t>(visits_.size()) == longest_) return false;
    roll();
    return true;
  }

  /// The steps so far.
  std::span<const Visit> visits() const { return visits_; }
  /// The number of positions evaluated so far.
  std::uint64_t evaluations() const { return evaluations_; }
  /// The result of a finished or truncated game.
  GameEnd end() const {
    if (state_.ending() != Ending::kNone) return outcome_of(state_.ending());
    return GameEnd(visits_.back().acts_again ? value_ : flipped(value_));
  }

 private:
  void roll() {
    state_.roll([this] { return rng_.roll(); });
  }

  Game game_;
  GameState state_;
  Distribution value_{};
  CounterRng rng_;
  std::int64_t longest_;
  std::uint64_t evaluations_ = 0;
  std::vector<Visit> visits_;
};

}  // namespace gioul
