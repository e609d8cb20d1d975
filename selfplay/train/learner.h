// The learning half of the training loop: takes generations of games and updates the weights. It
// shares no data with self-play, which can therefore run in other processes.
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

/// Training examples in groups. Examples of a group stay together when the groups are shuffled. A
/// group is a single example or all examples of one decision.
class ExampleGroups {
 public:
  ExampleGroups() = default;
  /// Copies the examples of a generation, in groups of Generation::group_sizes. If these are empty,
  /// each example is a group.
  explicit ExampleGroups(const Generation& generation);
  /// Makes groups of `examples`: group i has the examples from index starts[i] up to, but without,
  /// starts[i + 1]. If `starts` is empty, each example is a group. Throws InputError if `starts` is
  /// not increasing or does not end with the number of examples.
  ExampleGroups(std::vector<TrainingExample> examples, std::vector<std::uint32_t> starts);

  /// Returns all examples, group by group.
  const std::vector<TrainingExample>& examples() const { return examples_; }
  /// Returns the index of each group's first example, and at the end the number of examples; empty
  /// if each example is a group.
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
  std::vector<TrainingExample> examples_;    // see examples()
  std::vector<std::uint32_t> group_starts_;  // see group_starts()
};

/// Trains one net. Owns the optimizer state and the replay buffer.
class Learner {
 public:
  /// Starts with the weights of `net`. Keeps a reference to `encoder`, which must outlive the
  /// learner. Throws InputError if the config has an unsupported setting.
  Learner(const TrainingConfig& config, const Encoder& encoder, const Net& net);

  /// Trains once on each example of `generation`, and on replay_ratio times as many examples of
  /// earlier generations. The order of examples is random and depends only on the seed and on
  /// `number`, the number of the generation. Returns the mean loss by outcome, in nats.
  LossByOutcome learn(const Generation& generation, std::uint64_t number, double learning_rate);

  /// Copies the current weights to `net`.
  void copy_weights_to(Net& net) const { trainer_->copy_weights_to(net); }

  /// Returns the weights, the optimizer state and the replay buffer as bytes, valid until the next
  /// learn().
  LearnerState state() const;
  /// Reads the state from the unread bytes of `file`. Throws InputError, and changes nothing, if
  /// they are invalid.
  void load_state(CheckpointFile& file);

 private:
  // The examples of one epoch in the order of training, and the sizes of their groups. Without
  // groups of several examples, `group_sizes` is empty.
  struct EpochExamples {
    std::vector<const TrainingExample*> examples;
    std::vector<std::uint32_t> group_sizes;
  };
  // Draws the groups to replay, and shuffles them with those of the newest generation.
  EpochExamples make_epoch_examples(const ExampleGroups& newest, CounterRng& rng) const;
  // Returns group `i` of examples in the replay buffer, counted through all its generations.
  std::span<const TrainingExample> replay_group(std::size_t i) const;

  const LearningConfig config_;
  std::uint64_t seed_;
  std::unique_ptr<Trainer> trainer_;
  std::deque<ExampleGroups> replay_buffer_;  // examples of earlier generations, oldest first
};

/// Returns the learning rate of the schedule after the fraction `done` (0 to 1) of its games.
double scheduled_learning_rate(const LearningConfig& config, double done);

}  // namespace gioul
