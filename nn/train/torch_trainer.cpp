// Forward pass, backward pass and optimizer are written as tensor operations. For three products
// per layer, autograd and torch::optim take a third more time, and LibTorch 1.13 restores
// optimizers without their options. All weights, gradients and moments are one flat tensor each, so
// that Adam is a few operations for any number of layers.
#include "nn/train/torch_trainer.h"

#include <ATen/ATen.h>
#include <c10/core/GradMode.h>
#include <torch/cuda.h>

#include <algorithm>
#include <cassert>
#include <cmath>

#include "nn/train/comparison.h"
#include "nn/train/trainer_state.h"

namespace gioul {
namespace {

constexpr double kEpsilon = 1e-8;

// Views of the flat tensors, and intermediate results.
struct Layer {
  at::Tensor weight, weight_gradient;  // [outputs, inputs]
  at::Tensor bias, bias_gradient;      // [outputs]
  at::Tensor units, delta;  // [batch, outputs]: outputs; gradient of the loss by their sums
};

class TorchTrainer : public Trainer {
 public:
  TorchTrainer(const Net& net, const Encoder& encoder, const AdamOptions& adam,
               const TrainerOptions& options)
      : encoder_(encoder),
        adam_(adam),
        device_(resolve_device(options.device) == Device::kCuda ? at::kCUDA : at::kCPU),
        comparison_weight_(options.comparison_weight),
        shapes_(net.layers) {
    parameters_ = pack(net.layers);
    for (at::Tensor* flat : {&gradients_, &first_moments_, &second_moments_}) {
      *flat = at::zeros_like(parameters_);
    }
    std::int64_t offset = 0;
    for (const DenseLayer& shape : shapes_) {
      Layer& layer = layers_.emplace_back();
      const std::int64_t weights = std::int64_t{shape.output_count} * shape.input_count;
      const auto matrix = [&](const at::Tensor& flat) {
        return flat.narrow(0, offset, weights).view({shape.output_count, shape.input_count});
      };
      layer.weight = matrix(parameters_);
      layer.weight_gradient = matrix(gradients_);
      offset += weights;
      layer.bias = parameters_.narrow(0, offset, shape.output_count);
      layer.bias_gradient = gradients_.narrow(0, offset, shape.output_count);
      offset += shape.output_count;
    }
  }

  LossByOutcome train(std::span<const TrainingBatch> batches) override {
    LossByOutcome total{};
    double examples = 0.0;
    for (const TrainingBatch& batch : batches) examples += static_cast<double>(batch.size());
    for (const TrainingBatch& batch : batches) {
      const LossByOutcome loss = train(batch);
      for (std::size_t o = 0; o < kOutcomeCount; ++o) {
        total[o] += loss[o] * static_cast<double>(batch.size()) / examples;
      }
    }
    return total;
  }

  void set_learning_rate(double learning_rate) override { adam_.learning_rate = learning_rate; }

  void copy_weights_to(Net& net) const override { net.layers = unpack(parameters_); }

  std::string save_state() const override {
    return encode_trainer_state({.step_count = steps_,
                                 .weights = unpack(parameters_),
                                 .first_moments = unpack(first_moments_),
                                 .second_moments = unpack(second_moments_)});
  }

  void load_state(const std::string& bytes) override {
    const TrainerState state = decode_trainer_state(bytes, shapes_);
    steps_ = state.step_count;
    parameters_.copy_(pack(state.weights));
    first_moments_.copy_(pack(state.first_moments));
    second_moments_.copy_(pack(state.second_moments));
  }

 private:
  LossByOutcome train(const TrainingBatch& batch) {
    assert(batch.size() > 0 && batch.positions.size() == batch.size());
    const c10::NoGradGuard no_autograd;
    const at::Tensor inputs = encode(batch).to(device_);
    // from_blob() takes no const data, but nothing writes to it.
    const at::Tensor targets = at::from_blob(const_cast<Distribution*>(batch.targets.data()),
                                             {static_cast<std::int64_t>(batch.size()),
                                              static_cast<std::int64_t>(kOutcomeCount)},
                                             at::TensorOptions(at::kFloat))
                                   .to(device_);
    for (std::size_t n = 0; n < layers_.size(); ++n) {
      Layer& layer = layers_[n];
      layer.units = at::addmm(layer.bias, n == 0 ? inputs : layers_[n - 1].units, layer.weight.t());
      if (n + 1 < layers_.size()) layer.units.relu_();
    }
    const LossByOutcome loss = compute_loss(batch, targets);
    for (std::size_t n = layers_.size(); n-- > 0;) {
      Layer& layer = layers_[n];
      const at::Tensor& entered = n == 0 ? inputs : layers_[n - 1].units;
      at::sum_out(layer.bias_gradient, layer.delta, {0});
      at::mm_out(layer.weight_gradient, layer.delta.t(), entered);
      if (n == 0) continue;
      layers_[n - 1].delta = at::threshold_backward(at::mm(layer.delta, layer.weight), entered, 0);
    }
    step();
    return loss;
  }

  // Returns [batch, inputs], on the CPU.
  at::Tensor encode(const TrainingBatch& batch) {
    at::Tensor dense = at::zeros({static_cast<std::int64_t>(batch.size()), encoder_.input_count()});
    auto* row = dense.data_ptr<float>();
    for (const Position& position : batch.positions) {
      inputs_.clear();
      encoder_.encode(position, inputs_);
      for (const Input& input : inputs_) row[input.index] += input.value;
      row += encoder_.input_count();
    }
    return dense;
  }

  LossByOutcome compute_loss(const TrainingBatch& batch, const at::Tensor& targets) {
    Layer& last = layers_.back();
    const at::Tensor logarithms = at::log_softmax(last.units, 1);
    const at::Tensor losses = (targets * logarithms).sum(0, false, at::kDouble).cpu();
    // The gradient of the loss by the logits is softmax - target, because the targets sum to 1.
    const double share = 1.0 / static_cast<double>(batch.size());
    const at::Tensor values = at::exp(logarithms);
    last.delta = (values - targets) * share;
    if (comparison_weight_ > 0.0 && !batch.group_sizes.empty()) {
      const at::Tensor probabilities = values.cpu().contiguous();
      std::vector<Distribution> gradient = comparison_loss_gradient(
          batch.targets, batch.group_sizes, probabilities.data_ptr<float>());
      const at::Tensor comparison = at::from_blob(gradient.data(), targets.sizes(), at::kFloat);
      last.delta.add_(comparison.to(device_), comparison_weight_);
    }
    LossByOutcome result;
    for (std::size_t o = 0; o < kOutcomeCount; ++o)
      result[o] = -losses.data_ptr<double>()[o] * share;
    return result;
  }

  void step() {
    ++steps_;
    const auto n = static_cast<double>(steps_);
    const double correction1 = 1.0 - std::pow(adam_.beta1, n);
    const double correction2 = std::sqrt(1.0 - std::pow(adam_.beta2, n));
    first_moments_.lerp_(gradients_, 1.0 - adam_.beta1);
    second_moments_.mul_(adam_.beta2).addcmul_(gradients_, gradients_, 1.0 - adam_.beta2);
    const at::Tensor divisor = at::sqrt(second_moments_).add_(kEpsilon * correction2);
    parameters_.addcdiv_(first_moments_, divisor, -adam_.learning_rate * correction2 / correction1);
  }

  at::Tensor pack(const std::vector<DenseLayer>& plain) const {
    std::vector<float> flat;
    for (const DenseLayer& layer : plain) {
      flat.insert(flat.end(), layer.weight.begin(), layer.weight.end());
      flat.insert(flat.end(), layer.bias.begin(), layer.bias.end());
    }
    return at::tensor(flat).to(device_);
  }
  std::vector<DenseLayer> unpack(const at::Tensor& flat) const {
    std::vector<DenseLayer> plain = shapes_;
    const at::Tensor host = flat.cpu();
    const float* next = host.data_ptr<float>();
    for (DenseLayer& layer : plain) {
      for (std::vector<float>* part : {&layer.weight, &layer.bias}) {
        std::copy_n(next, part->size(), part->begin());
        next += part->size();
      }
    }
    return plain;
  }

  const Encoder& encoder_;
  AdamOptions adam_;
  at::Device device_;
  double comparison_weight_;
  std::vector<DenseLayer> shapes_;
  std::vector<Layer> layers_;
  at::Tensor parameters_, gradients_, first_moments_, second_moments_;  // flat
  std::vector<Input> inputs_;
  std::uint64_t steps_ = 0;
};

}  // namespace

Device resolve_device(Device device) { return torch::cuda::is_available() ? device : Device::kCpu; }

std::unique_ptr<Trainer> make_torch_trainer(const Net& net, const Encoder& encoder,
                                            const AdamOptions& adam,
                                            const TrainerOptions& options) {
  return std::make_unique<TorchTrainer>(net, encoder, adam, options);
}

std::unique_ptr<Trainer> make_trainer(const Net& net, const Encoder& encoder,
                                      const AdamOptions& adam, const TrainerOptions& options) {
  if (resolve_device(options.device) == Device::kCpu) {
    return make_sparse_trainer(net, encoder, adam, options);
  }
  return make_torch_trainer(net, encoder, adam, options);
}

}  // namespace gioul
