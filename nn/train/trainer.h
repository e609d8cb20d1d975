// The interface of trainers, which fit a net to batches of positions with target distributions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/outcome.h"
#include "engine/position.h"
#include "nn/encode/encoder.h"
#include "nn/kernel/kernel.h"
#include "nn/net/net.h"

namespace gioul {

/// A batch of examples: positions with the outcome distributions to learn, each for the player to
/// move.
struct TrainingBatch {
  std::vector<Position> positions;    // position of each example
  std::vector<Distribution> targets;  // outcome distribution to learn for each position
  /// Sizes of groups of consecutive examples for the comparison loss
  /// (TrainerOptions::comparison_weight). If empty, that loss is not used.
  std::vector<std::uint32_t> group_sizes;

  /// Number of examples.
  std::size_t size() const { return targets.size(); }
};

/// Parameters of the Adam optimizer (Kingma, Ba 2015).
struct AdamOptions {
  double learning_rate = 1e-3;  // step size before bias corrections
  double beta1 = 0.9;           // decay of the first moment per step
  double beta2 = 0.999;         // decay of the second moment per step
};

/// The device that trains the net.
enum class Device : std::uint8_t { kCpu, kCuda };

/// Options of a trainer.
struct TrainerOptions {
  Device device = Device::kCpu;
  /// Number of CPU threads; results do not depend on it.
  int threads = 1;
  /// Weight of the comparison loss in batches with groups: the mean of (e - m)^2, where e is the
  /// error of an example's equity in points and m the mean of e in its group. Errors common to a
  /// group are ignored, as they do not change the choice among its plays (Tesauro 1989).
  double comparison_weight = 0.0;
  /// Instruction set for training on the CPU. AVX2 and all later ones give the same bits.
  Kernel kernel = best_kernel();
};

/// The mean cross-entropy loss in nats, as the terms of the five outcomes; their sum is the loss.
using LossByOutcome = std::array<double, kOutcomeCount>;

/// Fits a net: minimizes the cross-entropy between softmax outputs and target distributions with
/// Adam.
class Trainer {
 public:
  virtual ~Trainer() = default;

  /// Takes one optimizer step per batch; no batch may be empty. The elements of a target sum to 1,
  /// but single elements may be negative. Returns the mean cross-entropy of all examples, each
  /// computed before the step of its batch; it is not finite if training has diverged.
  virtual LossByOutcome train(std::span<const TrainingBatch> batches) = 0;

  /// Sets the learning rate of the following steps.
  virtual void set_learning_rate(double learning_rate) = 0;

  /// Copies the current weights and biases to the layers of `net`, which must have the same shapes.
  virtual void copy_weights_to(Net& net) const = 0;

  /// Returns weights and optimizer state (moments, step count) as bytes with a checksum. A trainer
  /// that loads them continues bit for bit. Options are not included.
  virtual std::string save_state() const = 0;

  /// Restores a state from the bytes that save_state() returned. Throws InputError, and changes
  /// nothing, if they do not fit this net's shapes.
  virtual void load_state(const std::string& bytes) = 0;
};

/// Makes a trainer for CPUs whose cost depends only on active inputs and units. It starts from the
/// weights of `net`. Throws InputError for an invalid number of threads.
std::unique_ptr<Trainer> make_sparse_trainer(const Net& net, const Encoder& encoder,
                                             const AdamOptions& adam,
                                             const TrainerOptions& options);

}  // namespace gioul
