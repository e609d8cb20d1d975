// A player: something that chooses one line of a decision. Who there is: eval/players/.
#pragma once

#include <functional>
#include <memory>
#include <stdexcept>

#include "engine/afterstates.h"
#include "engine/position.h"
#include "engine/rng.h"
#include "eval/value/utility.h"

namespace gioul {

/// A player who can't go on with a game: another program that died, hung or answered nonsense. The
/// message says why in one line. He loses that game (eval/play/play_game.h) and is asked again in
/// the next.
class PlayerFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Used by one thread at a time.
class Player {
 public:
  virtual ~Player() = default;

  /// Chooses among `list`, the afterstates of the decision at `before`: an index below
  /// list.lines(). `rng` is this seat's own stream of the game. May throw PlayerFailure.
  virtual std::size_t choose(const Position& before, const AfterstateList& list,
                             CounterRng& rng) = 0;

  /// Called before the first decision of each game, for players who must know.
  virtual void begin_game() {}

  /// What outcomes are worth to him from the next decision on, as the score of a match makes it
  /// (eval/match/match_equity.h); points until it is called. Players who don't weigh outcomes
  /// ignore it.
  virtual void set_utility(const Utility& /*utility*/) {}
};

/// Makes one instance a thread; what is large (a net) is shared between them.
using PlayerFactory = std::function<std::unique_ptr<Player>()>;

}  // namespace gioul
