// Forward, backward and the optimizer are written out in tensor operations: for three products a
// layer, autograd and torch::optim take a third more time, and LibTorch 1.13 restores optimizers
// without their options. All weights, gradients and moments are one flat tensor each, so that Adam
// is one loop (nn/kernel) or, on a GPU, a few operations however many layers there are.
//
// Measured on one core of a Xeon with AVX-512, batches of 1024, 36 of 220 inputs set, 128 hidden:
// autograd 0.20 million examples/s, the same with dense products here 0.23, with the sparse first
// layer 1.18; with OPENBLAS_CORETYPE=SkylakeX 0.56, 0.77 and 1.50 (see torch_runtime.cpp).
#include "nn/train/trainer.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <c10/core/GradMode.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <thread>
#include <utility>

#include "base/parallel.h"
#include "nn/train/comparison.h"
#include "nn/train/flat_layers.h"
#include "nn/train/kernel_steps.h"
#include "nn/train/torch_runtime.h"
#include "nn/train/trainer_state.h"

namespace gioul {
namespace {

constexpr double kEpsilon = 1e-8;

// Dense layers of a net with one of so many weights are computed by all threads: slabs of rows and
// tiles of units, each by one thread, so that the bits don't depend on how many there are. Below
// that it is not worth the threads' coming together, six times a batch.
constexpr std::int64_t kWideWeights = 1 << 15;
constexpr std::int64_t kSlabRows = 128;
constexpr std::int64_t kTileUnits = 128;

// Its views of the flat tensors, and what it has computed.
struct Layer : FlatLayer {
  explicit Layer(const FlatLayer& place) : FlatLayer(place) {}

  at::Tensor weight, weight_gradient;  // views [outputs, inputs]; empty if sparse
  at::Tensor bias, bias_gradient;      // views [stride]
  at::Tensor active_rows, delta_rows;  // of the largest batch so far
  at::Tensor active, delta;            // [batch, stride]: outputs, and the loss's gradient by them
  // The factors of its products as bfloat16, of hidden layers that take units where they are
  // wanted.
  bool rounds = false;
  at::Tensor rounded_weight, rounded_entered, rounded_delta;

  at::Tensor unpadded(const at::Tensor& rows) const { return rows.narrow(1, 0, outputs); }
};

// Calls f(first, count) for each part of `all`, on at most `threads` threads. LibTorch keeps some
// of its settings for each thread; others than the caller's take them over here.
template <typename F>
void for_each_part(int threads, std::int64_t all, std::int64_t part, const F& f) {
  parallel_for(threads, (all + part - 1) / part, [&](std::int64_t i) {
    static thread_local const bool is_set = (at::init_num_threads(), true);
    (void)is_set;
    const c10::NoGradGuard no_autograd;
    f(i * part, std::min(part, all - i * part));
  });
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

}  // namespace

struct Trainer::Impl {
  AdamOptions adam;
  Kernel kernel;  // of the sparse layer and of Adam on the CPU
  at::Device device{at::kCPU};
  std::string note;
  double comparison_weight = 0.0;
  std::vector<FlatLayer> places;
  std::vector<Layer> layers;
  at::Tensor parameters, gradients, first_moments, second_moments, scratch;  // flat
  at::Tensor dense_rows;    // of the largest batch so far
  at::Tensor dense_inputs;  // [batch, inputs] on the CPU, all zero between calls
  std::uint64_t steps = 0;
  int threads = 1;  // of the blocks of a sparse layer, of Adam, and of wide dense layers
  bool is_wide = false;

  Impl(const Net& net, const AdamOptions& adam_options, const TrainerOptions& options);
  void lay_out(const Net& net, bool sparse);
  at::Tensor pack(const std::vector<DenseLayer>& plain) const {
    const at::Tensor flat = at::zeros({flat_size(places)});
    flatten(places, plain, flat.data_ptr<float>());
    return flat.to(device);
  }
  std::vector<DenseLayer> unpack(const at::Tensor& flat) const {
    return plain_layers(places, flat.to(at::kCPU).data_ptr<float>());
  }

  LossByOutcome train(const TrainingBatch& batch, const std::function<void()>& beside);
  LossByOutcome compute(const TrainingBatch& batch, const at::Tensor& inputs);
  void resize_buffers(std::int64_t batch_rows);
  // Slabs of a batch: each alone goes forward, or back, through all layers.
  template <typename F>
  void for_each_slab(const F& f) const {
    const std::int64_t rows = layers.back().active.size(0);
    for_each_part(is_wide ? threads : 1, rows, is_wide ? kSlabRows : rows, f);
  }
  void forward(const at::Tensor& inputs);
  void find_deltas();
  void find_gradients(const at::Tensor& inputs);
  KernelSteps by_kernel() const;
  void step(const TrainingBatch& batch);
};

Trainer::Impl::Impl(const Net& net, const AdamOptions& adam_options, const TrainerOptions& options)
    : adam(adam_options), kernel(options.kernel), comparison_weight(options.comparison_weight) {
  const std::string usable = usable_device(options.device);
  if (usable != options.device)
    note = options.device + " is not available in this LibTorch: training on " + usable;
  device = at::Device(usable);
  set_torch_threads(options.threads);
  const bool sparse = device.is_cpu() && options.first_layer == FirstLayer::kSparse;
  // LibTorch and its BLAS round by how many threads they divide a sum among; what is left to them
  // beside a sparse layer is little.
  if (sparse) set_torch_threads(1);
  threads = options.threads;
  lay_out(net, sparse);
  if (options.factors == Factors::kBf16) {
    for (std::size_t n = 1; n + 1 < layers.size(); ++n) layers[n].rounds = true;
  }
  is_wide = sparse && std::any_of(layers.begin() + 1, layers.end(), [](const Layer& layer) {
              return std::int64_t{layer.inputs} * layer.outputs >= kWideWeights;
            });
}

// The flat tensors, and views of them for the layers.
void Trainer::Impl::lay_out(const Net& net, bool sparse) {
  places = flat_layers(net.layers, sparse);
  for (const FlatLayer& place : places) layers.emplace_back(place);
  parameters = pack(net.layers);
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

void Trainer::Impl::resize_buffers(std::int64_t batch_rows) {
  // zeros: nothing else ever writes to the padding
  const auto resize = [&](at::Tensor& rows, std::int64_t columns, at::TensorOptions where) {
    if (!rows.defined() || rows.size(0) < batch_rows)
      rows = at::zeros({batch_rows, columns}, where);
    return rows.narrow(0, 0, batch_rows);
  };
  for (Layer& layer : layers) {
    layer.active = resize(layer.active_rows, layer.stride, parameters.options());
    layer.delta = resize(layer.delta_rows, layer.stride, parameters.options());
    if (layer.rounds) {
      const auto half = parameters.options().dtype(at::kBFloat16);
      layer.rounded_entered = at::empty({batch_rows, layer.inputs}, half);
      layer.rounded_delta = at::empty({batch_rows, layer.outputs}, half);
    }
  }
  if (layers.front().sparse) return;
  dense_inputs = resize(dense_rows, layers.front().inputs, at::TensorOptions());
}

// All layers but a sparse one, which sparse_forward() computes.
void Trainer::Impl::forward(const at::Tensor& inputs) {
  for_each_slab([&](std::int64_t first, std::int64_t count) {
    at::Tensor previous = layers.front().sparse ? inputs : inputs.narrow(0, first, count);
    for (std::size_t n = 0; n < layers.size(); ++n) {
      const Layer& layer = layers[n];
      at::Tensor active = layer.active.narrow(0, first, count);
      if (!layer.sparse) {
        if (layer.rounds) {
          at::Tensor entered = layer.rounded_entered.narrow(0, first, count);
          entered.copy_(previous);
          active.copy_(at::mm(entered, layer.rounded_weight.t())).add_(layer.bias);
        } else {
          at::addmm_out(active, layer.bias, previous, layer.weight.t());
        }
        if (n + 1 < layers.size()) active.relu_();
      }
      previous = layer.unpadded(active);
    }
  });
}

// From the last layer's delta to all others.
void Trainer::Impl::find_deltas() {
  for_each_slab([&](std::int64_t first, std::int64_t count) {
    for (std::size_t n = layers.size(); n-- > 1;) {
      const Layer& before = layers[n - 1];
      const Layer& layer = layers[n];
      const at::Tensor after = layer.delta.narrow(0, first, count);
      const at::Tensor entered = before.unpadded(before.active.narrow(0, first, count));
      at::Tensor delta = before.unpadded(before.delta.narrow(0, first, count));
      if (layer.rounds) {
        at::Tensor rounded = layer.rounded_delta.narrow(0, first, count);
        rounded.copy_(after);
        delta.copy_(at::mm(rounded, layer.rounded_weight));
      } else {
        at::mm_out(delta, after, layer.weight);
      }
      at::threshold_backward_out(delta, delta, entered, 0);
    }
  });
}

// Of dense layers by their weights, of all by their biases.
void Trainer::Impl::find_gradients(const at::Tensor& inputs) {
  struct Tile {
    std::size_t layer;
    std::int64_t first, count;
  };
  std::vector<Tile> tiles;
  for (std::size_t n = layers.size(); n-- > 0;) {
    const std::int64_t units = layers[n].stride;
    for_each_part(1, units, is_wide ? kTileUnits : units,
                  [&](std::int64_t first, std::int64_t count) {
                    tiles.push_back({.layer = n, .first = first, .count = count});
                  });
  }
  for_each_part(is_wide ? threads : 1, std::ssize(tiles), 1, [&](std::int64_t i, std::int64_t) {
    const Tile tile = tiles[static_cast<std::size_t>(i)];
    const Layer& layer = layers[tile.layer];
    const at::Tensor delta = layer.delta.narrow(1, tile.first, tile.count);
    at::Tensor by_bias = layer.bias_gradient.narrow(0, tile.first, tile.count);
    at::sum_out(by_bias, delta, {0});
    if (layer.sparse) return;
    at::Tensor by_weight = layer.weight_gradient.narrow(0, tile.first, tile.count);
    if (layer.rounds) {
      by_weight.copy_(
          at::mm(layer.rounded_delta.narrow(1, tile.first, tile.count).t(), layer.rounded_entered));
      return;
    }
    const at::Tensor entered =
        tile.layer == 0 ? inputs : layers[tile.layer - 1].unpadded(layers[tile.layer - 1].active);
    at::mm_out(by_weight, delta.t(), entered);
  });
}

KernelSteps Trainer::Impl::by_kernel() const {
  return {.kernel = kernel,
          .threads = threads,
          .size = parameters.numel(),
          .parameters = parameters.data_ptr<float>(),
          .gradients = gradients.data_ptr<float>(),
          .first_moments = first_moments.data_ptr<float>(),
          .second_moments = second_moments.data_ptr<float>()};
}

void Trainer::Impl::step(const TrainingBatch& batch) {
  ++steps;
  // Its two bias corrections folded into the step size and epsilon.
  const auto n = static_cast<double>(steps);
  const double correction1 = 1.0 - std::pow(adam.beta1, n);
  const double correction2 = std::sqrt(1.0 - std::pow(adam.beta2, n));
  if (device.is_cpu()) {
    const AdamStep by = {
        .beta1 = static_cast<float>(adam.beta1),
        .beta2 = static_cast<float>(adam.beta2),
        .step_size = static_cast<float>(adam.learning_rate * correction2 / correction1),
        .epsilon = static_cast<float>(kEpsilon * correction2)};
    const Layer& first = layers.front();
    by_kernel().move(by, first, rows_of(batch), first.delta.data_ptr<float>());
    return;
  }
  first_moments.lerp_(gradients, 1.0 - adam.beta1);
  second_moments.mul_(adam.beta2).addcmul_(gradients, gradients, 1.0 - adam.beta2);
  at::sqrt_out(scratch, second_moments).add_(kEpsilon * correction2);
  parameters.addcdiv_(first_moments, scratch, -adam.learning_rate * correction2 / correction1);
}

LossByOutcome Trainer::Impl::train(const TrainingBatch& batch,
                                   const std::function<void()>& beside) {
  assert(batch.size() > 0 && batch.offsets.size() == batch.size() + 1);
  const c10::NoGradGuard no_autograd;
  resize_buffers(static_cast<std::int64_t>(batch.size()));
  LossByOutcome loss;
  if (Layer& first = layers.front(); first.sparse) {
    by_kernel().forward(first, rows_of(batch), first.active.data_ptr<float>());
    bool computed = false;
    const auto compute_once = [&] {
      if (!std::exchange(computed, true)) loss = compute(batch, {});
    };
    if (is_wide) compute_once();
    // LibTorch's settings are those of the thread that made them.
    const auto caller = std::this_thread::get_id();
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
  for (Layer& layer : layers) {
    if (layer.rounds) layer.rounded_weight = layer.weight.to(at::kBFloat16);
  }
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
        comparison_gradient(batch.targets, batch.groups, probabilities.data_ptr<float>());
    const at::Tensor comparison = at::from_blob(gradient.data(), targets.sizes(), at::kFloat);
    last.delta.sub_(targets).mul_(share).add_(comparison.to(device), comparison_weight);
  } else {
    last.delta.sub_(targets).mul_(share);
  }
  find_deltas();
  find_gradients(inputs);
  LossByOutcome result;
  for (std::size_t o = 0; o < kOutcomes; ++o) result[o] = -losses.data_ptr<double>()[o] * share;
  return result;
}

Trainer::Trainer(const Net& net, const AdamOptions& adam, const TrainerOptions& options)
    : impl_(std::make_unique<Impl>(net, adam, options)) {}

Trainer::~Trainer() = default;

std::string Trainer::note() const { return impl_->note; }

LossByOutcome Trainer::train(const TrainingBatch& batch, const std::function<void()>& beside) {
  return impl_->train(batch, beside);
}

void Trainer::set_learning_rate(double learning_rate) { impl_->adam.learning_rate = learning_rate; }

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
