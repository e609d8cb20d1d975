// Many positions at once, as a GPU wants them. LibTorch's implementation is nn/train/torch_net.h;
// callers know this interface alone, so that they are tested without LibTorch.
#pragma once

#include <span>

#include "engine/outcome.h"
#include "nn/infer/row_batch.h"

namespace gioul {

/// Used by one thread at a time.
class BatchNet {
 public:
  virtual ~BatchNet() = default;

  /// values[i] = the value of position i of `batch` for its player to act; as many as there are
  /// positions.
  virtual void evaluate(const RowBatch& batch, std::span<Distribution> values) = 0;
};

}  // namespace gioul
