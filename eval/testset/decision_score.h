// Scores players on a test set: the equity they lose per decision, by kind of decision.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/statistics.h"
#include "eval/play/player.h"
#include "eval/testset/decision_set.h"

namespace gioul {

/// The score on all decisions of one kind.
struct KindScore {
  std::int64_t decisions = 0;
  Estimate loss;               // mean loss per decision, in millipoints
  double best_fraction = 0.0;  // fraction of decisions in which the best play was chosen
  double estimated_fraction =
      0.0;  // fraction of decisions in which the chosen play was not rolled out
};

/// A player's score on a test set.
struct PlayerScore {
  KindScore all;
  std::array<KindScore, kDecisionKinds> kinds;  // indexed by DecisionKind
  std::vector<int> losses;                      // loss in each decision, in millipoints
  double seconds = 0.0;                         // time spent on all decisions, summed over threads
  double median_seconds = 0.0;                  // median time of a decision
};

/// Lets a player make each decision of the set once. Except for the times, the result depends only
/// on the set and the player. Calls decided() after each decision, from any thread.
PlayerScore score_player(const DecisionSet& set, const PlayerFactory& player, int threads,
                         const std::function<void()>& decided = {});

/// Returns the mean loss of one player (`losses`, in millipoints by decision) minus that of another
/// (`other`). The standard error is computed from the differences in each decision, since the
/// losses of both come from the same rollouts.
Estimate loss_difference(std::span<const int> losses, std::span<const int> other);

/// The score of a named player.
struct ScoredPlayer {
  std::string name;
  PlayerScore score;
};

/// Returns the scores of the players (at least one) as JSON, each compared with the first.
std::string scores_json(const DecisionSet& set, const std::vector<ScoredPlayer>& players);

}  // namespace gioul
