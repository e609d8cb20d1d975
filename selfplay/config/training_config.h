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
  std::vector<int> hidden = {128};
  std::string from = {};
  bool prune = false;
  std::vector<std::string> inputs = {};
};

/// Section [training]: self-play, training targets and optimizer.
struct LearningConfig {
  std::int64_t games = 300000;
  std::int64_t games_per_generation = 200;
  double lambda = 0.7;
  TargetKind targets = TargetKind::kTd;
  int siblings = 0;
  std::int64_t max_decisions = 1000;
  double learning_rate = 2e-3;
  double final_learning_rate = 1e-4;
  std::int64_t schedule_games = 0;
  std::int64_t batch = 256;
  double comparison_weight = 0.0;
  std::int64_t replay_generations = 0;
  double replay_ratio = 1.0;
  int threads = 1;
  Device device = Device::kCpu;
};

/// Section [strength]: the fixed opponents that measure the net's strength.
struct StrengthConfig {
  std::int64_t every = 50000;
  std::int64_t pairs = 500;
  std::vector<std::string> opponents = {"random", "blocker"};
};

/// Section [gate]: whether a new net must prove better before it plays.
struct GateConfig {
  GateMode mode = GateMode::kNone;
};

/// Section [run]: settings that do not affect the result.
struct RunConfig {
  int threads = 0;
  double checkpoint_seconds = 30;
  int timeout_seconds = 60;
};

/// All settings of a run.
struct TrainingConfig {
  Game game = {};
  int checkers = 15;
  std::uint64_t seed = 1;
  NetConfig net;
  LearningConfig training;
  StrengthConfig strength;
  GateConfig gate;
  RunConfig run;
};

}  // namespace gioul
