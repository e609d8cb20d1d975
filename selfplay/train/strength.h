// Measures the strength of a net during training: matches against fixed opponents, calibration of
// its predictions, and an SPRT against the best net so far.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "eval/play/luck_evaluator.h"
#include "eval/play/player.h"
#include "eval/tournament/game_pairs.h"
#include "eval/tournament/sprt.h"
#include "nn/net/net.h"
#include "selfplay/config/config.h"
#include "selfplay/loop/generation.h"

namespace gioul {

/// The result of a strength test: a net's games against one opponent.
struct StrengthResult {
  std::string opponent;       // name of the opponent
  PairingTotals game_totals;  // sums over the games
};

/// Measures the strength of nets against the fixed opponents of a training run.
class StrengthTest {
 public:
  /// Loads the opponents of config.strength. Throws InputError if one cannot be loaded.
  explicit StrengthTest(const TrainingConfig& config);

  /// Plays games of the net at 0-ply against each opponent. Subtracts the luck of the dice from the
  /// results if config.strength.luck_adjustment says so. The dice are the same in every test, so
  /// that changes in the results come from the net rather than from luck.
  std::vector<StrengthResult> measure(const Net& net, int threads) const;

 private:
  const TrainingConfig& config_;
  std::vector<PlayerFactory> opponents_;               // makers of the opponents
  std::vector<LuckEvaluatorFactory> luck_evaluators_;  // makers of luck evaluators, by opponent
};

/// Plays games of `net` against itself, and compares its predictions with the results. Leaves out
/// games that are truncated (training.max_decisions).
Calibration measure_calibration(const TrainingConfig& config, const Net& net, int threads);

/// The outcome of a gate test (run_gate_test()): whether a new net replaces the best one.
struct GateResult {
  bool accepted = false;      // true: the candidate is better and replaces the best net
  PairingTotals game_totals;  // sums over the candidate's games
};

/// Tests by SPRT whether `candidate`, the newest net, is better than `best` by 0.01 points per
/// game, with an error probability of 5% either way. Rejects the candidate if the test is undecided
/// after 20,000 pairs. `test` is the number of the test in the run, which determines the dice.
/// Subtracts the luck of the dice if config.strength.luck_adjustment says so.
GateResult run_gate_test(const TrainingConfig& config, const Net& candidate, const Net& best,
                         std::uint64_t test, int threads);

}  // namespace gioul
