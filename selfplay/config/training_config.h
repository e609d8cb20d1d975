// The settings of a training run as plain data. They and the program's version determine the games
// and weights of a run exactly. selfplay/config/training_keys.cpp documents each member.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/games/game.h"
#include "selfplay/config/enum_names.h"

namespace gioul {

/// Maximum of training.replay_generations.
inline constexpr std::int64_t kMaxReplayGenerations = 100'000;

/// Section [net]: the network's architecture and initial weights.
struct NetConfig {
  std::vector<int> hidden_widths = {128};  // widths of the hidden layers
  std::string start_net_file = {};         // net file to start from; empty: random weights
  std::vector<std::string> averaged_net_files = {};  // further net files; the mean is started from
  bool prune_start_net = false;                      // remove dead hidden units of that net first
  std::vector<std::string> input_block_names = {};   // input blocks; empty: all of the variant
};

/// Section [training]: self-play, training targets and optimizer.
struct LearningConfig {
  std::int64_t games = 300000;              // games of the run, rounded up to whole generations
  std::int64_t games_per_generation = 200;  // games played with the same weights
  double td_lambda = 0.7;  // lambda of TD(lambda); 0: next decision's value, 1: the game's result
  TargetKind target_kind = TargetKind::kTd;  // the way to compute targets
  /// For kLookahead: the number of positions per decision to learn that result from plays not
  /// chosen (siblings).
  int siblings_per_decision = 0;
  std::int64_t max_decisions = 1000;  // decisions after which a game is truncated; 0: never
  double learning_rate = 2e-3;        // learning rate at the start of the run
  double final_learning_rate = 1e-4;  // learning rate after decay_games games
  std::int64_t decay_games = 0;       // games until final_learning_rate is reached; 0: all `games`
  std::int64_t batch_size = 256;      // positions per optimizer step
  /// The weight of the loss on differences between plays of a decision, beside the cross-entropy.
  double comparison_weight = 0.0;
  std::int64_t replay_generations = 0;   // number of earlier generations to replay
  double replay_ratio = 1.0;             // number of replayed positions per new position
  int learner_threads = 1;               // threads of the learner
  Device learner_device = Device::kCpu;  // device of the learner
};

/// Section [strength]: tests of the net's strength against fixed opponents.
struct StrengthConfig {
  std::int64_t games_between_tests = 50000;  // games between two tests; 0: no tests
  std::int64_t pairs_per_opponent = 500;     // mirrored game pairs per opponent
  std::vector<std::string> opponents = {"random", "blocker"};  // player names (docs/players.md)
  /// Selects whether the luck of the dice is subtracted from results, also those of the gate.
  LuckAdjustment luck_adjustment = LuckAdjustment::kAuto;
};

/// Section [gate]: whether a new net must prove to be better before it plays the training games.
struct GateConfig {
  GateMode mode = GateMode::kNone;  // selects the net that plays the training games
};

/// Section [run]: settings that do not affect the games and weights.
struct RunConfig {
  int selfplay_threads = 0;                 // self-play threads; 0: one per core
  double checkpoint_interval_seconds = 30;  // minimum time between two checkpoints
  int process_timeout_seconds = 60;         // time after which a silent process counts as lost
};

/// All settings of a run.
struct TrainingConfig {
  Game game = {};
  int checkers = 15;       // per side
  std::uint64_t seed = 1;  // seed of the dice and of the initial weights
  NetConfig net;
  LearningConfig training;
  StrengthConfig strength;
  GateConfig gate;
  RunConfig run;
};

}  // namespace gioul
