#include "nn/infer/quantized_net.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cassert>

#include "nn/net/net_file.h"

namespace gioul {

namespace {

// Positions whose rows are listed before they are summed, so that the lists stay in the L1 cache.
constexpr std::size_t kListed = 64;
static_assert(kListed * kMaxActiveRows <= kMaxAfterstates * kMaxRowDelta);

constexpr std::size_t round_up(std::size_t count, std::size_t to) {
  return (count + to - 1) / to * to;
}

// Maps floats to integers with the same order.
std::uint32_t ordered_key(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  return bits >> 31 != 0 ? ~bits : bits | 0x80000000u;
}

}  // namespace

EvaluationBuffer::EvaluationBuffer()
    : deltas_(std::make_unique_for_overwrite<RowDelta[]>(kMaxAfterstates)),
      added_rows_(std::make_unique_for_overwrite<std::uint32_t[]>(kMaxAfterstates * kMaxRowDelta +
                                                                  kRowSlack)),
      removed_rows_(std::make_unique_for_overwrite<std::uint32_t[]>(kMaxAfterstates * kMaxRowDelta +
                                                                    kRowSlack)) {}

QuantizedNet::QuantizedNet(const Net& net, const Encoder& encoder,
                           const ParallelFor& parallel_for_fn)
    : QuantizedNet(net, encoder, collect_activation_stats(net, encoder), nullptr, parallel_for_fn) {
}

QuantizedNet::QuantizedNet(const Net& net, const Encoder& encoder, const Kernel& kernel,
                           const ParallelFor& parallel_for_fn)
    : QuantizedNet(net, encoder, collect_activation_stats(net, encoder), &kernel, parallel_for_fn) {
}

QuantizedNet::QuantizedNet(const Net& net, const Encoder& encoder, const ActivationStats& stats,
                           const Kernel* kernel, const ParallelFor& parallel_for_fn)
    : id_([] {
        static std::atomic<std::uint64_t> nets = 0;
        return ++nets;
      }()),
      kernel_(kernel != nullptr ? *kernel : best_kernel(stats.active_fraction)),
      feature_rules_(encoder.feature_rules()),
      quantized_weights_(
          quantize_net(net, encoder, stats, kernel_.inputs_per_dword, parallel_for_fn)) {
  assert(net.input_count() == encoder.input_count());
  // Activations take two bytes, or four in the last layer. One cache line more gives mostly an odd
  // number of lines: rows a power of two apart would share few cache sets.
  const auto stride_of = [&](int units, std::size_t bytes) {
    return round_up(static_cast<std::size_t>(units), kUnitPadding) * bytes + kUnitPadding;
  };
  activation_stride_bytes_ = stride_of(quantized_weights_.first_layer_width, 2);
  for (const QuantizedLayer& layer : quantized_weights_.later_hidden_layers) {
    later_hidden_layers_.push_back(
        {.weights = layer.weights.data(),
         .low_weight_bytes =
             layer.low_weight_bytes.empty() ? nullptr : layer.low_weight_bytes.data(),
         .bias = layer.bias.data(),
         .sum_to_activation_factors = layer.sum_to_activation_factors.data(),
         .input_count = layer.input_count,
         .output_count = layer.output_count});
    const bool is_last =
        later_hidden_layers_.size() == quantized_weights_.later_hidden_layers.size();
    activation_stride_bytes_ = std::max(activation_stride_bytes_,
                                        stride_of(layer.output_count, is_last ? sizeof(float) : 2));
  }
  kernel_view_ = {.first_layer_rows = quantized_weights_.first_layer_rows.data(),
                  .first_layer_scales = quantized_weights_.first_layer_scales.data(),
                  .first_layer_width = quantized_weights_.first_layer_width,
                  .later_hidden_layers = later_hidden_layers_.data(),
                  .later_hidden_layer_count = static_cast<int>(later_hidden_layers_.size()),
                  .output_weights = quantized_weights_.output_weights.data(),
                  .output_scales = quantized_weights_.output_scales.data(),
                  .float_output_weights = quantized_weights_.float_output_weights.data(),
                  .output_width = quantized_weights_.output_width,
                  .output_bias = quantized_weights_.output_bias.data()};
  if (!later_hidden_layers_.empty() &&
      quantized_weights_.first_layer_width >= 2 * kPruningNetInputCount) {
    game_ = find_game(net.game);
    checkers_per_side_ = net.checkers_per_side;
    pruning_net_ = std::make_unique<LazyPruningNet>(net.pruning_weights);
  }
}

void QuantizedNet::append_delta_positions(const std::int16_t* base, std::size_t count,
                                          EvaluationBuffer& buffer) const {
  const std::size_t begin = buffer.position_count_;
  buffer.position_count_ += count;
  const std::size_t room = round_up(buffer.position_count_, kPositionsPerBlock);
  if (buffer.logits_.size() < room * kLogitCount) buffer.logits_.resize(room * kLogitCount);
  if (later_hidden_layers_.empty()) {
    kernel_.compute_shallow_logits(kernel_view_, base, buffer.deltas_.get(), count,
                                   buffer.logits_.data(), begin);
    return;
  }
  if (buffer.activations_.size() < room * activation_stride_bytes_)
    buffer.activations_.resize(room * activation_stride_bytes_);
  kernel_.compute_first_layer_activations(
      kernel_view_, base, buffer.deltas_.get(), count,
      buffer.activations_.data() + begin * activation_stride_bytes_, activation_stride_bytes_);
}

void QuantizedNet::compute_logits(EvaluationBuffer& buffer) const {
  if (later_hidden_layers_.empty()) return;
  buffer.hidden_activations_.resize(std::max(buffer.hidden_activations_.size(),
                                             2 * kPositionsPerBlock * activation_stride_bytes_));
  buffer.nonzero_dwords_.resize(std::max(
      buffer.nonzero_dwords_.size(), kPositionsPerBlock * activation_stride_bytes_ / 4 + kLanes));
  const ActivationBuffers buffers = {.second_layer_inputs = buffer.activations_.data(),
                                     .ping_buffer = buffer.hidden_activations_.data(),
                                     .pong_buffer = buffer.hidden_activations_.data() +
                                                    kPositionsPerBlock * activation_stride_bytes_,
                                     .stride = activation_stride_bytes_,
                                     .nonzero_dwords = buffer.nonzero_dwords_.data()};
  kernel_.compute_deep_logits(kernel_view_, buffers, buffer.position_count_, buffer.logits_.data());
}

std::size_t QuantizedNet::add(const Position& before, const AfterstateList& list,
                              EvaluationBuffer& buffer) const {
  return add_best(before, list, list.positions().size(), buffer);
}

std::size_t QuantizedNet::begin_decision(std::size_t position_count, bool opponent_acts_next,
                                         EvaluationBuffer& buffer) {
  if (buffer.is_flushed_) {
    buffer.decisions_.clear();
    buffer.candidate_indices_.clear();
    buffer.position_count_ = 0;
  }
  buffer.is_flushed_ = true;
  buffer.decisions_.push_back({.first_position = buffer.position_count_,
                               .position_count = position_count,
                               .opponent_acts_next = opponent_acts_next,
                               .candidate_offset = EvaluationBuffer::kNothingPruned});
  return buffer.decisions_.size() - 1;
}

std::size_t QuantizedNet::add(const Position& position, EvaluationBuffer& buffer) const {
  const std::size_t decision = begin_decision(1, false, buffer);
  list_position_rows(0, position, buffer.added_rows_.get(), buffer);
  append_delta_positions(quantized_weights_.first_layer_bias.data(), 1, buffer);
  buffer.is_flushed_ = false;
  return decision;
}

std::uint32_t* QuantizedNet::list_position_rows(std::size_t i, const Position& position,
                                                std::uint32_t* rows,
                                                EvaluationBuffer& buffer) const {
  std::uint32_t* const end = kernel_.collect_active_rows(
      feature_rules_, position, quantized_weights_.first_layer_width, rows);
  buffer.deltas_[i] = {.added_rows = rows,
                       .removed_rows = nullptr,
                       .added_count = static_cast<std::uint32_t>(end - rows),
                       .removed_count = 0};
  return end;
}

std::size_t QuantizedNet::add_best(const Position& before, const AfterstateList& list,
                                   std::size_t limit, EvaluationBuffer& buffer) const {
  const auto positions = list.positions();
  const std::size_t decision = begin_decision(positions.size(), !list.mover_acts_next(), buffer);
  if (positions.empty()) {
    buffer.is_flushed_ = false;
    return decision;
  }
  // The position before the decision, for the next player, with the fields that all afterstates
  // share (and so the same phase). The afterstates differ from it only where checkers moved.
  Position base = list.mover_acts_next() ? before : before.flipped();
  base.owed_moves = positions.front().owed_moves;
  base.is_forfeited = positions.front().is_forfeited;
  base.own_roll_count = positions.front().own_roll_count;
  base.opp_roll_count = positions.front().opp_roll_count;
  // Searches evaluate the rolls of a position one after the other.
  const bool is_known = buffer.accumulator_net_id_ == id_ && buffer.accumulator_position_ == base;
  std::uint32_t rows[kMaxActiveRows + kRowSlack];
  const std::uint32_t* const end =
      kernel_.collect_row_deltas(feature_rules_,
                                 {.base_position = base,
                                  .afterstates = positions,
                                  .next_player_is_mover = list.mover_acts_next()},
                                 quantized_weights_.first_layer_width,
                                 {.base_rows = is_known ? nullptr : rows,
                                  .added_rows = buffer.added_rows_.get(),
                                  .removed_rows = buffer.removed_rows_.get(),
                                  .deltas = buffer.deltas_.get()});
  if (!is_known) {
    buffer.accumulator_net_id_ = 0;  // until it is complete: resize() may throw
    buffer.accumulator_.resize(static_cast<std::size_t>(quantized_weights_.first_layer_width));
    kernel_.refresh_accumulator(quantized_weights_.first_layer_rows.data(),
                                quantized_weights_.first_layer_bias.data(), rows,
                                static_cast<std::size_t>(end - rows),
                                quantized_weights_.first_layer_width, buffer.accumulator_.data());
    buffer.accumulator_net_id_ = id_;
    buffer.accumulator_position_ = base;
  }
  if (positions.size() > limit && pruning_net_ != nullptr) {
    select_candidates(base.is_pending(), limit, buffer);
  }
  append_delta_positions(buffer.accumulator_.data(), buffer.decisions_.back().position_count,
                         buffer);
  buffer.is_flushed_ = false;
  return decision;
}

void QuantizedNet::select_candidates(bool is_pending, std::size_t limit,
                                     EvaluationBuffer& buffer) const {
  EvaluationBuffer::QueuedDecision& decision = buffer.decisions_.back();
  const PruningWeights& weights =
      pruning_net_->get_or_fit([this] { return fit_own_pruning_net(); });
  KernelNetView view = kernel_view_;
  view.first_layer_width = kPruningNetInputCount;
  view.output_weights =
      (is_pending ? weights.pending_move_weights : weights.pre_roll_weights).data();
  buffer.pruning_scores_.resize(
      std::max(buffer.pruning_scores_.size(), round_up(decision.position_count, 4)));
  kernel_.compute_pruning_scores(view, buffer.accumulator_.data(), buffer.deltas_.get(),
                                 decision.position_count, buffer.pruning_scores_.data());
  // The best have the smallest keys; ties go to the first.
  std::vector<std::uint64_t>& keys = buffer.sort_keys_;
  keys.clear();
  for (std::size_t i = 0; i < decision.position_count; ++i) {
    const float value =
        decision.opponent_acts_next ? buffer.pruning_scores_[i] : -buffer.pruning_scores_[i];
    keys.push_back(std::uint64_t{ordered_key(value)} << 32 | i);
  }
  std::nth_element(keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(limit), keys.end());
  const std::size_t begin = buffer.candidate_indices_.size();
  for (std::size_t i = 0; i < limit; ++i) {
    buffer.candidate_indices_.push_back(static_cast<std::uint16_t>(keys[i]));
  }
  const std::span<std::uint16_t> indices = std::span(buffer.candidate_indices_).subspan(begin);
  std::ranges::sort(indices);  // so that the first of equals stays first
  for (std::size_t i = 0; i < limit; ++i) buffer.deltas_[i] = buffer.deltas_[indices[i]];
  decision.position_count = limit;
  decision.candidate_offset = begin;
}

void QuantizedNet::flush(EvaluationBuffer& buffer) const {
  if (buffer.is_flushed_) return;
  buffer.is_flushed_ = true;
  compute_logits(buffer);
  const std::size_t room = round_up(buffer.position_count_, kLanes);
  if (buffer.equities_.size() < room) buffer.equities_.resize(room);
  kernel_.equities(buffer.logits_.data(), buffer.position_count_, buffer.equities_.data());
  for (const EvaluationBuffer::QueuedDecision& decision : buffer.decisions_) {
    if (!decision.opponent_acts_next) continue;
    float* const equities = buffer.equities_.data() + decision.first_position;
    for (std::size_t i = 0; i < decision.position_count; ++i) equities[i] = -equities[i];
  }
}

std::span<const float> QuantizedNet::equities(std::size_t decision,
                                              const EvaluationBuffer& buffer) const {
  assert(buffer.is_flushed_);
  const EvaluationBuffer::QueuedDecision& queued = buffer.decisions_[decision];
  return {buffer.equities_.data() + queued.first_position, queued.position_count};
}

std::size_t QuantizedNet::afterstate_index(std::size_t decision, std::size_t i,
                                           const EvaluationBuffer& buffer) const {
  const std::size_t first = buffer.decisions_[decision].candidate_offset;
  return first == EvaluationBuffer::kNothingPruned ? i : buffer.candidate_indices_[first + i];
}

Distribution QuantizedNet::distribution(std::size_t decision, std::size_t i,
                                        const EvaluationBuffer& buffer) const {
  assert(buffer.is_flushed_);
  return kernel_.distribution(buffer.logits_.data(),
                              buffer.decisions_[decision].first_position + i);
}

std::span<const float> QuantizedNet::equities(const Position& before, const AfterstateList& list,
                                              EvaluationBuffer& buffer) const {
  assert(buffer.is_flushed_);
  const std::size_t decision = add(before, list, buffer);
  flush(buffer);
  return equities(decision, buffer);
}

Distribution QuantizedNet::evaluate(const Position& position, EvaluationBuffer& buffer) const {
  Distribution value;
  evaluate({&position, 1}, buffer, &value);
  return value;
}

void QuantizedNet::evaluate(std::span<const Position> positions, EvaluationBuffer& buffer,
                            Distribution* values) const {
  buffer.distributions_.resize(std::max(buffer.distributions_.size(), kListed));
  while (!positions.empty()) {
    const auto part = positions.first(std::min(positions.size(), LocalityOrder::kMaxPositions));
    const auto order = buffer.locality_order_.sorted_indices(part);
    for (std::size_t first = 0; first < part.size(); first += kListed) {
      const auto indices = order.subspan(first, std::min(kListed, part.size() - first));
      std::uint32_t* rows = buffer.added_rows_.get();
      for (std::size_t i = 0; i < indices.size(); ++i) {
        rows = list_position_rows(i, part[indices[i]], rows, buffer);
      }
      assert(buffer.is_flushed_);
      buffer.position_count_ = 0;
      append_delta_positions(quantized_weights_.first_layer_bias.data(), indices.size(), buffer);
      compute_logits(buffer);
      kernel_.distributions(buffer.logits_.data(), indices.size(), buffer.distributions_.data());
      for (std::size_t i = 0; i < indices.size(); ++i)
        values[indices[i]] = buffer.distributions_[i];
    }
    positions = positions.subspan(part.size());
    values += part.size();
  }
}

PruningWeights QuantizedNet::pruning_weights() const {
  if (pruning_net_ == nullptr) return {};
  return pruning_net_->get_or_fit([this] { return fit_own_pruning_net(); });
}

bool fit_and_store_pruning_weights(const std::filesystem::path& file) {
  Net net = load_net(file);
  const Game game = require_net_game(net, file.string());
  const Encoder encoder(game);
  Net unfitted = net;
  adapt_inputs(unfitted, file.string(), game, encoder);
  unfitted.pruning_weights = {};
  net.pruning_weights = QuantizedNet(unfitted, encoder).pruning_weights();
  if (net.pruning_weights.empty()) return false;
  store_pruning_weights(net, file);
  return true;
}

PruningWeights QuantizedNet::fit_own_pruning_net() const {
  EvaluationBuffer buffer;
  std::uint32_t rows[kMaxActiveRows + kRowSlack];
  return fit_pruning_net(
      game_, checkers_per_side_,
      {.compute_equities =
           [&](const Position& before, const AfterstateList& list) {
             return equities(before, list, buffer);
           },
       .compute_inputs =
           [&](const Position& position, std::int16_t* units) {
             const std::uint32_t* const end = kernel_.collect_active_rows(
                 feature_rules_, position, quantized_weights_.first_layer_width, rows);
             kernel_.refresh_accumulator(quantized_weights_.first_layer_rows.data(),
                                         quantized_weights_.first_layer_bias.data(), rows,
                                         static_cast<std::size_t>(end - rows),
                                         kPruningNetInputCount, units);
             for (int i = 0; i < kPruningNetInputCount; ++i)
               units[i] = std::max(units[i], std::int16_t{0});
           }});
}

}  // namespace gioul
