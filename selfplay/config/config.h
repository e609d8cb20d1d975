// What a training run is made of, as plain data. A run is repeated exactly by its config and the
// program's version; everything that changes the games or the weights is in here.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/games/game.h"
#include "selfplay/config/config_reader.h"

namespace gioul {

struct NetConfig {
  std::vector<int> hidden = {128};  // widths of the hidden layers, 1..3 of them
  std::string from;                 // a net file to begin with instead of random weights, or empty
};

struct LearningConfig {
  std::int64_t games = 300000;              // of the run, rounded up to whole generations
  std::int64_t games_per_generation = 200;  // played with the same weights
  double lambda = 0.7;                // of TD(lambda): 0 next decision's value, 1 game's result
  std::string targets = "td";         // td, or lookahead: the mean over the rolls of the best reply
  double learning_rate = 2e-3;        // at the first game
  double final_learning_rate = 1e-4;  // at the last game of the schedule, and from then on
  std::string schedule = "cosine";    // how it falls in between: cosine, geometric or linear
  std::int64_t schedule_games = 0;    // over so many games; 0: over `games`
  std::int64_t batch = 256;           // positions an optimizer step
  std::string optimizer = "adam";     // adam or sgd (momentum 0.9)
  double weight_decay = 0.0;          // of each weight, times the learning rate, a step
  std::int64_t replay_generations = 0;  // before the newest one, that are learned from again ...
  double replay_ratio = 1.0;            // ... so many of their positions for each new one
  int threads = 1;                      // of the learner; results depend on it
  std::string device = "cpu";           // cpu or cuda; of LibTorch, so also of `evaluation` torch
  std::string evaluation =
      "kernel";  // of self-play: kernel (nn/infer/compiled_net.h), or torch in lockstep
};

/// How self-play departs from the best plays, for variety.
struct VarietyConfig {
  int random_plays = 0;      // decisions at the beginning of each game chosen by lot
  double temperature = 0.0;  // points: later ones are chosen with weight exp(equity / temperature)
};

/// The fixed opponents that show how strong the net has become.
struct LadderConfig {
  std::int64_t every = 50000;  // games; 0: never
  std::int64_t pairs = 500;    // of mirrored games with each opponent
  std::vector<std::string> opponents = {"random", "blocker"};
};

/// Whether self-play is by the best net so far instead of the newest.
struct GateConfig {
  std::int64_t every = 0;          // games between two tests; 0: self-play is by the newest net
  double points = 0.01;            // a game that the newest must be better by, to be accepted ...
  double error = 0.05;             // ... by SPRT against 0, with this chance to err either way
  std::int64_t max_pairs = 20000;  // undecided then: refused
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
  VarietyConfig variety;
  LadderConfig ladder;
  GateConfig gate;
  RunConfig run;
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
