// The learning half of the loop: generations of games go in, weights come out. It shares nothing
// with those who play but these two, so that they may as well be other processes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <vector>

#include "engine/rng.h"
#include "nn/encode/encoder.h"
#include "nn/net/net.h"
#include "nn/train/trainer.h"
#include "selfplay/config/config.h"
#include "selfplay/loop/generation.h"
#include "selfplay/loop/targets.h"
#include "selfplay/train/checkpoint.h"

namespace gioul {

/// Examples as they are shuffled: one by one, or in the groups of a generation.
class ExamplePieces {
 public:
  ExamplePieces() = default;
  explicit ExamplePieces(const Generation& generation);
  /// Piece i is examples[starts[i] .. starts[i + 1]); no starts: each is one example. Throws
  /// InputError if starts don't divide the examples.
  ExamplePieces(std::vector<TrainingExample> examples, std::vector<std::uint32_t> starts);

  const std::vector<TrainingExample>& examples() const { return examples_; }
  const std::vector<std::uint32_t>& starts() const { return starts_; }

  std::size_t size() const { return starts_.empty() ? examples_.size() : starts_.size() - 1; }
  std::span<const TrainingExample> operator[](std::size_t i) const {
    if (starts_.empty()) return {&examples_[i], 1};
    return std::span(examples_).subspan(starts_[i], starts_[i + 1] - starts_[i]);
  }

 private:
  std::vector<TrainingExample> examples_;
  std::vector<std::uint32_t> starts_;
};

class Learner {
 public:
  /// Begins with the weights of `net` and keeps a reference to `encoder`. Throws InputError for
  /// options that can't be used.
  Learner(const TrainingConfig& config, const Encoder& encoder, const Net& net);

  /// Learns every position of `generation` once, and replay_ratio times as many of the generations
  /// before it, in random order by (seed, number). Returns the mean loss by outcome.
  LossByOutcome learn(const Generation& generation, std::uint64_t number, double learning_rate);

  void copy_weights_to(Net& net) const { trainer_->copy_weights_to(net); }

  /// Weights, optimizer and replayed generations as bytes; see Trainer. Valid until this learns on.
  LearnerPieces state() const;
  /// Takes them from where `file` stands to its end. Throws InputError if they are no such state;
  /// nothing has changed then.
  void load_state(CheckpointFile& file);

 private:
  // What to learn from, in order; `groups` as in TrainingBatch.
  struct Lesson {
    std::vector<const TrainingExample*> examples;
    std::vector<std::uint32_t> groups;
  };
  Lesson choose(const ExamplePieces& newest, CounterRng& rng) const;
  std::span<const TrainingExample> replayed(std::size_t i) const;

  const LearningConfig config_;
  std::uint64_t seed_;
  std::unique_ptr<Trainer> trainer_;
  std::deque<ExamplePieces> replay_;  // the oldest first
};

/// The learning rate when the share `done` (0..1) of all games has been learned from.
double learning_rate(const LearningConfig& config, double done);

}  // namespace gioul
