// A net on LibTorch for whole batches: the way to a GPU. On a CPU the kernels of nn/evaluator.h are
// faster, which is what `gioul bench --torch` measures. Only gioul-train links the implementation.
#pragma once

#include <memory>
#include <string>

#include "nn/batch_evaluator.h"
#include "nn/encoder.h"
#include "nn/net.h"

namespace gioul {

class TorchEvaluator : public BatchEvaluator {
 public:
  /// `device` is what usable_device() gave: "cpu" or "cuda", float32 on both. `net` must fit
  /// `encoder`. Threads are those of set_torch_threads().
  TorchEvaluator(const Net& net, const Encoder& encoder, const std::string& device);
  ~TorchEvaluator() override;
  TorchEvaluator(const TorchEvaluator&) = delete;
  TorchEvaluator& operator=(const TorchEvaluator&) = delete;

  /// Takes over the weights of another net for the same inputs.
  void set_net(const Net& net);

  /// The same batch gives the same bits; among other positions a value may change by rounding.
  void evaluate(const RowBatch& batch, std::span<Distribution> values) override;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gioul
