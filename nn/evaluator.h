// A net compiled for inference: positions in, outcome distributions out, without LibTorch.
//
// Every slot of the encoder (own checkers on point 7, ...) has a table of weight rows, one a value,
// so the first layer is a sum of rows; afterstates differ from their parent in a few rows only.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/afterstates.h"
#include "engine/outcome.h"
#include "nn/encoder.h"
#include "nn/kernel.h"
#include "nn/net.h"
#include "nn/rows.h"

namespace gioul {

/// Memory in which one thread evaluates; reused from call to call.
class EvaluationBuffer {
 public:
  EvaluationBuffer();

 private:
  friend class NetEvaluator;
  std::vector<float> base_;
  std::vector<float> scratch_;
  std::vector<ChangedRows> changes_;
  std::vector<float> logits_;    // [5][kStride]
  std::vector<float> equities_;  // [kStride]
};

/// Immutable: one is shared by all threads, each with its own buffer.
class NetEvaluator {
 public:
  /// `net` must fit `encoder` (load_net checks it). `kernel` is for tests and measurements.
  NetEvaluator(const Net& net, const Encoder& encoder, const Kernel& kernel = best_kernel());

  /// The value of one position for its player to act.
  Distribution evaluate(const Position& position, EvaluationBuffer& buffer) const;

  /// The same for a position given as its rows.
  Distribution evaluate(std::span<const RowNumber> rows, EvaluationBuffer& buffer) const;

  /// The equity of each position of `list` (not of its endings) **for the player who decides** at
  /// `before`. Valid until the buffer is used again.
  std::span<const float> equities(const Position& before, const AfterstateList& list,
                                  EvaluationBuffer& buffer) const;

  /// After equities(): the distribution of position i, seen by its player to act.
  Distribution distribution(std::size_t i, const EvaluationBuffer& buffer) const;

  int hidden_width() const { return hidden_width_; }

 private:
  void fill_rows(const DenseLayer& layer, const Encoder& encoder);
  void fill_later_layers(const Net& net);
  void sum_base(std::span<const RowNumber> rows, EvaluationBuffer& buffer) const;
  void sum_base(const Position& position, EvaluationBuffer& buffer) const;
  void run_kernel(std::size_t count, EvaluationBuffer& buffer) const;
  Kernel kernel_;
  int width_ = 0;            // first hidden layer, padded
  int hidden_width_ = 0;     // ... and as the net has it
  std::vector<float> rows_;  // [rows][width_]: see row_of and step_of in evaluator.cpp
  std::vector<float> bias_;
  std::vector<std::vector<float>> columns_;  // later hidden layers
  std::vector<std::vector<float>> later_bias_;
  std::vector<KernelLayer> later_;
  std::vector<float> output_;
  std::vector<float> output_bias_;
};

}  // namespace gioul
