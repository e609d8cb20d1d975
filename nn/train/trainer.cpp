// Forward, backward and the optimizers are written out in tensor operations: for three products a
// layer, autograd and torch::optim take a third more time, and LibTorch 1.13 restores optimizers
// without their options. All weights, gradients and moments are one flat tensor each, so that Adam
// is one loop (nn/kernel) or, on a GPU, a few operations however many layers there are.
//
// Measured on one core of a Xeon with AVX-512, batches of 1024, 36 of 220 inputs set, 128 hidden:
// autograd 0.20 million examples/s, the same with dense products here 0.23, with the sparse first
// layer 1.18; with OPENBLAS_CORETYPE=SkylakeX 0.56, 0.77 and 1.50 (see blas.cpp).
#include "nn/train/trainer.h"

#include <ATen/ATen.h>
#include <c10/core/GradMode.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <thread>
#include <utility>

#include "base/parallel.h"
#include "nn/train/torch_runtime.h"
#include "nn/train/trainer_state.h"

namespace gioul {
namespace {

constexpr double kEpsilon = 1e-8;

std::int64_t round_up(std::int64_t n, std::int64_t multiple) {
  return (n + multiple - 1) / multiple * multiple;
}

// One layer's share of the flat tensors. `stride` is what its outputs take in memory: the sparse
// layer pads them to whole blocks with units that stay zero.
struct Layer {
  int inputs = 0;
  int outputs = 0;
  bool sparse = false;
  std::int64_t stride = 0;
  std::int64_t weight_offset = 0;
  std::int64_t bias_offset = 0;
  at::Tensor weight, weight_gradient;  // views [outputs, inputs]; empty if sparse
  at::Tensor bias, bias_gradient;      // views [stride]
  at::Tensor active_rows, delta_rows;  // of the largest batch so far
  at::Tensor active, delta;            // [batch, stride]: outputs, and the loss's gradient by them

  // Where the weight from input i to output o is in the flat tensors.
  std::int64_t weight_position(std::int64_t o, std::int64_t i) const {
    if (!sparse) return weight_offset + o * inputs + i;
    const std::int64_t block = o / kBlockUnits;
    return weight_offset + (block * inputs + i) * kBlockUnits + o % kBlockUnits;
  }

  at::Tensor unpadded(const at::Tensor& rows) const { return rows.narrow(1, 0, outputs); }
};

// Calls f(position in the flat tensors, element) for all weights and biases of `layers`.
template <typename Layers, typename F>
void visit_elements(const std::vector<Layer>& places, Layers& layers, F f) {
  for (std::size_t n = 0; n < places.size(); ++n) {
    const Layer& place = places[n];
    assert(layers[n].inputs == place.inputs && layers[n].outputs == place.outputs);
    std::size_t element = 0;
    for (int o = 0; o < place.outputs; ++o) {
      for (int i = 0; i < place.inputs; ++i) {
        f(place.weight_position(o, i), layers[n].weight[element++]);
      }
      f(place.bias_offset + o, layers[n].bias[static_cast<std::size_t>(o)]);
    }
  }
}

// Calls f(first unit) for each block of a sparse layer. Blocks share nothing that is written, so
// the result does not depend on the number of threads.
template <typename F>
void for_each_block(int threads, const Layer& layer, const F& f) {
  parallel_for(threads, layer.stride / kBlockUnits,
               [&](std::int64_t block) { f(block * kBlockUnits); });
}

// Calls f(element of `matrix`, value) for all inputs of a batch.
template <typename F>
void visit_inputs(const TrainingBatch& batch, at::Tensor& matrix, F f) {
  auto* row = matrix.data_ptr<float>();
  for (std::size_t i = 0; i < batch.size(); ++i, row += matrix.size(1)) {
    for (std::size_t k = batch.offsets[i]; k < batch.offsets[i + 1]; ++k) {
      f(row[batch.inputs[k].index], batch.inputs[k].value);
    }
  }
}

SparseRows rows_of(const TrainingBatch& batch) {
  return {batch.inputs.data(), batch.offsets.data(), batch.size()};
}

double equity_of(const float* probabilities) {
  double sum = 0.0;
  for (std::size_t o = 0; o < kOutcomes; ++o) sum += kPoints5[o] * double{probabilities[o]};
  return sum;
}

// The gradient of the mean squared error of a batch's equities, each less the mean of its group's,
// by the logits. `probabilities`: [batch][kOutcomes].
std::vector<Distribution> comparison_gradient(const TrainingBatch& batch,
                                              const float* probabilities) {
  std::vector<Distribution> gradient(batch.size());
  std::vector<double> errors;
  std::size_t first = 0;
  for (const std::uint32_t count : batch.groups) {
    errors.clear();
    double sum = 0.0;
    for (std::size_t i = first; i < first + count; ++i) {
      errors.push_back(equity_of(&probabilities[i * kOutcomes]) -
                       equity_of(batch.targets[i].data()));
      sum += errors.back();
    }
    for (std::size_t i = first; i < first + count; ++i) {
      const float* const p = &probabilities[i * kOutcomes];
      const double slope =
          2.0 * (errors[i - first] - sum / count) / static_cast<double>(batch.size());
      for (std::size_t o = 0; o < kOutcomes; ++o) {
        gradient[i][o] = static_cast<float>(slope * p[o] * (kPoints5[o] - equity_of(p)));
      }
    }
    first += count;
  }
  return gradient;
}

}  // namespace

struct Trainer::Impl {
  OptimizerOptions optimizer;
  Kernel kernel;  // of the sparse layer and of Adam on the CPU
  at::Device device{at::kCPU};
  std::string note;
  double comparison_weight = 0.0;
  std::vector<Layer> layers;
  at::Tensor parameters, gradients, first_moments, second_moments, scratch;  // flat
  at::Tensor dense_rows;    // of the largest batch so far
  at::Tensor dense_inputs;  // [batch, inputs] on the CPU, all zero between calls
  std::uint64_t steps = 0;
  int threads = 1;  // of the blocks of a sparse layer and of Adam

  Impl(const Net& net, const OptimizerOptions& adam, const TrainerOptions& options);
  void lay_out(const Net& net, bool sparse);

  // Between plain layers and flat tensors.
  at::Tensor pack(const std::vector<DenseLayer>& plain) const;
  std::vector<DenseLayer> unpack(const at::Tensor& flat) const;

  LossByOutcome train(const TrainingBatch& batch, const std::function<void()>& beside);
  LossByOutcome compute(const TrainingBatch& batch, const at::Tensor& inputs);
  void resize_buffers(std::int64_t batch_rows);
  void forward(const at::Tensor& inputs);
  void backward(const TrainingBatch& batch, const at::Tensor& inputs);
  void sparse_forward(Layer& layer, const TrainingBatch& batch);
  void backward_of_block(const Layer& layer, const TrainingBatch& batch, std::int64_t unit);
  void sparse_backward(const Layer& layer, const TrainingBatch& batch);
  bool steps_block_by_block() const {
    return layers.front().sparse && optimizer.optimizer == Optimizer::kAdam;
  }
  void step(const TrainingBatch& batch);
  void step_by_adam(const AdamStep& by, const TrainingBatch& batch);
};

Trainer::Impl::Impl(const Net& net, const OptimizerOptions& adam, const TrainerOptions& options)
    : optimizer(adam), kernel(options.kernel), comparison_weight(options.comparison_weight) {
  const std::string usable = usable_device(options.device);
  if (usable != options.device)
    note = options.device + " is not available in this LibTorch: training on " + usable;
  device = at::Device(usable);
  set_torch_threads(options.threads);
  const bool sparse = device.is_cpu() && options.first_layer != FirstLayer::kDense;
  // LibTorch and its BLAS round by how many threads they divide a sum among; what is left to them
  // beside a sparse layer is little.
  if (sparse) set_torch_threads(1);
  threads = options.threads;
  lay_out(net, sparse);
}

void Trainer::Impl::lay_out(const Net& net, bool sparse) {
  std::int64_t size = 0;
  for (const DenseLayer& plain : net.layers) {
    Layer layer;
    layer.inputs = plain.inputs;
    layer.outputs = plain.outputs;
    layer.sparse = sparse && layers.empty();
    layer.stride = layer.sparse ? round_up(plain.outputs, kBlockUnits) : plain.outputs;
    layer.weight_offset = size;
    layer.bias_offset = size + layer.stride * layer.inputs;
    size = layer.bias_offset + layer.stride;
    layers.push_back(layer);
  }
  parameters = at::zeros({size}, at::TensorOptions(device));
  parameters.copy_(pack(net.layers));
  for (at::Tensor* flat : {&gradients, &first_moments, &second_moments, &scratch}) {
    *flat = at::zeros_like(parameters);
  }
  for (Layer& layer : layers) {
    const auto biases = [&](at::Tensor& flat) {
      return flat.narrow(0, layer.bias_offset, layer.stride);
    };
    const auto matrix = [&](at::Tensor& flat) {
      return flat.narrow(0, layer.weight_offset, layer.stride * layer.inputs)
          .view({layer.stride, layer.inputs});
    };
    layer.bias = biases(parameters);
    layer.bias_gradient = biases(gradients);
    if (layer.sparse) continue;
    layer.weight = matrix(parameters);
    layer.weight_gradient = matrix(gradients);
  }
}

at::Tensor Trainer::Impl::pack(const std::vector<DenseLayer>& plain) const {
  at::Tensor flat = at::zeros({parameters.numel()});
  auto* const values = flat.data_ptr<float>();
  visit_elements(layers, plain, [&](std::int64_t at, float x) { values[at] = x; });
  return flat;
}

std::vector<DenseLayer> Trainer::Impl::unpack(const at::Tensor& flat) const {
  std::vector<DenseLayer> plain;
  for (const Layer& layer : layers) {
    const auto outputs = static_cast<std::size_t>(layer.outputs);
    plain.push_back({.inputs = layer.inputs, .outputs = layer.outputs, .weight = {}, .bias = {}});
    plain.back().weight.resize(outputs * static_cast<std::size_t>(layer.inputs));
    plain.back().bias.resize(outputs);
  }
  const at::Tensor host = flat.to(at::kCPU);
  const auto* const values = host.data_ptr<float>();
  visit_elements(layers, plain, [&](std::int64_t at, float& x) { x = values[at]; });
  return plain;
}

void Trainer::Impl::resize_buffers(std::int64_t batch_rows) {
  // zeros: nothing else ever writes to the padding
  const auto resize = [&](at::Tensor& rows, std::int64_t columns, at::TensorOptions where) {
    if (!rows.defined() || rows.size(0) < batch_rows)
      rows = at::zeros({batch_rows, columns}, where);
  };
  for (Layer& layer : layers) {
    resize(layer.active_rows, layer.stride, parameters.options());
    resize(layer.delta_rows, layer.stride, parameters.options());
    layer.active = layer.active_rows.narrow(0, 0, batch_rows);
    layer.delta = layer.delta_rows.narrow(0, 0, batch_rows);
  }
  if (layers.front().sparse) return;
  resize(dense_rows, layers.front().inputs, at::TensorOptions());
  dense_inputs = dense_rows.narrow(0, 0, batch_rows);
}

// All layers but a sparse one, which sparse_forward() computes.
void Trainer::Impl::forward(const at::Tensor& inputs) {
  at::Tensor previous = inputs;
  for (std::size_t n = 0; n < layers.size(); ++n) {
    Layer& layer = layers[n];
    if (!layer.sparse) {
      at::addmm_out(layer.active, layer.bias, previous, layer.weight.t());
      if (n + 1 < layers.size()) layer.active.relu_();
    }
    previous = layer.unpadded(layer.active);
  }
}

// From the last layer's delta to all gradients.
void Trainer::Impl::backward(const TrainingBatch& batch, const at::Tensor& inputs) {
  for (std::size_t n = layers.size(); n-- > 0;) {
    Layer& layer = layers[n];
    at::sum_out(layer.bias_gradient, layer.delta, {0});
    if (layer.sparse) {
      if (!steps_block_by_block()) sparse_backward(layer, batch);
    } else if (n == 0) {
      at::mm_out(layer.weight_gradient, layer.delta.t(), inputs);
    } else {
      const at::Tensor entered = layers[n - 1].unpadded(layers[n - 1].active);
      at::Tensor delta = layers[n - 1].unpadded(layers[n - 1].delta);
      at::mm_out(layer.weight_gradient, layer.delta.t(), entered);
      at::mm_out(delta, layer.delta, layer.weight);
      at::threshold_backward_out(delta, delta, entered, 0);
    }
  }
}

void Trainer::Impl::sparse_forward(Layer& layer, const TrainingBatch& batch) {
  const auto* const weights = parameters.data_ptr<float>() + layer.weight_offset;
  const auto* const biases = layer.bias.data_ptr<float>();
  auto* const active = layer.active.data_ptr<float>();
  for_each_block(threads, layer, [&](std::int64_t unit) {
    kernel.sparse_forward(rows_of(batch), weights + unit * layer.inputs, biases + unit,
                          active + unit, static_cast<std::size_t>(layer.stride));
  });
}

void Trainer::Impl::backward_of_block(const Layer& layer, const TrainingBatch& batch,
                                      std::int64_t unit) {
  float* const block = gradients.data_ptr<float>() + layer.weight_offset + unit * layer.inputs;
  std::fill_n(block, layer.inputs * kBlockUnits, 0.0f);
  kernel.sparse_backward(rows_of(batch), layer.delta.data_ptr<float>() + unit,
                         static_cast<std::size_t>(layer.stride), block);
}

void Trainer::Impl::sparse_backward(const Layer& layer, const TrainingBatch& batch) {
  for_each_block(threads, layer, [&](std::int64_t unit) { backward_of_block(layer, batch, unit); });
}

// The first layer's gradients and steps are one pass over its blocks: what a block of them is made
// of is still in the cache of who takes its step.
void Trainer::Impl::step_by_adam(const AdamStep& by, const TrainingBatch& batch) {
  const auto move = [&](std::int64_t begin, std::int64_t count) {
    kernel.adam_step(by, static_cast<std::size_t>(count), gradients.data_ptr<float>() + begin,
                     first_moments.data_ptr<float>() + begin,
                     second_moments.data_ptr<float>() + begin,
                     parameters.data_ptr<float>() + begin);
  };
  std::int64_t moved = 0;
  if (Layer& first = layers.front(); first.sparse) {
    for_each_block(threads, first, [&](std::int64_t unit) {
      backward_of_block(first, batch, unit);
      move(first.weight_offset + unit * first.inputs, first.inputs * kBlockUnits);
    });
    moved = first.bias_offset;
  }
  constexpr std::int64_t kPart = 1 << 15;
  const std::int64_t parts = (parameters.numel() - moved + kPart - 1) / kPart;
  parallel_for(threads, parts, [&](std::int64_t part) {
    const std::int64_t begin = moved + part * kPart;
    move(begin, std::min(kPart, parameters.numel() - begin));
  });
}

void Trainer::Impl::step(const TrainingBatch& batch) {
  ++steps;
  if (optimizer.weight_decay != 0.0) {
    parameters.mul_(1.0 - optimizer.learning_rate * optimizer.weight_decay);
  }
  if (optimizer.optimizer == Optimizer::kSgd) {
    first_moments.mul_(optimizer.beta1).add_(gradients);
    parameters.add_(first_moments, -optimizer.learning_rate);
    return;
  }
  // Adam, its two bias corrections folded into the step size and epsilon.
  const auto n = static_cast<double>(steps);
  const double correction1 = 1.0 - std::pow(optimizer.beta1, n);
  const double correction2 = std::sqrt(1.0 - std::pow(optimizer.beta2, n));
  if (device.is_cpu()) {
    const AdamStep by = {
        .beta1 = static_cast<float>(optimizer.beta1),
        .beta2 = static_cast<float>(optimizer.beta2),
        .step_size = static_cast<float>(optimizer.learning_rate * correction2 / correction1),
        .epsilon = static_cast<float>(kEpsilon * correction2)};
    step_by_adam(by, batch);
    return;
  }
  first_moments.lerp_(gradients, 1.0 - optimizer.beta1);
  second_moments.mul_(optimizer.beta2).addcmul_(gradients, gradients, 1.0 - optimizer.beta2);
  at::sqrt_out(scratch, second_moments).add_(kEpsilon * correction2);
  parameters.addcdiv_(first_moments, scratch, -optimizer.learning_rate * correction2 / correction1);
}

LossByOutcome Trainer::Impl::train(const TrainingBatch& batch,
                                   const std::function<void()>& beside) {
  assert(batch.size() > 0 && batch.offsets.size() == batch.size() + 1);
  const c10::NoGradGuard no_autograd;
  resize_buffers(static_cast<std::int64_t>(batch.size()));
  LossByOutcome loss;
  if (Layer& first = layers.front(); first.sparse) {
    sparse_forward(first, batch);
    // LibTorch's settings are those of the thread that made them.
    const auto caller = std::this_thread::get_id();
    bool computed = false;
    const auto compute_once = [&] {
      if (!std::exchange(computed, true)) loss = compute(batch, {});
    };
    parallel_for(beside ? threads : 1, threads, [&](int) {
      if (std::this_thread::get_id() == caller) compute_once();
      if (beside) beside();
    });
    compute_once();  // where the others have left no turn to the caller
  } else {
    visit_inputs(batch, dense_inputs, [](float& x, float value) { x += value; });
    loss = compute(batch, dense_inputs.to(device));
    visit_inputs(batch, dense_inputs, [](float& x, float) { x = 0.0f; });
    if (beside) beside();
  }
  step(batch);
  return loss;
}

// The loss, and all gradients but those by the weights of a sparse layer. `inputs` are of a dense
// first layer.
LossByOutcome Trainer::Impl::compute(const TrainingBatch& batch, const at::Tensor& inputs) {
  const auto count = static_cast<std::int64_t>(batch.size());
  // from_blob() takes no const data; nothing writes to it.
  const at::Tensor targets =
      at::from_blob(const_cast<Distribution*>(batch.targets.data()),
                    {count, static_cast<std::int64_t>(kOutcomes)}, at::TensorOptions(at::kFloat))
          .to(device);
  forward(inputs);
  Layer& last = layers.back();
  const at::Tensor logarithms = at::log_softmax(last.active, 1);
  const at::Tensor losses = (targets * logarithms).sum(0, false, at::kDouble).cpu();
  // The loss's gradient by the logits is softmax - target, because the targets sum to 1.
  const double share = 1.0 / static_cast<double>(count);
  at::exp_out(last.delta, logarithms);
  if (comparison_weight > 0.0 && !batch.groups.empty()) {
    const at::Tensor probabilities = last.delta.cpu().contiguous();
    std::vector<Distribution> gradient =
        comparison_gradient(batch, probabilities.data_ptr<float>());
    const at::Tensor comparison = at::from_blob(gradient.data(), targets.sizes(), at::kFloat);
    last.delta.sub_(targets).mul_(share).add_(comparison.to(device), comparison_weight);
  } else {
    last.delta.sub_(targets).mul_(share);
  }
  backward(batch, inputs);
  LossByOutcome result;
  for (std::size_t o = 0; o < kOutcomes; ++o) result[o] = -losses.data_ptr<double>()[o] * share;
  return result;
}

Trainer::Trainer(const Net& net, const OptimizerOptions& optimizer, const TrainerOptions& options)
    : impl_(std::make_unique<Impl>(net, optimizer, options)) {}

Trainer::~Trainer() = default;

std::string Trainer::note() const { return impl_->note; }

LossByOutcome Trainer::train(const TrainingBatch& batch, const std::function<void()>& beside) {
  return impl_->train(batch, beside);
}

void Trainer::set_learning_rate(double learning_rate) {
  impl_->optimizer.learning_rate = learning_rate;
}

void Trainer::copy_weights_to(Net& net) const {
  std::vector<DenseLayer> layers = impl_->unpack(impl_->parameters);
  assert(layers.size() == net.layers.size());
  net.layers = std::move(layers);
}

std::string Trainer::save_state() const {
  return encode_state({.steps = impl_->steps,
                       .weights = impl_->unpack(impl_->parameters),
                       .first_moments = impl_->unpack(impl_->first_moments),
                       .second_moments = impl_->unpack(impl_->second_moments)});
}

void Trainer::load_state(const std::string& bytes) {
  const TrainerState state = decode_state(bytes, impl_->unpack(impl_->parameters));
  impl_->steps = state.steps;
  impl_->parameters.copy_(impl_->pack(state.weights));
  impl_->first_moments.copy_(impl_->pack(state.first_moments));
  impl_->second_moments.copy_(impl_->pack(state.second_moments));
}

}  // namespace gioul
