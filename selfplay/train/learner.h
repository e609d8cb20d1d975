// The learning half of the training loop: takes generations of games, updates the weights. It
// shares nothing with self-play, which can therefore run in other processes.
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

/// Training examples in groups that stay together when they are shuffled. A group is a single
/// example, or all examples of one decision.
class ExampleGroups {
 public:
  ExampleGroups() = default;
  /// Copies the examples of a generation, in its groups if it has them.
  explicit ExampleGroups(const Generation& generation);
  /// Group i has the examples from index starts[i] to before starts[i + 1]. If `starts` is empty,
  /// each example is a group. Throws InputError if `starts` do not divide the examples.
  ExampleGroups(std::vector<TrainingExample> examples, std::vector<std::uint32_t> starts);

  const std::vector<TrainingExample>& examples() const { return examples_; }
  const std::vector<std::uint32_t>& group_starts() const { return group_starts_; }

  /// Returns the number of groups.
  std::size_t group_count() const {
    return group_starts_.empty() ? examples_.size() : group_starts_.size() - 1;
  }
  /// Returns the examples of group i.
  std::span<const TrainingExample> operator[](std::size_t i) const {
    if (group_starts_.empty()) return {&examples_[i], 1};
    return std::span(examples_).subspan(group_starts_[i], group_starts_[i + 1] - group_starts_[i]);
  }

 private:
  std::vector<TrainingExample> examples_;  // group by group
  std::vector<std::uint32_t>
      group_starts_;  // index of each group's first example; last: number of examples
};

/// Trains one net. Owns the optimizer state and the replay buffer.
class Learner {
 public:
  /// Starts with the weights of `net`. Keeps a reference to `encoder`, which must outlive the
  /// learner. Throws InputError for unsupported options.
  Learner(const TrainingConfig& config, const Encoder& encoder, const Net& net);

  /// Trains once on each example of `generation`, and on replay_ratio times as many examples of
  /// earlier generations. Their order is random and depends only on the seed and `number`, the
  /// generation's number. Returns the mean loss by outcome, in nats.
  LossByOutcome learn(const Generation& generation, std::uint64_t number, double learning_rate);

  /// Copies the current weights to `net`.
  void copy_weights_to(Net& net) const { trainer_->copy_weights_to(net); }

  /// Returns weights, optimizer state and replay buffer as bytes. Valid until the next learn().
  LearnerState state() const;
  /// Reads the state from the rest of `file`. Throws InputError if it is invalid; then nothing has
  /// changed.
  void load_state(CheckpointFile& file);

 private:
  // Examples of one epoch in training order; `group_sizes` as in TrainingBatch.
  struct Epoch {
    std::vector<const TrainingExample*> examples;
    std::vector<std::uint32_t> group_sizes;
  };
  Epoch make_epoch(const ExampleGroups& newest, CounterRng& rng) const;
  // Returns group `i` of examples in the replay buffer, counted through all its generations.
  std::span<const TrainingExample> replay_group(std::size_t i) const;

  const LearningConfig config_;
  std::uint64_t seed_;
  std::unique_ptr<Trainer> trainer_;
  std::deque<ExampleGroups> replay_buffer_;  // oldest first
};

/// Returns the learning rate when the fraction `done` (0 to 1) of all games has been played.
double scheduled_learning_rate(const LearningConfig& config, double done);

}  // namespace gioul
