// Training a net: batches of positions with target distributions in, weights out.
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

/// Positions with the outcome distributions to learn, seen by their players to move.
struct TrainingBatch {
  std::vector<Position> positions;
  std::vector<Distribution> targets;
  /// The sizes of groups of consecutive examples to be compared with each other; empty: none are.
  std::vector<std::uint32_t> groups;

  std::size_t size() const { return targets.size(); }
  void clear() {
    positions.clear();
    targets.clear();
    groups.clear();
  }
};

/// Adam's parameters (Kingma, Ba 2015).
struct AdamOptions {
  double learning_rate = 1e-3;
  double beta1 = 0.9;
  double beta2 = 0.999;
};

struct TrainerOptions {
  std::string device = "cpu";  // "cpu" or "cuda"
  /// On the CPU; the results do not depend on it.
  int threads = 1;
  /// The weight of a second loss in batches with groups: the mean of (e - mean of e in its
  /// group)^2, e being the error of an example's equity in points. It ignores errors that all
  /// examples of a group share, as they change no choice among them (comparison training: Tesauro
  /// 1989).
  double comparison_weight = 0.0;
  /// On the CPU. AVX2 and all later sets compute the same bits.
  Kernel kernel = best_kernel();
};

/// The mean cross-entropy of a batch in nats, as each outcome's share of it.
using LossByOutcome = std::array<double, kOutcomes>;

/// Minimizes the cross-entropy between softmax outputs and target distributions by Adam.
class Trainer {
 public:
  virtual ~Trainer() = default;

  /// Takes one optimizer step on each batch in turn, none of which may be empty; returns the mean
  /// over all examples of the cross-entropy before their step, which is not finite once training
  /// has diverged. Targets sum to 1; parts of them may be negative.
  virtual LossByOutcome train(std::span<const TrainingBatch> batches) = 0;

  virtual void set_learning_rate(double learning_rate) = 0;

  /// Copies the current weights and biases into the layers of `net` (same shapes).
  virtual void copy_weights_to(Net& net) const = 0;

  /// Weights and optimizer state (moments, step count) as bytes, with a checksum. A trainer that
  /// loads them continues bit for bit. They hold no options.
  virtual std::string save_state() const = 0;

  /// Throws InputError if the bytes are no state for this net's shapes; then nothing has changed.
  virtual void load_state(const std::string& bytes) = 0;
};

/// A trainer on a CPU, which pays only for inputs that are set and units that are active. It starts
/// from the weights of `net` and keeps a reference to `encoder`. Throws InputError for an
/// impossible number of threads.
std::unique_ptr<Trainer> make_sparse_trainer(const Net& net, const Encoder& encoder,
                                             const AdamOptions& adam,
                                             const TrainerOptions& options);

}  // namespace gioul
