// The settings of a training run as plain data. The config and the program's version determine the
// games and weights of a run exactly. selfplay/config/training_keys.cpp documents each member.
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
  std::vector<int> hidden_widths = {128};           // widths of the hidden layers
  std::string start_net_file = {};                  // net file to start from; empty: random weights
  bool prune_start_net = false;                     // first remove dead hidden units of that net
  std::vector<std::string> input_block_names = {};  // input blocks; empty: all of the variant's
};

/// Section [training]: self-play, training targets and optimizer.
struct LearningConfig {
  std::int64_t games = 300000;              // games of the run, rounded up to whole generations
  std::int64_t games_per_generation = 200;  // games played with the same weights
  double td_lambda = 0.7;  // TD(lambda); 0: next decision's value, 1: the game's result
  TargetKind target_kind = TargetKind::kTd;  // how targets are computed
  int siblings_per_decision = 0;             // unplayed plays to learn per decision (kLookahead)
  std::int64_t max_decisions = 1000;         // decisions after which a game is truncated; 0: never
  double learning_rate = 2e-3;               // learning rate at the start of the run
  double final_learning_rate = 1e-4;         // learning rate after schedule_games games
  std::int64_t decay_games = 0;              // games until final_learning_rate; 0: equal to `games`
  std::int64_t batch_size = 256;             // positions per optimizer step
  double comparison_weight = 0.0;            // weight of the loss on differences between plays
  std::int64_t replay_generations = 0;       // number of earlier generations to replay
  double replay_ratio = 1.0;                 // replayed positions per new position
  int learner_threads = 1;                   // threads of the learner
  Device learner_device = Device::kCpu;      // device of the learner
};

/// Section [strength]: the fixed opponents that measure the net's strength.
struct StrengthConfig {
  std::int64_t games_between_tests = 50000;  // games between two measurements; 0: never
  std::int64_t pairs_per_opponent = 500;     // mirrored game pairs per opponent
  std::vector<std::string> opponents = {"random", "blocker"};  // player names (docs/players.md)
  /// The choice to subtract the luck of the dice from results; also applies to the gate.
  LuckAdjustment luck_adjustment = LuckAdjustment::kAuto;
};

/// Section [gate]: whether a new net must prove better before it plays.
struct GateConfig {
  GateMode mode = GateMode::kNone;  // which net plays
};

/// Section [run]: settings that do not affect the result.
struct RunConfig {
  int selfplay_threads = 0;                 // self-play threads; 0: one per core
  double checkpoint_interval_seconds = 30;  // minimum time between two checkpoints
  int process_timeout_seconds = 60;         // a silent process counts as lost after this time
};

/// All settings of a run.
struct TrainingConfig {
  Game game = {};
  int checkers = 15;       // per side
  std::uint64_t seed = 1;  // seed of dice and initial weights
  NetConfig net;
  LearningConfig training;
  StrengthConfig strength;
  GateConfig gate;
  RunConfig run;
};

}  // namespace gioul
