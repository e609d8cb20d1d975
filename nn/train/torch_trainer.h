// Training by LibTorch: on a GPU. Only gioul-train links the implementation.
#pragma once

#include <memory>
#include <string>

#include "nn/train/trainer.h"

namespace gioul {

/// The device to use when `name` ("cpu" or "cuda") is asked for: "cpu" where CUDA is absent. Throws
/// InputError for any other name.
std::string resolve_device(const std::string& name);

/// A trainer that computes all layers densely on options.device, by LibTorch.
std::unique_ptr<Trainer> make_torch_trainer(const Net& net, const Encoder& encoder,
                                            const AdamOptions& adam, const TrainerOptions& options);

/// The trainer for options.device: LibTorch's on a GPU, else make_sparse_trainer().
std::unique_ptr<Trainer> make_trainer(const Net& net, const Encoder& encoder,
                                      const AdamOptions& adam, const TrainerOptions& options);

}  // namespace gioul
