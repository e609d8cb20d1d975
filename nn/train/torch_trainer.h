// Training with LibTorch, for GPUs. Only gioul-train links the implementation.
#pragma once

#include <memory>

#include "nn/train/trainer.h"

namespace gioul {

/// Returns the device to train on: `device`, or the CPU if CUDA is not available.
Device resolve_device(Device device);

/// Makes a trainer that computes all layers densely on options.device with LibTorch.
std::unique_ptr<Trainer> make_torch_trainer(const Net& net, const Encoder& encoder,
                                            const AdamOptions& adam, const TrainerOptions& options);

/// Makes the trainer for options.device: make_torch_trainer() for a GPU, make_sparse_trainer() for
/// the CPU.
std::unique_ptr<Trainer> make_trainer(const Net& net, const Encoder& encoder,
                                      const AdamOptions& adam, const TrainerOptions& options);

}  // namespace gioul
