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
      added_(std::make_unique_for_overwrite<std::uint32_t[]>(kMaxAfterstates * kMaxRowDelta +
                                                             kRowSlack)),
      removed_(std::make_unique_for_overwrite<std::uint32_t[]>(kMaxAfterstates * kMaxRowDelta +
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
      net_(quantize_net(net, encoder, stats, kernel_.dword_inputs, parallel_for_fn)) {
  assert(net.input_count() == encoder.input_count());
  // Activations take two bytes, or four in the last layer. One cache line more gives mostly an odd
  // number of lines: rows a power of two apart would share few cache sets.
  const auto stride_of = [&](int units, std::size_t bytes) {
    return round_up(static_cast<std::size_t>(units), kUnitPadding) * bytes + kUnitPadding;
  };
  stride_ = stride_of(net_.width, 2);
  for (const QuantizedLayer& layer : net_.later_layers) {
    later_layers_.push_back(
        {.weights = layer.weights.data(),
         .low_weights = layer.low_weights.empty() ? nullptr : layer.low_weights.data(),
         .bias = layer.bias.data(),
         .factor = layer.factor.data(),
         .inputs = layer.inputs,
         .outputs = layer.outputs});
    const bool is_last = later_layers_.size() == net_.later_layers.size();
    stride_ = std::max(stride_, stride_of(layer.outputs, is_last ? sizeof(float) : 2));
  }
  view_ = {.first_layer_rows = net_.first_layer_rows.data(),
           .scale = net_.scale.data(),
           .width = net_.width,
           .later_layers = later_layers_.data(),
           .later_layer_count = static_cast<int>(later_layers_.size()),
           .output = net_.output.data(),
           .output_scale = net_.output_scale.data(),
           .float_output = net_.float_output.data(),
           .output_width = net_.output_width,
           .output_bias = net_.output_bias.data()};
  if (!later_layers_.empty() && net_.width >= 2 * kPruningNetInputs) {
    game_ = find_game(net.game);
    checkers_ = net.checkers;
    pruning_net_ = std::make_unique<LazyPruningNet>(net.pruning_weights);
  }
}

// Computes the first layer of `count` positions, and also the output if there is no other layer.
void QuantizedNet::append(const std::int16_t* base, std::size_t count,
                          EvaluationBuffer& buffer) const {
  const std::size_t begin = buffer.size_;
  buffer.size_ += count;
  const std::size_t room = round_up(buffer.size_, kPositionsPerBlock);
  if (buffer.logits_.size() < room * kLogits) buffer.logits_.resize(room * kLogits);
  if (later_layers_.empty()) {
    kernel_.logits(view_, base, buffer.deltas_.get(), count, buffer.logits_.data(), begin);
    return;
  }
  if (buffer.activations_.size() < room * stride_) buffer.activations_.resize(room * stride_);
  kernel_.first_layer_activations(view_, base, buffer.deltas_.get(), count,
                                  buffer.activations_.data() + begin * stride_, stride_);
}

// Computes the logits of all positions given to append().
void QuantizedNet::compute_logits(EvaluationBuffer& buffer) const {
  if (later_layers_.empty()) return;
  buffer.hidden_activations_.resize(
      std::max(buffer.hidden_activations_.size(), 2 * kPositionsPerBlock * stride_));
  buffer.numbers_.resize(
      std::max(buffer.numbers_.size(), kPositionsPerBlock * stride_ / 4 + kLanes));
  const ActivationBuffers buffers = {
      .first = buffer.activations_.data(),
      .second = buffer.hidden_activations_.data(),
      .third = buffer.hidden_activations_.data() + kPositionsPerBlock * stride_,
      .stride = stride_,
      .numbers = buffer.numbers_.data()};
  kernel_.deep_logits(view_, buffers, buffer.size_, buffer.logits_.data());
}

std::size_t QuantizedNet::add(const Position& before, const AfterstateList& list,
                              EvaluationBuffer& buffer) const {
  return add_best(before, list, list.positions().size(), buffer);
}

std::size_t QuantizedNet::begin_decision(EvaluationBuffer& buffer) {
  if (buffer.flushed_) {
    buffer.decisions_.clear();
    buffer.candidate_indices_.clear();
    buffer.size_ = 0;
    buffer.flushed_ = false;
  }
  return buffer.decisions_.size();
}

std::size_t QuantizedNet::add(const Position& position, EvaluationBuffer& buffer) const {
  const std::size_t decision = begin_decision(buffer);
  buffer.decisions_.push_back({.begin = buffer.size_,
                               .count = 1,
                               .opponent_acts_next = false,
                               .first_candidate = EvaluationBuffer::kAll});
  list_position_rows(0, position, buffer.added_.get(), buffer);
  append(net_.bias.data(), 1, buffer);
  return decision;
}

// Lists a position by itself, as the bias plus all its rows. Returns the end of the list.
std::uint32_t* QuantizedNet::list_position_rows(std::size_t i, const Position& position,
                                                std::uint32_t* rows,
                                                EvaluationBuffer& buffer) const {
  std::uint32_t* const end = kernel_.active_rows(feature_rules_, position, net_.width, rows);
  buffer.deltas_[i] = {.added = rows,
                       .removed = nullptr,
                       .added_count = static_cast<std::uint32_t>(end - rows),
                       .removed_count = 0};
  return end;
}

std::size_t QuantizedNet::add_best(const Position& before, const AfterstateList& list,
                                   std::size_t limit, EvaluationBuffer& buffer) const {
  const auto positions = list.positions();
  const std::size_t decision = begin_decision(buffer);
  buffer.decisions_.push_back({.begin = buffer.size_,
                               .count = positions.size(),
                               .opponent_acts_next = !list.mover_acts_next(),
                               .first_candidate = EvaluationBuffer::kAll});
  if (positions.empty()) return decision;
  // The position before the decision, for the next player, with the fields that all afterstates
  // share (and so the same phase). The afterstates differ from it only where checkers moved.
  Position base = list.mover_acts_next() ? before : before.flipped();
  base.owed_moves = positions.front().owed_moves;
  base.is_forfeited = positions.front().is_forfeited;
  base.own_roll_count = positions.front().own_roll_count;
  base.opp_roll_count = positions.front().opp_roll_count;
  // Searches evaluate the rolls of a position one after the other.
  const bool is_known = buffer.accumulator_net_ == id_ && buffer.accumulator_position_ == base;
  std::uint32_t rows[kMaxActiveRows];
  const std::uint32_t* const end = kernel_.row_deltas(
      feature_rules_,
      {.base_position = base, .next = positions, .next_player_is_mover = list.mover_acts_next()},
      net_.width,
      {.base_rows = is_known ? nullptr : rows,
       .added = buffer.added_.get(),
       .removed = buffer.removed_.get(),
       .deltas = buffer.deltas_.get()});
  if (!is_known) {
    buffer.accumulator_net_ = id_;
    buffer.accumulator_position_ = base;
    buffer.accumulator_.resize(static_cast<std::size_t>(net_.width));
    kernel_.refresh_accumulator(net_.first_layer_rows.data(), net_.bias.data(), rows,
                                static_cast<std::size_t>(end - rows), net_.width,
                                buffer.accumulator_.data());
  }
  if (positions.size() > limit && pruning_net_ != nullptr) {
    EvaluationBuffer::QueuedDecision& added = buffer.decisions_.back();
    select_candidates({positions.size(), base.is_pending(), added.opponent_acts_next}, limit,
                      buffer);
    added.count = limit;
    added.first_candidate = buffer.candidate_indices_.size() - limit;
  }
  append(buffer.accumulator_.data(), buffer.decisions_.back().count, buffer);
  return decision;
}

void QuantizedNet::select_candidates(const CandidateSet& list, std::size_t limit,
                                     EvaluationBuffer& buffer) const {
  const PruningNet& pruning_net =
      pruning_net_->get_or_fit([this] { return fit_own_pruning_net(); });
  KernelNetView view = view_;
  view.width = kPruningNetInputs;
  view.output =
      (list.is_pending ? pruning_net.pending_weights : pruning_net.to_roll_weights).data();
  buffer.pruning_scores_.resize(std::max(buffer.pruning_scores_.size(), round_up(list.count, 4)));
  kernel_.pruning_scores(view, buffer.accumulator_.data(), buffer.deltas_.get(), list.count,
                         buffer.pruning_scores_.data());
  // The best have the smallest keys; ties go to the first.
  std::vector<std::uint64_t>& keys = buffer.keys_;
  keys.clear();
  for (std::size_t i = 0; i < list.count; ++i) {
    const float value =
        list.opponent_acts_next ? buffer.pruning_scores_[i] : -buffer.pruning_scores_[i];
    keys.push_back(std::uint64_t{ordered_key(value)} << 32 | i);
  }
  std::nth_element(keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(limit), keys.end());
  const std::size_t begin = buffer.candidate_indices_.size();
  for (std::size_t i = 0; i < limit; ++i) {
    buffer.candidate_indices_.push_back(static_cast<std::uint16_t>(keys[i]));
  }
  const std::span<std::uint16_t> places = std::span(buffer.candidate_indices_).subspan(begin);
  std::ranges::sort(places);  // so that the first of equals stays first
  for (std::size_t i = 0; i < limit; ++i) buffer.deltas_[i] = buffer.deltas_[places[i]];
}

void QuantizedNet::flush(EvaluationBuffer& buffer) const {
  if (buffer.flushed_) return;
  buffer.flushed_ = true;
  compute_logits(buffer);
  const std::size_t room = round_up(buffer.size_, kLanes);
  if (buffer.equities_.size() < room) buffer.equities_.resize(room);
  kernel_.equities(buffer.logits_.data(), buffer.size_, buffer.equities_.data());
  for (const EvaluationBuffer::QueuedDecision& decision : buffer.decisions_) {
    if (!decision.opponent_acts_next) continue;
    float* const equities = buffer.equities_.data() + decision.begin;
    for (std::size_t i = 0; i < decision.count; ++i) equities[i] = -equities[i];
  }
}

std::span<const float> QuantizedNet::equities(std::size_t decision,
                                              const EvaluationBuffer& buffer) const {
  assert(buffer.flushed_);
  const EvaluationBuffer::QueuedDecision& place = buffer.decisions_[decision];
  return {buffer.equities_.data() + place.begin, place.count};
}

std::size_t QuantizedNet::afterstate_index(std::size_t decision, std::size_t i,
                                           const EvaluationBuffer& buffer) const {
  const std::size_t first = buffer.decisions_[decision].first_candidate;
  return first == EvaluationBuffer::kAll ? i : buffer.candidate_indices_[first + i];
}

Distribution QuantizedNet::distribution(std::size_t decision, std::size_t i,
                                        const EvaluationBuffer& buffer) const {
  assert(buffer.flushed_);
  return kernel_.distribution(buffer.logits_.data(), buffer.decisions_[decision].begin + i);
}

std::span<const float> QuantizedNet::equities(const Position& before, const AfterstateList& list,
                                              EvaluationBuffer& buffer) const {
  assert(buffer.flushed_);
  const std::size_t decision = add(before, list, buffer);
  flush(buffer);
  return equities(decision, buffer);
}

Distribution QuantizedNet::evaluate(const Position& position, EvaluationBuffer& buffer) const {
  Distribution value;
  evaluate({&position, 1}, buffer, &value);
  return value;
}

void QuantizedNet::compute_logits_alone(std::size_t count, EvaluationBuffer& buffer) const {
  assert(buffer.flushed_);
  buffer.size_ = 0;
  append(net_.bias.data(), count, buffer);
  compute_logits(buffer);
}

void QuantizedNet::evaluate(std::span<const Position> positions, EvaluationBuffer& buffer,
                            Distribution* values) const {
  buffer.values_.resize(std::max(buffer.values_.size(), kListed));
  while (!positions.empty()) {
    const auto part = positions.first(std::min(positions.size(), LocalityOrder::kMaxPositions));
    const auto order = buffer.order_.sorted_indices(part);
    for (std::size_t first = 0; first < part.size(); first += kListed) {
      const auto places = order.subspan(first, std::min(kListed, part.size() - first));
      std::uint32_t* rows = buffer.added_.get();
      for (std::size_t i = 0; i < places.size(); ++i) {
        rows = list_position_rows(i, part[places[i]], rows, buffer);
      }
      compute_logits_alone(places.size(), buffer);
      kernel_.distributions(buffer.logits_.data(), places.size(), buffer.values_.data());
      for (std::size_t i = 0; i < places.size(); ++i) values[places[i]] = buffer.values_[i];
    }
    positions = positions.subspan(part.size());
    values += part.size();
  }
}

PruningWeights QuantizedNet::pruning_weights() const {
  if (pruning_net_ == nullptr) return {};
  const PruningNet& pruning_net =
      pruning_net_->get_or_fit([this] { return fit_own_pruning_net(); });
  return {{pruning_net.to_roll_weights.begin(), pruning_net.to_roll_weights.end()},
          {pruning_net.pending_weights.begin(), pruning_net.pending_weights.end()}};
}

void fit_pruning_weights(const std::filesystem::path& file) {
  Net net = load_net(file);
  const Game game = find_net_game(net, file.string());
  const Encoder encoder(game);
  net.pruning_weights = QuantizedNet(load_net(file, game, encoder), encoder).pruning_weights();
  if (!net.pruning_weights.empty()) store_pruning_weights(net, file);
}

PruningNet QuantizedNet::fit_own_pruning_net() const {
  EvaluationBuffer buffer;
  std::uint32_t rows[kMaxActiveRows];
  return fit_pruning_net(game_, checkers_,
                         {.compute_equities =
                              [&](const Position& before, const AfterstateList& list) {
                                return equities(before, list, buffer);
                              },
                          .compute_units =
                              [&](const Position& position, std::int16_t* units) {
                                const std::uint32_t* const end =
                                    kernel_.active_rows(feature_rules_, position, net_.width, rows);
                                kernel_.refresh_accumulator(
                                    net_.first_layer_rows.data(), net_.bias.data(), rows,
                                    static_cast<std::size_t>(end - rows), kPruningNetInputs, units);
                                for (int i = 0; i < kPruningNetInputs; ++i)
                                  units[i] = std::max(units[i], std::int16_t{0});
                              }});
}

}  // namespace gioul
