// `rollout` and `rollout:FILE`: players that roll out the best plays of a search and choose the one
// with the best result.
#pragma once

#include "engine/games/game.h"
#include "eval/play/player.h"
#include "eval/players/player_name.h"
#include "eval/search/search.h"
#include "eval/value/evaluator.h"

namespace gioul {

/// The search that chooses the plays inside the rollouts. Chains (doublets that continue with
/// higher numbers) are searched to their end; other plays are evaluated without search. This gains
/// a fifth of a point per game over a 0-ply search without a beam, and is seven times slower.
inline constexpr SearchOptions kTrialSearchOptions = {.plies = 0, .chain_beam = 1};

/// A play is not rolled out further once its equity is lower than that of the best play by this
/// many standard errors of the difference.
inline constexpr double kRolloutDropSigmas = 3.0;

/// The settings of a rollout player.
struct RolloutPlayerOptions {
  SearchOptions search_options = default_search_options(1);  // selects the plays to roll out
  int max_plays = 4;               // maximum number of plays that are rolled out
  double candidate_margin = 0.15;  // only plays within this many points of the best are rolled out
  int max_trials = 216;            // maximum number of trials (games) of each play; even
  /// Number of rolls, of both players together, after which a trial ends with a static evaluation;
  /// 0: trials are played to the end of the game.
  int truncation_rolls = 12;

  bool operator==(const RolloutPlayerOptions&) const = default;
};

/// Parses the options in the name of a rollout player, except "tables". Throws InputError for an
/// invalid option.
RolloutPlayerOptions parse_rollout_player_options(const ParsedPlayerName& name);

/// Makes rollout players. `evaluator` is used to select the plays to roll out and to choose the
/// plays inside the rollouts. The dice of the rollouts are independent of the game's dice: they
/// depend on the player's own random stream and on its earlier decisions.
PlayerFactory rollout_player_factory(Game game, const RolloutPlayerOptions& options,
                                     EvaluatorFactory evaluator);

}  // namespace gioul
