// `rollout` and `rollout:FILE`: players that roll out the best plays of a search and choose the one
// with the best result.
#pragma once

#include "engine/games/game.h"
#include "eval/play/player.h"
#include "eval/players/player_name.h"
#include "eval/search/search.h"
#include "eval/value/evaluator.h"

namespace gioul {

/// The search that chooses the plays of the trials: chains are played to their end, other plays are
/// evaluated statically. It gains a fifth of a point per game over a 0-ply search without a beam
/// and is seven times slower.
inline constexpr SearchOptions kRolloutPolicy = {.plies = 0, .beam = 1};

/// A play that is worse by this many standard errors is not rolled out further.
inline constexpr double kRolloutDropSigmas = 3.0;

/// The settings of a rollout player.
struct RolloutPlayerOptions {
  SearchOptions search = default_search(1);  // selects the plays to roll out
  int plays = 4;                             // maximum number of plays that are rolled out
  double margin = 0.15;       // rolls out plays at most this many points worse than the best
  int trials = 216;           // maximum number of trials of each play; even
  int truncation_rolls = 12;  // rolls of both players before static evaluation; 0: play to the end

  bool operator==(const RolloutPlayerOptions&) const = default;
};

/// Parses the options in the name of a rollout player, except "tables". Throws InputError for an
/// invalid option.
RolloutPlayerOptions parse_rollout_player_options(const ParsedPlayerName& name);

/// Makes rollout players. `evaluator` ranks the plays and chooses the plays of the trials. The dice
/// of the rollouts depend on the player's own random stream and on earlier decisions, not on the
/// game's dice.
PlayerFactory rollout_player_factory(Game game, const RolloutPlayerOptions& options,
                                     EvaluatorFactory evaluator);

}  // namespace gioul
