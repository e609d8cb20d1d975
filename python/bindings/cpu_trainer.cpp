// The functions of nn/train/torch_trainer.h for this module, which does not link LibTorch: it
// trains on the CPU only, with the same bits as gioul-train.
#include "nn/train/torch_trainer.h"

namespace gioul {

Device resolve_device(Device /*device*/) { return Device::kCpu; }

std::unique_ptr<Trainer> make_trainer(const Net& net, const Encoder& encoder,
                                      const AdamOptions& adam, const TrainerOptions& options) {
  return make_sparse_trainer(net, encoder, adam, options);
}

}  // namespace gioul
