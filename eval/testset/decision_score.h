// Scores players on a test set: the mean equity that they lose per decision, by kind of decision.
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

/// A player's score on all decisions of one kind.
struct KindScore {
  std::int64_t decision_count = 0;  // number of decisions of this kind
  Estimate mean_loss;               // mean loss per decision, in millipoints
  double best_play_fraction = 0.0;  // fraction of decisions in which the best play was chosen
  /// Fraction of decisions in which the chosen play was not rolled out, so that its loss is only
  /// estimated.
  double estimated_loss_fraction = 0.0;
};

/// A player's score on a test set, and the time that it took.
struct PlayerScore {
  KindScore all_kinds;                                // score on all decisions
  std::array<KindScore, kDecisionKindCount> by_kind;  // scores by DecisionKind
  std::vector<int> loss_by_decision;  // loss in each decision of the set, in millipoints
  double total_seconds = 0.0;         // time spent on all decisions, summed over threads
  double median_seconds = 0.0;        // median time of a decision
};

/// Scores a player on a test set. The player makes each decision once. Except for the times, the
/// result depends only on the set and the player. Calls on_decision() after each decision, from
/// any thread.
PlayerScore score_player(const DecisionSet& set, const PlayerFactory& player, int threads,
                         const std::function<void()>& on_decision = {});

/// Returns the mean loss per decision of one player minus that of another, in millipoints. `losses`
/// and `other` are the losses of the two players (PlayerScore::loss_by_decision). The standard
/// error is computed from the differences in each decision, since both losses come from the same
/// rollouts.
Estimate mean_loss_difference(std::span<const int> losses, std::span<const int> other);

/// The score of a named player.
struct ScoredPlayer {
  std::string name;  // player name (docs/players.md)
  PlayerScore score;
};

/// Formats the scores of the players (at least one) as JSON. Each is compared with the first
/// player.
std::string scores_json(const DecisionSet& set, const std::vector<ScoredPlayer>& players);

}  // namespace gioul
