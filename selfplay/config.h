// What a training run is made of, as plain data. A run is repeated exactly by its config and the
// program's version; everything that changes the games or the weights is in here.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gioul {

struct NetConfig {
  std::vector<int> hidden = {128};  // widths of the hidden layers, 1..3 of them
};

struct LearningConfig {
  std::int64_t games = 300000;              // of the run, rounded up to whole generations
  std::int64_t games_per_generation = 200;  // played with the same weights
  double lambda = 0.7;                // of TD(lambda): 0 next decision's value, 1 game's result
  double learning_rate = 2e-3;        // at the first game
  double final_learning_rate = 1e-4;  // at the last game; falls geometrically between
  std::int64_t batch = 256;           // positions an optimizer step
  int threads = 1;                    // of the learner; results depend on it
  std::string device = "cpu";         // cpu or cuda; of LibTorch, so also of `evaluation` torch
  std::string evaluation = "kernel";  // of self-play: kernel (nn/evaluator.h), or torch in lockstep
};

struct RunConfig {
  int threads = 0;                 // of self-play; 0: one a core. Results don't depend on it
  double checkpoint_seconds = 30;  // at least this long between two checkpoints
};

struct TrainingConfig {
  std::string variant = "gioul";
  int checkers = 15;
  std::uint64_t seed = 1;
  NetConfig net;
  LearningConfig training;
  RunConfig run;
};

/// A setting from the command line: a dotted key and a TOML value ("training.games=1000").
struct Override {
  std::string key;
  std::string value;
};

/// Splits "key=value". Throws InputError.
Override parse_override(std::string_view text);

/// Reads `text` (TOML); keys left out keep their defaults. `source` names it in errors. Unknown
/// keys, wrong types and values out of range throw InputError ("SOURCE:LINE: key: ...").
TrainingConfig parse_config(std::string_view text, const std::string& source,
                            const std::vector<Override>& overrides = {});

/// The same from a file.
TrainingConfig load_config(const std::string& file, const std::vector<Override>& overrides = {});

/// The resolved config, every key written out; parse_config reads it back to the same.
std::string format_config(const TrainingConfig& config);

}  // namespace gioul
