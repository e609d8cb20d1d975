// Computes training targets: the values that a net should learn for the positions of a finished
// game.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/outcome.h"
#include "engine/position.h"
#include "selfplay/record/game_step.h"

namespace gioul {

/// One training example: a position and the value that the net should learn for it, both for the
/// player to move.
struct TrainingExample {
  Position position;
  Distribution target;  // outcome probabilities
};

/// The final value of a game, for the last player to move. The game's training targets are computed
/// from it. A truncated game has the net's value instead of a result.
struct EpisodeEnd {
  /// Makes the final value of a game that ended by the rules.
  EpisodeEnd(Outcome outcome) : result(outcome), outcome_probabilities(one_hot(outcome)) {}
  /// Makes the final value of a truncated game. `guess` is the net's value of its last position.
  explicit EpisodeEnd(const Distribution& guess) : outcome_probabilities(guess) {}

  std::optional<Outcome> result;       // result of the game; nullopt if truncated
  Distribution outcome_probabilities;  // 1 for the result; if truncated, the net's value
};

/// The training examples of one game, and its statistics.
struct GameExamples {
  std::vector<TrainingExample> examples;    // positions of its decisions, then siblings
  std::vector<std::uint32_t> group_sizes;   // sizes of groups of examples (Generation::group_sizes)
  std::uint64_t sibling_example_count = 0;  // examples of positions after plays not chosen
  std::optional<Outcome> outcome;           // result for the first mover; nullopt if truncated
  std::uint64_t forfeit_decision_count = 0;  // decisions about moves that the opponent forfeited
  std::uint64_t evaluation_count = 0;        // positions evaluated by the net
  std::uint64_t hash = 0;                    // hash of the game's positions (game_hash())
};

/// Computes the training targets of all decisions of a game by TD(lambda). `end` is the final value
/// of the game. For TargetKind::kLookahead, `lookahead` has a value for each decision: the mean
/// over all rolls of the best reply's value, for the player to move. Otherwise `lookahead` is
/// empty.
GameExamples make_td_targets(std::span<const GameStep> steps, const EpisodeEnd& end, float lambda,
                             std::span<const Distribution> lookahead = {});

}  // namespace gioul
