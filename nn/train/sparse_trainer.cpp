// Training on CPUs. Trained nets have few active units (4 to 9 % in the bundled nets), so all
// layers process only those: forward over active units, backward to active units, and a weight's
// gradient is a sum over the examples in which both its ends are active. In dense layers, as in
// young nets, the same sums are computed as dense products, with the same bits.
//
// Every sum runs over the examples, or the units, in order, and threads share no sum. So the bits
// do not depend on the number of threads.
#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <numeric>

#include "base/aligned_vector.h"
#include "base/error.h"
#include "base/parallel.h"
#include "nn/train/batch_rows.h"
#include "nn/train/comparison.h"
#include "nn/train/lazy_adam.h"
#include "nn/train/trainer.h"
#include "nn/train/trainer_state.h"

namespace gioul {

namespace {

constexpr int kMaxThreads = 1024;
constexpr double kEpsilon = 1e-8;
constexpr std::size_t kSlab = 96;  // examples per thread in the later layers
constexpr std::size_t kRowPart =
    96;  // rows of weights whose gradients one thread computes together

// Thresholds, as fractions of non-zero numbers in the factors' rows, between the ways to compute a
// product: element by element if both factors are sparse, row by row if one is, else densely. All
// give the same bits. Measured on Zen 4 with AVX-512 and AVX2 (docs/inference.md).
constexpr double kDenseShare = 0.25;
constexpr double kSparseShare = 0.12;

std::size_t padded(int n) { return static_cast<std::size_t>((n + kLanes - 1) / kLanes * kLanes); }

using Floats = AlignedVector<float>;

// The non-zero numbers of a matrix: columns and values of each row, with room for `stride` each.
struct SparseRows {
  std::size_t columns = 0;
  std::size_t stride = 0;
  AlignedVector<std::uint32_t> indices;
  Floats values;
  std::vector<std::size_t> counts;

  void resize(std::size_t rows, std::size_t column_count) {
    columns = column_count;
    stride = columns + kLanes;  // gate_and_list_active() writes up to kLanes beyond the end
    counts.resize(std::max(counts.size(), rows));
    indices.resize(std::max(indices.size(), rows * stride));
    values.resize(std::max(values.size(), rows * stride));
  }
  std::uint32_t* row_indices(std::size_t row) { return indices.data() + row * stride; }
  float* row_values(std::size_t row) { return values.data() + row * stride; }
  WeightedRows weighted(std::size_t row, const float* dense, std::size_t dense_stride) const {
    return {indices.data() + row * stride, values.data() + row * stride, counts[row], dense,
            dense_stride};
  }
  // Fraction of non-zero numbers in some rows.
  double share(std::size_t begin, std::size_t end) const {
    const auto first = counts.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto last = counts.begin() + static_cast<std::ptrdiff_t>(end);
    return static_cast<double>(std::accumulate(first, last, std::size_t{0})) /
           static_cast<double>((end - begin) * columns);
  }
};

// Weights or biases with their Adam moments.
struct Parameters {
  Floats weights, first_moments, second_moments;

  explicit Parameters(std::size_t size)
      : weights(size), first_moments(size), second_moments(size) {}
  AdamWeights from(std::size_t offset) {
    return {weights.data() + offset, first_moments.data() + offset, second_moments.data() + offset};
  }
};

// The parts of the trainer's state.
enum class Kind { kWeights, kFirstMoments, kSecondMoments };

// A layer. Weights of the first layer are [width / kBlockUnits][inputs] rows of a block, those of
// the others [rows][width].
struct Layer {
  int inputs;
  int outputs;
  std::size_t rows;    // inputs; in later layers including the padding of the layer before
  std::size_t width;   // outputs, padded with units that stay 0
  std::size_t stride;  // of units and deltas: an odd number of cache lines, to use all sets
  AlignedVector<AdamRow> blocks;  // of the first layer
  Parameters weights;             // of all other layers
  Parameters biases;
  // For the current batch:
  Floats units;               // [examples][stride]: the sums; after list_active() max(0, sum)
  Floats deltas;              // [examples][stride]: gradient of the loss by the sums
  SparseRows active;          // of hidden layers, by example
  SparseRows active_by_unit;  // the same by unit, unless the layer is dense
  SparseRows active_deltas;   // by example: deltas of the active units
  // Sums and deltas of the first layer are [width / kBlockUnits][examples][kBlockUnits].
  std::size_t block_stride = 0;  // also an odd number of cache lines
  Floats block_sums;
  Floats block_deltas;
  double active_share = 0.0;
  Floats transposed;  // the weights as [width][rows], where needed

  Layer(const DenseLayer& layer, std::size_t padded_inputs, bool is_first)
      : inputs(layer.input_count),
        outputs(layer.output_count),
        rows(padded_inputs),
        width(padded(layer.output_count)),
        stride(width / kLanes % 2 == 0 ? width + kLanes : width),
        blocks(is_first ? width / kBlockUnits * rows : 0),
        weights(is_first ? 0 : rows * width),
        biases(width) {}

  float& weight(Kind kind, int output, int input) {
    const auto o = static_cast<std::size_t>(output);
    const auto i = static_cast<std::size_t>(input);
    if (blocks.empty()) return of(weights, kind)[i * width + o];
    AdamRow& row = blocks[o / kBlockUnits * rows + i];
    float* const numbers = kind == Kind::kWeights        ? row.weight
                           : kind == Kind::kFirstMoments ? row.first_moment
                                                         : row.second_moment;
    return numbers[o % kBlockUnits];
  }
  float& bias(Kind kind, int output) { return of(biases, kind)[static_cast<std::size_t>(output)]; }
  static Floats& of(Parameters& parameters, Kind kind) {
    if (kind == Kind::kWeights) return parameters.weights;
    return kind == Kind::kFirstMoments ? parameters.first_moments : parameters.second_moments;
  }

  void resize(std::size_t examples, bool is_last) {
    if (units.size() < examples * stride) {
      units.resize(examples * stride);
      deltas.resize(examples * stride);
    }
    if (!is_last) active.resize(examples, width);
    active_deltas.resize(examples, width);
    if (blocks.empty()) return;
    block_stride = (examples | 1) * kBlockUnits;
    const std::size_t size = width / kBlockUnits * block_stride;
    if (block_sums.size() < size) {
      block_sums.resize(size);
      block_deltas.resize(size);
    }
  }
  bool is_dense() const { return active_share > kDenseShare; }
};

// Working memory of one thread.
struct Scratch {
  Floats table;      // [rows of a batch][kBlockUnits]
  Floats gradients;  // of some of the weights

  void resize(const FirstLayerBatch& batch) {
    const auto fit = [](Floats& floats, std::size_t rows) {
      if (floats.size() < rows * kBlockUnits) floats.resize(rows * kBlockUnits * 5 / 4);
    };
    fit(table, batch.row_count);
    fit(gradients, batch.input_count);
  }
};

class SparseTrainer : public Trainer {
 public:
  SparseTrainer(const Net& net, const Encoder& encoder, const AdamOptions& adam,
                const TrainerOptions& options)
      : adam_(adam),
        threads_(options.threads),
        comparison_weight_(options.comparison_weight),
        kernel_(options.kernel),
        rows_{BatchRowLister(encoder), BatchRowLister(encoder)},
        lazy_(static_cast<std::size_t>(net.input_count()), adam.beta1, adam.beta2) {
    if (threads_ < 1 || threads_ > kMaxThreads) {
      throw InputError("threads of the trainer: expected 1 to " + std::to_string(kMaxThreads) +
                       ", got " + std::to_string(threads_));
    }
    assert(net.input_count() == encoder.input_count());
    auto rows = static_cast<std::size_t>(net.input_count());
    for (const DenseLayer& plain : net.layers) {
      layers_.emplace_back(plain, rows, layers_.empty());
      rows = layers_.back().width;
    }
    set_parameters(net.layers, Kind::kWeights);
  }

  LossByOutcome train(std::span<const TrainingBatch> batches) override {
    std::size_t max_size = 0;
    double all = 0.0;
    for (const TrainingBatch& batch : batches) {
      assert(batch.size() > 0 && batch.positions.size() == batch.size());
      max_size = std::max(max_size, batch.size());
      all += static_cast<double>(batch.size());
    }
    for (Layer& layer : layers_) layer.resize(max_size, &layer == &layers_.back());
    LossByOutcome total{};
    for (std::size_t b = 0; b < batches.size(); ++b) {
      if (b == 0) begin_first(batches.front());
      examples_ = batches[b].size();
      step_ = next_step();
      for_each_slab([this](std::size_t begin, std::size_t end) { forward(begin, end); });
      const LossByOutcome loss = compute_loss(batches[b]);
      prepare_backward();
      for_each_slab([this](std::size_t begin, std::size_t end) { backward(begin, end); });
      update_later_layers();
      update_first_layer(b + 1 < batches.size() ? &batches[b + 1] : nullptr);
      ++steps_;
      for (std::size_t o = 0; o < kOutcomeCount; ++o) {
        total[o] += loss[o] * static_cast<double>(examples_) / all;
      }
    }
    finish_steps();
    return total;
  }

  void set_learning_rate(double learning_rate) override { adam_.learning_rate = learning_rate; }

  void copy_weights_to(Net& net) const override { net.layers = parameters(Kind::kWeights); }

  std::string save_state() const override {
    return encode_trainer_state({.step_count = steps_,
                                 .weights = parameters(Kind::kWeights),
                                 .first_moments = parameters(Kind::kFirstMoments),
                                 .second_moments = parameters(Kind::kSecondMoments)});
  }

  void load_state(const std::string& bytes) override {
    const TrainerState state = decode_trainer_state(bytes, parameters(Kind::kWeights));
    steps_ = state.step_count;
    set_parameters(state.weights, Kind::kWeights);
    set_parameters(state.first_moments, Kind::kFirstMoments);
    set_parameters(state.second_moments, Kind::kSecondMoments);
  }

 private:
  std::vector<DenseLayer> parameters(Kind kind) const {
    std::vector<DenseLayer> plain;
    for (const Layer& layer : layers_) {
      DenseLayer& copy = plain.emplace_back();
      copy.input_count = layer.inputs;
      copy.output_count = layer.outputs;
      for (int o = 0; o < layer.outputs; ++o) {
        for (int i = 0; i < layer.inputs; ++i) {
          copy.weight.push_back(const_cast<Layer&>(layer).weight(kind, o, i));
        }
        copy.bias.push_back(const_cast<Layer&>(layer).bias(kind, o));
      }
    }
    return plain;
  }

  void set_parameters(const std::vector<DenseLayer>& plain, Kind kind) {
    for (std::size_t n = 0; n < layers_.size(); ++n) {
      Layer& layer = layers_[n];
      std::size_t element = 0;
      for (int o = 0; o < layer.outputs; ++o) {
        for (int i = 0; i < layer.inputs; ++i) {
          layer.weight(kind, o, i) = plain[n].weight[element++];
        }
        layer.bias(kind, o) = plain[n].bias[static_cast<std::size_t>(o)];
      }
    }
  }

  // Returns the Adam step for the current batch.
  AdamStep next_step() {
    const auto n = static_cast<double>(steps_ + 1);
    const double correction1 = 1.0 - std::pow(adam_.beta1, n);
    const double correction2 = std::sqrt(1.0 - std::pow(adam_.beta2, n));
    step_size_ = adam_.learning_rate * correction2 / correction1;
    return {.beta1 = static_cast<float>(adam_.beta1),
            .beta2 = static_cast<float>(adam_.beta2),
            .step_size = static_cast<float>(step_size_),
            .epsilon = static_cast<float>(kEpsilon * correction2)};
  }

  template <typename F>
  void for_each_slab(const F& f) {
    parallel_for(threads_, (examples_ + kSlab - 1) / kSlab, [&](std::size_t slab) {
      f(slab * kSlab, std::min((slab + 1) * kSlab, examples_));
    });
  }

  // Calls f(weights of the block, index of its first unit) for each block of the first layer.
  template <typename F>
  void for_each_block(const F& f) {
    Layer& first = layers_.front();
    parallel_for(threads_, first.width / kBlockUnits, [&](std::size_t block) {
      f(first.blocks.data() + block * first.rows, block * kBlockUnits);
    });
  }

  // --- The first layer: updating a block and computing it for the next batch is one task, as its
  // weights are in the cache then.

  void begin_first(const TrainingBatch& batch) {
    current_ = 0;
    first_layer_ = rows_[current_].list_rows(batch.positions, kernel_);
    for_each_block([&](AdamRow* weights, std::size_t unit) {  // no row is behind
      Scratch& scratch = scratch_.local();
      scratch.resize(first_layer_);
      forward_block(first_layer_, weights, unit, scratch);
    });
  }

  void forward_block(const FirstLayerBatch& batch, const AdamRow* weights, std::size_t unit,
                     Scratch& scratch) {
    Layer& first = layers_.front();
    kernel_.first_layer_forward(batch, weights, first.biases.weights.data() + unit,
                                scratch.table.data(),
                                first.block_sums.data() + unit / kBlockUnits * first.block_stride);
  }

  // Updates the first layer, and computes it for the next batch, if there is one.
  void update_first_layer(const TrainingBatch* next) {
    const FirstLayerBatch now = first_layer_;
    for (std::size_t i = 0; i < now.input_count; ++i) lazy_.mark_up_to_date(now.input_indices[i]);
    lazy_.add_step(step_size_);
    skipped_.clear();
    if (next != nullptr) {
      current_ = 1 - current_;
      first_layer_ = rows_[current_].list_rows(next->positions, kernel_);
      for (std::size_t i = 0; i < first_layer_.input_count; ++i) {
        lazy_.collect_skipped_steps(first_layer_.input_indices[i], skipped_);
      }
    }
    for_each_block([&](AdamRow* weights, std::size_t unit) {
      Layer& first = layers_.front();
      Scratch& scratch = scratch_.local();
      scratch.resize(now);
      float bias_gradients[kBlockUnits];
      kernel_.first_layer_backward(
          now, first.block_deltas.data() + unit / kBlockUnits * first.block_stride,
          scratch.table.data(), scratch.gradients.data(), bias_gradients);
      kernel_.adam_step_rows(step_, now.input_indices, now.input_count, scratch.gradients.data(),
                             weights);
      kernel_.adam_step(step_, kBlockUnits, bias_gradients, first.biases.from(unit));
      if (next == nullptr) return;
      kernel_.adam_catch_up_rows(step_.epsilon, skipped_.data(), skipped_.size(), weights);
      scratch.resize(first_layer_);
      forward_block(first_layer_, weights, unit, scratch);
    });
  }

  // Catches up on the steps of rows that no recent batch has set.
  void finish_steps() {
    skipped_.clear();
    for (std::size_t row = 0; row < layers_.front().rows; ++row) {
      lazy_.collect_skipped_steps(static_cast<std::uint32_t>(row), skipped_);
    }
    for_each_block([&](AdamRow* weights, std::size_t) {
      kernel_.adam_catch_up_rows(step_.epsilon, skipped_.data(), skipped_.size(), weights);
    });
    lazy_.reset_step_count();
  }

  // --- All other layers

  // product[i] = start + factors[i] times `matrix`, [columns of the factors][width], for some
  // examples; sparse if few factors are not 0.
  void multiply(std::size_t begin, std::size_t end, const SparseRows& factors,
                const float* dense_factors, std::size_t factors_stride, const float* matrix,
                std::size_t width, const float* start, float* product,
                std::size_t product_stride) const {
    if (factors.share(begin, end) > kDenseShare) {
      kernel_.matrix_product({.row_count = end - begin,
                              .term_count = factors.columns,
                              .width = static_cast<int>(width),
                              .left_matrix = dense_factors + begin * factors_stride,
                              .left_row_stride = factors_stride,
                              .left_term_stride = 1,
                              .right_matrix = matrix,
                              .right_stride = width,
                              .initial_row = start,
                              .product = product + begin * product_stride,
                              .product_stride = product_stride});
      return;
    }
    for (std::size_t i = begin; i < end; ++i) {
      kernel_.weighted_row_sum(factors.weighted(i, matrix, width), start, static_cast<int>(width),
                               product + i * product_stride);
    }
  }

  // Forward pass of some examples, from the sums of the first layer on.
  void forward(std::size_t begin, std::size_t end) {
    for (std::size_t n = 0;; ++n) {
      Layer& layer = layers_[n];
      if (n > 0) {
        const Layer& before = layers_[n - 1];
        multiply(begin, end, before.active, before.units.data(), before.stride,
                 layer.weights.weights.data(), layer.width, layer.biases.weights.data(),
                 layer.units.data(), layer.stride);
      }
      if (n + 1 == layers_.size()) return;
      for (std::size_t i = begin; i < end; ++i) list_active(layer, i);
    }
  }

  void list_active(Layer& layer, std::size_t i) {
    float* const units = layer.units.data() + i * layer.stride;
    const bool is_first = !layer.blocks.empty();
    layer.active.counts[i] = kernel_.gate_and_list_active(
        is_first ? layer.block_sums.data() + i * kBlockUnits : units,
        is_first ? layer.block_stride : kLanes, nullptr, layer.width, units,
        layer.active.row_indices(i), layer.active.row_values(i));
  }

  // Computes the loss and the deltas of the last layer.
  LossByOutcome compute_loss(const TrainingBatch& batch) {
    Layer& last = layers_.back();
    logits_.resize((examples_ + kLanes - 1) / kLanes * kLanes * kLogitCount);
    values_.resize(examples_);
    for (std::size_t i = 0; i < examples_; ++i) {
      const float* const sums = last.units.data() + i * last.stride;
      for (std::size_t o = 0; o < kLogitCount; ++o) {
        logits_[logits_offset(i) + o] = sums[o] - sums[kLogitCount];
      }
    }
    kernel_.distributions(logits_.data(), examples_, values_.data());
    std::vector<Distribution> comparison;
    if (comparison_weight_ > 0.0 && !batch.group_sizes.empty()) {
      comparison =
          comparison_loss_gradient(batch.targets, batch.group_sizes, values_.front().data());
    }
    LossByOutcome loss{};
    const double share = 1.0 / static_cast<double>(examples_);
    for (std::size_t i = 0; i < examples_; ++i) {
      const float* const sums = last.units.data() + i * last.stride;
      const auto top =
          static_cast<std::size_t>(std::max_element(sums, sums + kOutcomeCount) - sums);
      const double log_top = std::log(static_cast<double>(values_[i][top]));
      last.active_deltas.counts[i] = kOutcomeCount;
      for (std::size_t o = 0; o < kOutcomeCount; ++o) {
        const float target = batch.targets[i][o];
        // log(softmax), without the rounding of small probabilities
        const double log_value = log_top + static_cast<double>(sums[o] - sums[top]);
        loss[o] -= share * static_cast<double>(target) * log_value;
        float delta = (values_[i][o] - target) * static_cast<float>(share);
        if (!comparison.empty()) delta += static_cast<float>(comparison_weight_) * comparison[i][o];
        last.deltas[i * last.stride + o] = delta;
        last.active_deltas.row_indices(i)[o] = static_cast<std::uint32_t>(o);
        last.active_deltas.row_values(i)[o] = delta;
      }
    }
    return loss;
  }

  // Lists the active examples of each unit, and transposes the weights of layers with many active
  // inputs.
  void prepare_backward() {
    for (std::size_t n = 0; n + 1 < layers_.size(); ++n) {
      layers_[n].active_share = layers_[n].active.share(0, examples_);
    }
    parallel_for(threads_, layers_.size() - 1, [&](std::size_t n) {
      if (!layers_[n].is_dense()) group_by_unit(layers_[n]);
      if (layers_[n].active_share > kSparseShare) transpose(layers_[n + 1]);
    });
  }

  void group_by_unit(Layer& layer) const {
    SparseRows& lists = layer.active_by_unit;
    lists.resize(layer.width, examples_);
    std::fill_n(lists.counts.begin(), layer.width, 0);
    for (std::size_t i = 0; i < examples_; ++i) {
      const std::size_t begin = i * layer.active.stride;
      for (std::size_t k = begin; k < begin + layer.active.counts[i]; ++k) {
        const std::uint32_t unit = layer.active.indices[k];
        const std::size_t to = unit * lists.stride + lists.counts[unit]++;
        lists.indices[to] = static_cast<std::uint32_t>(i);
        lists.values[to] = layer.active.values[k];
      }
    }
  }

  static void transpose(Layer& layer) {
    layer.transposed.resize(layer.rows * layer.width);
    for (std::size_t row = 0; row < layer.rows; row += kLanes) {
      for (std::size_t column = 0; column < layer.width; column += kLanes) {
        const float* const from = layer.weights.weights.data() + row * layer.width + column;
        float* const to = layer.transposed.data() + column * layer.rows + row;
        for (std::size_t r = 0; r < kLanes; ++r) {
          for (std::size_t c = 0; c < kLanes; ++c)
            to[c * layer.rows + r] = from[r * layer.width + c];
        }
      }
    }
  }

  // Backward pass of some examples, from the deltas of the last layer.
  void backward(std::size_t begin, std::size_t end) {
    for (std::size_t n = layers_.size(); n-- > 1;) {
      Layer& before = layers_[n - 1];
      const Layer& layer = layers_[n];
      if (before.active_share <= kSparseShare) {
        for (std::size_t i = begin; i < end; ++i) back_to_active(before, layer, i);
        continue;
      }
      multiply(begin, end, layer.active_deltas, layer.deltas.data(), layer.stride,
               layer.transposed.data(), before.width, nullptr, before.deltas.data(), before.stride);
      for (std::size_t i = begin; i < end; ++i) {
        float* const deltas = before.deltas.data() + i * before.stride;
        before.active_deltas.counts[i] = kernel_.gate_and_list_active(
            deltas, kLanes, before.units.data() + i * before.stride, before.width, deltas,
            before.active_deltas.row_indices(i), before.active_deltas.row_values(i));
      }
    }
    scatter_to_blocks(begin, end);
  }

  // Copies the deltas of the first layer to its blocks.
  void scatter_to_blocks(std::size_t begin, std::size_t end) {
    Layer& first = layers_.front();
    for (std::size_t block = 0; block < first.width / kBlockUnits; ++block) {
      float* const deltas = first.block_deltas.data() + block * first.block_stride;
      std::fill(deltas + begin * kBlockUnits, deltas + end * kBlockUnits, 0.0f);
    }
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint32_t* const units = first.active_deltas.row_indices(i);
      const float* const values = first.active_deltas.row_values(i);
      for (std::size_t k = 0; k < first.active_deltas.counts[i]; ++k) {
        first.block_deltas[units[k] / kBlockUnits * first.block_stride + i * kBlockUnits +
                           units[k] % kBlockUnits] = values[k];
      }
    }
  }

  // Computes the deltas of example i in the layer before, for its active units only.
  void back_to_active(Layer& before, const Layer& layer, std::size_t i) const {
    std::uint32_t* const units = before.active.row_indices(i);
    const std::size_t count = before.active.counts[i];
    std::fill_n(units + count, kLanes, 0u);  // sparse_dot_products() reads beyond the end
    float* const values = before.active_deltas.row_values(i);
    kernel_.sparse_dot_products(
        layer.active_deltas.weighted(i, layer.weights.weights.data(), layer.width), units, count,
        values);
    before.active_deltas.counts[i] = count;
    std::copy_n(units, count, before.active_deltas.row_indices(i));
    if (!before.blocks.empty()) return;
    float* const dense = before.deltas.data() + i * before.stride;
    std::fill_n(dense, before.width, 0.0f);
    for (std::size_t k = 0; k < count; ++k) dense[units[k]] = values[k];
  }

  // Updates all later layers; gradients are computed and used part by part.
  void update_later_layers() {
    for (std::size_t n = 1; n < layers_.size(); ++n) {
      const std::size_t parts = (layers_[n].rows + kRowPart - 1) / kRowPart;
      parallel_for(threads_, parts + 1, [&](std::size_t part) {
        if (part == parts) {
          update_biases(layers_[n]);
        } else {
          update_rows(layers_[n - 1], layers_[n], part * kRowPart);
        }
      });
    }
  }

  // Updates some rows of a layer's weights, each of a unit of the layer before.
  void update_rows(const Layer& before, Layer& layer, std::size_t row) {
    Floats& gradients = scratch_.local().gradients;
    const std::size_t rows = std::min(kRowPart, layer.rows - row);
    if (gradients.size() < rows * layer.width) gradients.resize(rows * layer.width);
    if (before.is_dense()) {
      kernel_.matrix_product({.row_count = rows,
                              .term_count = examples_,
                              .width = static_cast<int>(layer.width),
                              .left_matrix = before.units.data() + row,
                              .left_row_stride = 1,
                              .left_term_stride = before.stride,
                              .right_matrix = layer.deltas.data(),
                              .right_stride = layer.stride,
                              .product = gradients.data(),
                              .product_stride = layer.width});
    } else {
      for (std::size_t r = 0; r < rows; ++r) {
        kernel_.weighted_row_sum(
            before.active_by_unit.weighted(row + r, layer.deltas.data(), layer.stride), nullptr,
            static_cast<int>(layer.width), gradients.data() + r * layer.width);
      }
    }
    kernel_.adam_step(step_, rows * layer.width, gradients.data(),
                      layer.weights.from(row * layer.width));
  }

  void update_biases(Layer& layer) {
    Floats& gradients = scratch_.local().gradients;
    if (gradients.size() < layer.width) gradients.resize(layer.width);
    constexpr float kOne = 1.0f;
    kernel_.matrix_product({.row_count = 1,
                            .term_count = examples_,
                            .width = static_cast<int>(layer.width),
                            .left_matrix = &kOne,
                            .left_row_stride = 0,
                            .left_term_stride = 0,
                            .right_matrix = layer.deltas.data(),
                            .right_stride = layer.stride,
                            .product = gradients.data(),
                            .product_stride = layer.width});
    kernel_.adam_step(step_, layer.width, gradients.data(), layer.biases.from(0));
  }

  AdamOptions adam_;
  int threads_;
  double comparison_weight_;
  Kernel kernel_;
  std::array<BatchRowLister, 2> rows_;  // for the current batch and the next
  LazyAdam lazy_;
  std::vector<Layer> layers_;
  std::uint64_t steps_ = 0;
  // For the current batch:
  std::size_t examples_ = 0;
  std::size_t current_ = 0;  // index in rows_
  FirstLayerBatch first_layer_{};
  AdamStep step_{};
  double step_size_ = 0.0;
  std::vector<SkippedSteps> skipped_;
  Floats logits_;
  std::vector<Distribution> values_;
  PerThread<Scratch> scratch_;
};

}  // namespace

std::unique_ptr<Trainer> make_sparse_trainer(const Net& net, const Encoder& encoder,
                                             const AdamOptions& adam,
                                             const TrainerOptions& options) {
  return std::make_unique<SparseTrainer>(net, encoder, adam, options);
}

}  // namespace gioul
