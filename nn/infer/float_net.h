// A net in floats, plainly: what its file says, to the last bits. Whatever names a value (exports
// and their golden vectors, `gioul eval`, the C library, Python) is evaluated here; play is in
// integers (compiled_net.h).
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "base/aligned_vector.h"
#include "base/loop.h"
#include "engine/outcome.h"
#include "engine/position.h"
#include "nn/encode/encoder.h"
#include "nn/infer/neighbour_order.h"
#include "nn/kernel/kernel.h"
#include "nn/net/net.h"

namespace gioul {

/// Memory in which one thread evaluates; reused from call to call.
class FloatBuffer {
 private:
  friend class FloatNet;
  std::vector<std::uint32_t> rows_ = std::vector<std::uint32_t>(kMostRows + kLanes);
  AlignedVector<float> inputs_;
  AlignedVector<float> sums_;
  AlignedVector<float> even_;
  AlignedVector<float> odd_;
  AlignedVector<float> logits_;
  std::vector<Distribution> values_;
  NeighbourOrder order_;
};

/// Immutable: one is shared by all threads, each with its own buffer.
class FloatNet {
 public:
  /// `net` must fit `encoder` (load_net checks it).
  FloatNet(const Net& net, const Encoder& encoder, const Loop& loop = loop_alone);

  /// The value of one position for its player to act.
  Distribution evaluate(const Position& position, FloatBuffer& buffer) const;

  /// The values of many positions, the same to the last bit as one by one. `values` has room for
  /// all.
  void evaluate(std::span<const Position> positions, FloatBuffer& buffer,
                Distribution* values) const;

  /// Calls visit(l, units) with what leaves each hidden layer, none of it negative, padded with
  /// zeros.
  using Visit = std::function<void(std::size_t layer, std::span<const float> units)>;
  void visit_hidden(const Position& position, FloatBuffer& buffer, const Visit& visit) const;

 private:
  struct Layer {
    AlignedVector<float> columns;  // [inputs][width]
    AlignedVector<float> bias;     // [width], padded with zeros to a multiple of kLanes
    std::size_t inputs;
  };

  void find_logits(const Position& position, FloatBuffer& buffer, float* logits,
                   const Visit* visit) const;

  Kernel kernel_;
  SightRules sight_rules_;
  AlignedVector<float> rows_;  // [kFirstStepRow][width]: row_table.h
  AlignedVector<float> bias_;  // [width]
  std::vector<Layer> later_;
  AlignedVector<float> output_;  // [kLogits][width of the last hidden layer], as in IntNet
  std::vector<float> output_bias_;
};

}  // namespace gioul
