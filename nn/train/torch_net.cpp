// A batch travels as row numbers (nn/infer/row_batch.h), about 16 of two bytes a position and a
// start of four, where dense inputs would be 1 to 6 KB; the first layer is then a sum of rows on
// the device.
#include "nn/train/torch_net.h"

#include <ATen/ATen.h>
#include <c10/core/InferenceMode.h>

#include <algorithm>
#include <cassert>
#include <vector>

#include "engine/outcome.h"
#include "nn/infer/row_table.h"

namespace gioul {

namespace {

// Positions computed together. On a CPU few enough that a layer's outputs stay in the cache (2 MB
// for 1024 units); on a GPU as many as fill it, with a bound on its memory (1 GB for 8192 units).
constexpr std::int64_t kCpuPositions = 512;
constexpr std::int64_t kGpuPositions = 32768;

constexpr bool kNonBlocking = true;

// from_blob() takes no const data; nothing writes to it.
at::Tensor view(const float* data, at::IntArrayRef sizes) {
  return at::from_blob(const_cast<float*>(data), sizes, at::TensorOptions(at::kFloat));
}

// Page-locked memory for `count` numbers, that of the last call if it is large enough.
at::Tensor pinned_memory(at::Tensor& kept, std::int64_t count, at::ScalarType type) {
  if (!kept.defined() || kept.numel() < count) {
    kept = at::empty({count + count / 2}, at::TensorOptions(type).pinned_memory(true));
  }
  return kept.narrow(0, 0, count);
}

struct Layer {
  at::Tensor weight;  // [inputs, outputs]
  at::Tensor bias;    // [outputs]
};

}  // namespace

struct TorchNet::Impl {
  at::Device device;
  Encoder encoder;
  at::Tensor table;           // [kFirstStepRow, first hidden width]
  std::vector<Layer> layers;  // after the first
  // What goes to a GPU and comes back, in page-locked memory, without which copies are slow.
  at::Tensor pinned_rows, pinned_starts, pinned_values;

  Impl(const Encoder& inputs, const std::string& name) : device(name), encoder(inputs) {}

  void set_net(const Net& net);
  template <typename Number>
  at::Tensor upload(const std::vector<Number>& numbers, at::Tensor& pinned) const;
  at::Tensor forward(const at::Tensor& rows, const at::Tensor& starts) const;
  void evaluate(const RowBatch& batch, std::span<Distribution> values);
};

void TorchNet::Impl::set_net(const Net& net) {
  const c10::InferenceMode inference;
  const DenseLayer& first = net.layers.front();
  assert(first.inputs == encoder.inputs());
  const AlignedVector<float> rows = make_rows(first, encoder, first.outputs);
  table = view(rows.data(), {kFirstStepRow, first.outputs}).clone();
  // Every position has exactly one row of the roll counts: it brings the bias along.
  constexpr SlotKind kAlways = SlotKind::kRollCounts;
  table.narrow(0, row_of(0, {kAlways, 0}, 0), group_of(kAlways).values)
      .add_(view(first.bias.data(), {first.outputs}));
  table = table.to(device);
  layers.clear();
  for (std::size_t l = 1; l < net.layers.size(); ++l) {
    const DenseLayer& layer = net.layers[l];
    const at::Tensor weight = view(layer.weight.data(), {layer.outputs, layer.inputs});
    layers.push_back({weight.t().contiguous().to(device),
                      view(layer.bias.data(), {layer.outputs}).clone().to(device)});
  }
}

// The numbers on the device, as the 32 bits that it calculates with. The copy to a GPU may still
// be under way: `pinned` stays as it is until the batch has been answered.
template <typename Number>
at::Tensor TorchNet::Impl::upload(const std::vector<Number>& numbers, at::Tensor& pinned) const {
  const auto count = static_cast<std::int64_t>(numbers.size());
  const auto type = c10::CppTypeToScalarType<Number>::value;
  at::Tensor host = at::from_blob(const_cast<Number*>(numbers.data()), {count}, type);
  if (device.is_cpu()) return host.to(at::kInt);
  return pinned_memory(pinned, count, type).copy_(host).to(device, kNonBlocking).to(at::kInt);
}

at::Tensor TorchNet::Impl::forward(const at::Tensor& rows, const at::Tensor& starts) const {
  constexpr std::int64_t kSum = 0;
  at::Tensor active = std::get<0>(at::embedding_bag(table, rows, starts, false, kSum, false, {},
                                                    /*include_last_offset=*/true));
  for (const Layer& layer : layers) {
    active.relu_();
    active = at::addmm(layer.bias, active, layer.weight);
  }
  // Along columns, as rows of five are eight times slower (LibTorch 1.13, CPU).
  return at::softmax(active.t().contiguous(), 0).t();
}

void TorchNet::Impl::evaluate(const RowBatch& batch, std::span<Distribution> values) {
  assert(values.size() == batch.size());
  if (batch.size() == 0) return;
  const c10::InferenceMode inference;
  const at::Tensor rows = upload(batch.rows, pinned_rows);
  const at::Tensor starts = upload(batch.starts, pinned_starts);
  const auto size = static_cast<std::int64_t>(batch.size());
  const auto outcomes = static_cast<std::int64_t>(kOutcomes);
  const at::Tensor given = view(values.front().data(), {size, outcomes});
  at::Tensor result = device.is_cpu() ? given : at::empty_like(given, device);
  const std::int64_t together = device.is_cpu() ? kCpuPositions : kGpuPositions;
  for (std::int64_t begin = 0; begin < size; begin += together) {
    const std::int64_t count = std::min(together, size - begin);
    const std::int64_t first_row = batch.starts[static_cast<std::size_t>(begin)];
    const std::int64_t last_row = batch.starts[static_cast<std::size_t>(begin + count)];
    result.narrow(0, begin, count)
        .copy_(forward(rows.narrow(0, first_row, last_row - first_row),
                       starts.narrow(0, begin, count + 1) - first_row));
  }
  if (device.is_cpu()) return;
  const at::Tensor pinned = pinned_memory(pinned_values, size * outcomes, at::kFloat);
  given.copy_(pinned.view({size, outcomes}).copy_(result));
}

TorchNet::TorchNet(const Net& net, const Encoder& encoder, const std::string& device)
    : impl_(std::make_unique<Impl>(encoder, device)) {
  set_net(net);
}

TorchNet::~TorchNet() = default;

void TorchNet::set_net(const Net& net) { impl_->set_net(net); }

void TorchNet::evaluate(const RowBatch& batch, std::span<Distribution> values) {
  impl_->evaluate(batch, values);
}

}  // namespace gioul
