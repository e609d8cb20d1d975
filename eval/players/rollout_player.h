// `rollout` and `rollout:FILE`: a player who plays the best plays of a search out many times and
// takes the one that comes out best.
#pragma once

#include "engine/games/game.h"
#include "eval/play/player.h"
#include "eval/players/player_name.h"
#include "eval/search/search.h"
#include "eval/value/evaluator.h"

namespace gioul {

/// Who plays the trials out. Chains walked to their end, else the evaluator's first word: a fifth
/// of a point a game better than 0-ply, and seven times slower.
inline constexpr SearchOptions kTrialPolicy = {.plies = 0, .beam = 1};

/// Standard errors by which a play must be behind to be rolled out no further.
inline constexpr double kCertainlyBehind = 3.0;

struct RolloutPlayerOptions {
  SearchOptions search = default_search(1);  // says which plays are worth it
  int plays = 4;                             // ... at most so many of those looked at deepest
  double margin = 0.15;                      // ... no more points behind the best than this
  int trials = 216;                          // of each play at most, even
  int truncate = 12;  // rolls of both players until the net's value is taken; 0: to the end

  bool operator==(const RolloutPlayerOptions&) const = default;
};

/// The options of a name that is_or_begins("rollout"), but for "tables". Throws InputError.
RolloutPlayerOptions rollout_player_options(const PlayerName& name);

/// `evaluator` ranks the plays and plays them out, walking chains to their end. The dice of a
/// rollout depend on the seat's own stream and the decisions before, not on the game's dice.
PlayerFactory rollout_player_factory(Game game, const RolloutPlayerOptions& options,
                                     EvaluatorFactory evaluator);

}  // namespace gioul
