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
  std::vector<Position> positions;
  std::vector<Distribution> targets;
  /// Sizes of groups of consecutive examples for the comparison loss. Empty: the loss is not used.
  std::vector<std::uint32_t> groups;

  /// Number of examples.
  std::size_t size() const { return targets.size(); }
  void clear() {
    positions.clear();
    targets.clear();
    groups.clear();
  }
};

/// Parameters of Adam (Kingma, Ba 2015).
struct AdamOptions {
  double learning_rate = 1e-3;
  double beta1 = 0.9;
  double beta2 = 0.999;
};

/// Options of a trainer.
struct TrainerOptions {
  std::string device = "cpu";  // "cpu" or "cuda"
  /// Number of CPU threads; results do not depend on it.
  int threads = 1;
  /// Weight of the comparison loss in batches with groups: the mean of (e - m)^2, where e is the
  /// error of an example's equity in points and m the mean of e in its group. Errors common to a
  /// group are ignored, as they do not change the choice among its plays (Tesauro 1989).
  double comparison_weight = 0.0;
  /// Kernel on the CPU. AVX2 and all later instruction sets give the same bits.
  Kernel kernel = best_kernel();
};

/// The mean cross-entropy of a batch in nats, split by outcome.
using LossByOutcome = std::array<double, kOutcomes>;

/// Minimizes the cross-entropy between softmax outputs and target distributions with Adam.
class Trainer {
 public:
  virtual ~Trainer() = default;

  /// Takes one optimizer step per batch; no batch may be empty. Returns the mean, over all
  /// examples, of the cross-entropy before their step; it is not finite if training has diverged.
  /// The elements of a target sum to 1; single ones may be negative.
  virtual LossByOutcome train(std::span<const TrainingBatch> batches) = 0;

  virtual void set_learning_rate(double learning_rate) = 0;

  /// Copies the current weights and biases to the layers of `net`, which must have the same shapes.
  virtual void copy_weights_to(Net& net) const = 0;

  /// Returns weights and optimizer state (moments, step count) as bytes with a checksum. A trainer
  /// that loads them continues with the same bits. Options are not included.
  virtual std::string save_state() const = 0;

  /// Restores a state from the bytes that save_state() returned. Throws InputError, and changes
  /// nothing, if they do not fit this net's shapes.
  virtual void load_state(const std::string& bytes) = 0;
};

/// Makes a trainer for CPUs whose cost depends only on active inputs and units. It starts from the
/// weights of `net` and keeps a reference to `encoder`. Throws InputError for an invalid number of
/// threads.
std::unique_ptr<Trainer> make_sparse_trainer(const Net& net, const Encoder& encoder,
                                             const AdamOptions& adam,
                                             const TrainerOptions& options);

}  // namespace gioul
