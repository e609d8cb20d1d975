// A net compiled for inference: positions in, outcome distributions out, without LibTorch.
//
// Every slot of the encoder (own checkers on point 7, ...) has a table of weight rows, one a value,
// so the first layer is a sum of rows; afterstates differ from their parent in a few rows only.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/aligned_vector.h"
#include "base/loop.h"
#include "engine/afterstates.h"
#include "engine/outcome.h"
#include "nn/encode/encoder.h"
#include "nn/infer/neighbour_order.h"
#include "nn/infer/row_batch.h"
#include "nn/infer/short_net.h"
#include "nn/kernel/kernel.h"
#include "nn/net/net.h"

namespace gioul {

/// The numbers that a net is evaluated in.
enum class Precision {
  kFloat,  // what a net's file says, to the last bits
  kInt16,  // faster, within about 0.001 points: short_net.h
};

/// What training evaluates `net` in: a run keeps its bits, and those of deeper nets began with
/// floats. Other self-play, and rollouts, use kInt16; tournaments and whatever names a value
/// kFloat.
inline Precision training_precision(const Net& net) {
  return net.layers.size() == 2 ? Precision::kInt16 : Precision::kFloat;
}

/// Memory in which one thread evaluates; reused from call to call.
class EvaluationBuffer {
 public:
  EvaluationBuffer();

 private:
  friend class CompiledNet;
  AlignedVector<float> base_;
  AlignedVector<std::int16_t> short_base_;
  AlignedVector<float> scratch_;
  // For the longest list there is, and hardly ever used to the end: no page is touched before that.
  std::unique_ptr<ChangedRows[]> changes_;
  std::unique_ptr<std::uint32_t[]> added_;  // what changes_ point to, also the rows of positions
  std::unique_ptr<std::uint32_t[]> removed_;
  AlignedVector<float> logits_;
  std::vector<float> equities_;
  std::vector<Distribution> values_;
  NeighbourOrder order_;
};

/// Immutable: one is shared by all threads, each with its own buffer.
class CompiledNet {
 public:
  /// `net` must fit `encoder` (load_net checks it). `kernel` is for tests and measurements; the
  /// result is the same for any `loop`.
  CompiledNet(const Net& net, const Encoder& encoder, Precision precision = Precision::kFloat,
              const Kernel& kernel = best_kernel(), const Loop& loop = loop_alone);
  CompiledNet(CompiledNet&&) = default;
  CompiledNet& operator=(CompiledNet&&) = default;

  /// The value of one position for its player to act.
  Distribution evaluate(const Position& position, EvaluationBuffer& buffer) const;

  /// The values of many positions, the same to the last bit as one by one: faster, the more
  /// of them are given at once. `values` has room for all.
  void evaluate(std::span<const Position> positions, EvaluationBuffer& buffer,
                Distribution* values) const;

  /// The same for a position given as its rows.
  Distribution evaluate(std::span<const RowNumber> rows, EvaluationBuffer& buffer) const;

  /// The equity of each position of `list` (not of its endings) **for the player who decides** at
  /// `before`. Valid until the buffer is used again.
  std::span<const float> equities(const Position& before, const AfterstateList& list,
                                  EvaluationBuffer& buffer) const;

  /// The distributions that equities() takes the means of, each seen by the player to act in its
  /// position. Valid until the buffer is used again.
  std::span<const Distribution> distributions(const Position& before, const AfterstateList& list,
                                              EvaluationBuffer& buffer) const;

  /// After equities(): the distribution of position i, seen by its player to act.
  Distribution distribution(std::size_t i, const EvaluationBuffer& buffer) const;

  int hidden_width() const { return hidden_width_; }

 private:
  // Sums of rows that changes are added to, in the one precision or the other.
  struct FirstLayer {
    const float* floats;
    const std::int16_t* shorts;
  };

  void fill_later_layers(const Net& net);
  void take_scales_back();
  void fill_outputs(const DenseLayer& layer);
  void sum_rows(std::span<const std::uint32_t> offsets, EvaluationBuffer& buffer) const;
  void find_logits(const Position& before, const AfterstateList& list,
                   EvaluationBuffer& buffer) const;
  KernelNet kernel_net(EvaluationBuffer& buffer) const;
  void run_kernel(FirstLayer base, std::size_t count, EvaluationBuffer& buffer) const;
  FirstLayer nothing() const { return {bias_.data(), short_.bias.data()}; }

  Kernel kernel_;
  SightRules sight_rules_;
  Precision precision_;
  int width_ = 0;              // first hidden layer, padded
  int hidden_width_ = 0;       // ... and as the net has it
  AlignedVector<float> rows_;  // [row_count(phases)][width_]: row_table.h
  AlignedVector<float> bias_;
  std::vector<AlignedVector<float>> columns_;  // later hidden layers
  std::vector<AlignedVector<float>> later_bias_;
  std::vector<KernelLayer> later_;
  AlignedVector<float> output_;
  std::vector<float> output_bias_;
  ShortNet short_;  // instead of rows_, and of output_ if no layer is between, with kInt16
};

}  // namespace gioul
