// The learner: LibTorch behind plain data. Only gioul-train links its implementation.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/outcome.h"
#include "nn/encode/encoder.h"
#include "nn/kernel/kernel.h"
#include "nn/net/net.h"
#include "nn/train/optimizer.h"

namespace gioul {

/// Positions as sparse inputs with the outcome distributions to learn. Example i owns
/// inputs[offsets[i] .. offsets[i + 1]); offsets has size() + 1 entries.
struct TrainingBatch {
  std::vector<Input> inputs;
  std::vector<std::uint32_t> offsets = {0};
  std::vector<Distribution> targets;
  /// How many examples, one after the other, are to be compared with each other; empty: none are.
  std::vector<std::uint32_t> groups;

  std::size_t size() const { return targets.size(); }
  void clear() {
    inputs.clear();
    offsets.assign(1, 0);
    targets.clear();
    groups.clear();
  }
};

/// How the first layer is computed: over the inputs that are set (fast on a CPU), or as one full
/// matrix product (the only way on a GPU). Both learn the same up to rounding.
enum class FirstLayer : std::uint8_t { kSparse, kDense };

/// What the learner runs on.
struct TrainerOptions {
  std::string device = "cpu";  // "cpu" or "cuda"
  /// Of the sparse first layer and of Adam, whose results don't depend on it; otherwise of
  /// LibTorch's own pool, whose results do.
  int threads = 1;
  FirstLayer first_layer = FirstLayer::kSparse;  // of a CPU
  /// Of the mean over a batch with groups of (e - mean of e in its group)^2, e the error of an
  /// example's equity in points. What a group's examples err alike costs nothing there: who chooses
  /// among them does not see it (comparison training: Tesauro 1989).
  double comparison_weight = 0.0;
  Factors factors = Factors::kFp32;  // the bits of kBf16 are those of oneDNN's instruction set
  Kernel kernel = best_kernel();     // for tests and measurements; its bits are those of its set
};

/// The mean cross-entropy of a batch in nats, as each outcome's share of it.
using LossByOutcome = std::array<double, kOutcomes>;

/// Learns by the cross-entropy between softmax outputs and target distributions, and by comparison
/// within groups if TrainerOptions say so.
class Trainer {
 public:
  /// Starts from the weights of `net`. Sets the number of threads of LibTorch and of OpenBLAS for
  /// the whole process: 1 beside a sparse first layer. Throws InputError for an unknown device or
  /// number of threads; a CUDA device that is absent is replaced by the CPU, which note() then
  /// says.
  Trainer(const Net& net, const AdamOptions& adam, const TrainerOptions& options);
  ~Trainer();
  Trainer(const Trainer&) = delete;
  Trainer& operator=(const Trainer&) = delete;

  /// One line if this trainer runs otherwise than it was told to, or empty.
  std::string note() const;

  /// One optimizer step on the whole batch, which must not be empty; returns its mean cross-entropy
  /// before the step, which is not finite once training has diverged. The same calls on the same
  /// machine give the same bits. Targets sum to 1; parts of them may be negative. Beside a sparse
  /// first layer one thread computes all others; `beside`, if any, is what the rest of the threads
  /// do meanwhile, each calling it, and the caller after them: it has to be done when they return.
  LossByOutcome train(const TrainingBatch& batch, const std::function<void()>& beside = {});

  void set_learning_rate(double learning_rate);

  /// Copies the current weights and biases into the layers of `net` (same shapes).
  void copy_weights_to(Net& net) const;

  /// Weights and optimizer state (moments, step count) as plain bytes, with a checksum. Restoring
  /// them on the same machine goes on bit for bit. Options are set by the
  /// constructor and set_learning_rate(), never from the bytes.
  std::string save_state() const;
  /// Throws InputError if the bytes are no such state for this net's shapes; nothing has changed
  /// then.
  void load_state(const std::string& bytes);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gioul
