// Scores a player on a test set: equity lost per decision, by kind of decision.
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
  Estimate loss;           // mean, in millipoints per decision
  double best = 0.0;       // fraction of decisions with the best play chosen
  double estimated = 0.0;  // fraction of decisions with a play chosen that was not rolled out
};

/// A player's score on a test set.
struct PlayerScore {
  KindScore all;
  std::array<KindScore, kDecisionKinds> kinds;  // indexed by DecisionKind
  std::vector<int> losses;                      // of each decision, in millipoints
  double seconds = 0.0;                         // of one thread, for all decisions
  double median_seconds = 0.0;                  // per decision
};

/// Lets a player decide each decision of the set once. Except for the times, the result depends
/// only on the set and the player. Calls decided() after each decision, from any thread.
PlayerScore score_player(const DecisionSet& set, const PlayerFactory& player, int threads,
                         const std::function<void()>& decided = {});

/// Returns how much more the first player loses than the second, in millipoints per decision. The
/// standard error is computed from the differences in each decision, since both were measured by
/// the same rollouts.
Estimate loss_difference(std::span<const int> losses, std::span<const int> other);

struct ScoredPlayer {
  std::string name;
  PlayerScore score;
};

/// Returns the scores of at least one player as JSON, each compared with the first.
std::string scores_json(const DecisionSet& set, const std::vector<ScoredPlayer>& players);

}  // namespace gioul
