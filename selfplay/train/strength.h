// How strong a net is: mirrored games with fixed opponents, what it predicts against what happens,
// and whether one net is better than another.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "eval/contest/pairs.h"
#include "eval/contest/sprt.h"
#include "eval/play/player.h"
#include "nn/net/net.h"
#include "selfplay/config/config.h"
#include "selfplay/loop/generation.h"

namespace gioul {

struct LadderResult {
  std::string opponent;
  PairResult games;
};

class Ladder {
 public:
  /// Loads the opponents. Throws InputError for one that can't be used.
  explicit Ladder(const TrainingConfig& config);

  /// Plays them all, 0-ply. The dice are the same each time, so that steps show rather than luck.
  std::vector<LadderResult> measure(const Net& net, int threads) const;

 private:
  const TrainingConfig& config_;
  std::vector<PlayerFactory> opponents_;
};

/// What `net` predicts in games against itself, and what happens; of games that are not broken off
/// (training.longest_game).
Calibration measure_calibration(const TrainingConfig& config, const Net& net, int threads);

struct GateResult {
  bool accepted = false;
  PairResult games;
};

/// Whether `candidate` is better than `best` by a hundredth of a point a game, to one error in 20
/// either way; not if that is undecided after 20,000 pairs. `test` numbers the tests of a run.
GateResult test_candidate(const TrainingConfig& config, const Net& candidate, const Net& best,
                          std::uint64_t test, int threads);

}  // namespace gioul
