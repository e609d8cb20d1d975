// A player: something that chooses one line of a decision. Players are made from a name, the same
// in every command and config (eval/player_spec.h).
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "engine/afterstates.h"
#include "engine/position.h"
#include "engine/rng.h"
#include "engine/rules.h"
#include "eval/evaluator.h"
#include "eval/search.h"
#include "eval/utility.h"
#include "nn/evaluator.h"

namespace gioul {

/// A player who can't go on with a game: another program that died, hung or answered nonsense. The
/// message says why in one line. He loses that game (eval/game.h) and is asked again in the next.
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
  /// (eval/match_equity.h); points until it is called. Players who don't weigh outcomes ignore it.
  virtual void set_utility(const Utility& /*utility*/) {}
};

/// Makes one instance a thread; what is large (a net) is shared between them.
using PlayerFactory = std::function<std::unique_ptr<Player>()>;

/// Reads a player's name for the game with these axes and loads what it needs. Throws InputError
/// for an unknown name or a file that can't be used.
PlayerFactory make_player_factory(std::string_view name, const Axes& axes);

/// A player who goes by `net` at 0-ply; the same as net:FILE.
PlayerFactory net_player_factory(std::shared_ptr<const NetEvaluator> net);

/// A player who searches with these options; at 0 plies without a beam the evaluator's first word.
PlayerFactory search_player_factory(const Axes& axes, const SearchOptions& search,
                                    EvaluatorFactory evaluator);

}  // namespace gioul
