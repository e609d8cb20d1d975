// The interface of players, which choose one play in each decision. Implementations are in
// eval/players/.
#pragma once

#include <functional>
#include <memory>
#include <stdexcept>

#include "engine/afterstates.h"
#include "engine/position.h"
#include "engine/rng.h"
#include "eval/value/utility.h"

namespace gioul {

/// Thrown by a player that cannot continue, for example because its external program died, hung or
/// gave an invalid answer. The message is one line. The player loses this game
/// (eval/play/play_game.h) but plays the next one.
class PlayerFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A player in games. Not thread-safe; each thread has its own.
class Player {
 public:
  virtual ~Player() = default;

  /// Chooses a play in the decision at `before`, whose afterstates are in `list`. Returns the index
  /// of the chosen afterstate in `list`. `rng` is the random stream of this player in this game.
  /// May throw PlayerFailure.
  virtual std::size_t choose(const Position& before, const AfterstateList& list,
                             CounterRng& rng) = 0;

  /// Called before the first decision of each game.
  virtual void begin_game() {}

  /// Sets the utility of outcomes for the next decisions, for example from the score of a match
  /// (eval/match/match_equity.h). The default is points. Players that do not support utilities
  /// ignore it.
  virtual void set_utility(const Utility& /*utility*/) {}
};

/// Creates players, one for each thread. Large data, such as a net, is shared between them.
using PlayerFactory = std::function<std::unique_ptr<Player>()>;

}  // namespace gioul
