// A player who plays the best plays of a search out many times and takes the one that comes out
// best.
#pragma once

#include "engine/games/game.h"
#include "eval/play/player.h"
#include "eval/search/search.h"
#include "eval/value/evaluator.h"

namespace gioul {

struct RolloutPlayerOptions {
  SearchOptions search = default_search(1);  // says which plays are worth it
  int plays = 4;                             // ... at most so many of those looked at deepest
  double margin = 0.15;                      // ... no more points behind the best than this
  int trials = 216;                          // of each play at most, even
  int truncate = 12;  // rolls of both players until the net's value is taken; 0: to the end

  bool operator==(const RolloutPlayerOptions&) const = default;
};

/// `judge` ranks the plays, `fast` plays them out, walking chains to their end. The dice of a
/// rollout depend on the seat's own stream and the decisions before, not on the game's dice.
PlayerFactory rollout_player_factory(Game game, const RolloutPlayerOptions& options,
                                     EvaluatorFactory judge, EvaluatorFactory fast);

}  // namespace gioul
