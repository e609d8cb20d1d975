// A net on LibTorch for whole batches: the way to a GPU. On a CPU the kernels of
// nn/infer/compiled_net.h are faster, which is what `gioul bench --torch` measures. Only
// gioul-train links the implementation.
#pragma once

#include <memory>
#include <string>

#include "engine/outcome.h"
#include "nn/encode/encoder.h"
#include "nn/infer/row_batch.h"
#include "nn/net/net.h"

namespace gioul {

class TorchNet : public BatchNet {
 public:
  /// `device` is what usable_device() gave: "cpu" or "cuda", float32 on both. `net` must fit
  /// `encoder`. Threads are those of set_torch_threads().
  TorchNet(const Net& net, const Encoder& encoder, const std::string& device);
  ~TorchNet() override;
  TorchNet(const TorchNet&) = delete;
  TorchNet& operator=(const TorchNet&) = delete;

  /// Takes over the weights of another net for the same inputs.
  void set_net(const Net& net);

  /// The same batch gives the same bits; among other positions a value may change by rounding.
  void evaluate(const RowBatch& batch, std::span<Distribution> values) override;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gioul
