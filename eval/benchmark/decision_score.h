// How a player does on a set of decisions: what its choices cost, by kind of decision.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/statistics.h"
#include "eval/benchmark/decision_set.h"
#include "eval/play/player.h"

namespace gioul {

/// Of all decisions of one kind.
struct KindScore {
  std::int64_t decisions = 0;
  Estimate loss;           // millipoints a decision
  double best = 0.0;       // share of the decisions in which the best line was chosen
  double estimated = 0.0;  // ... in which what was chosen was not rolled out
};

struct PlayerScore {
  KindScore all;
  std::array<KindScore, kDecisionKinds> kinds;  // by DecisionKind
  std::vector<int> losses;                      // of each decision, in millipoints
  double seconds = 0.0;                         // of one thread for all decisions
  double median_seconds = 0.0;                  // a decision
};

/// Lets a player decide each decision of the set once. The result depends on set and player alone,
/// but for the times. `decided` is called from any thread after each.
PlayerScore score_player(const DecisionSet& set, const PlayerFactory& player, int threads,
                         const std::function<void()>& decided = {});

/// How much more the first loses than the second, a decision. Its error is from the differences in
/// each decision, where both are measured by the same rollouts.
Estimate loss_difference(std::span<const int> losses, std::span<const int> other);

struct ScoredPlayer {
  std::string name;
  PlayerScore score;
};

/// At least one player; the others are compared with the first.
std::string scores_json(const DecisionSet& set, const std::vector<ScoredPlayer>& players);

}  // namespace gioul
