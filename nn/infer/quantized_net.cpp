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
static_assert(kListed * kMostRows <= kMaxAfterstates * kMaxChangedRows);

constexpr std::size_t padded(std::size_t count, std::size_t to) {
  return (count + to - 1) / to * to;
}

// Maps floats to integers with the same order.
std::uint32_t in_order(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  return bits >> 31 != 0 ? ~bits : bits | 0x80000000u;
}

}  // namespace

EvaluationBuffer::EvaluationBuffer()
    : changes_(std::make_unique_for_overwrite<ChangedRows[]>(kMaxAfterstates)),
      added_(std::make_unique_for_overwrite<std::uint32_t[]>(kMaxAfterstates * kMaxChangedRows +
                                                             kRowSlack)),
      removed_(std::make_unique_for_overwrite<std::uint32_t[]>(kMaxAfterstates * kMaxChangedRows +
                                                               kRowSlack)) {}

CompiledNet::CompiledNet(const Net& net, const Encoder& encoder, const ParallelFor& parallel_for_fn)
    : CompiledNet(net, encoder, sample_activations(net, encoder), nullptr, parallel_for_fn) {}

CompiledNet::CompiledNet(const Net& net, const Encoder& encoder, const Kernel& kernel,
                         const ParallelFor& parallel_for_fn)
    : CompiledNet(net, encoder, sample_activations(net, encoder), &kernel, parallel_for_fn) {}

CompiledNet::CompiledNet(const Net& net, const Encoder& encoder, const ActivationSample& sample,
                         const Kernel* kernel, const ParallelFor& parallel_for_fn)
    : id_([] {
        static std::atomic<std::uint64_t> nets = 0;
        return ++nets;
      }()),
      kernel_(kernel != nullptr ? *kernel : best_kernel(sample.share_on)),
      feature_rules_(encoder.feature_rules()),
      net_(make_int_net(net, encoder, sample, kernel_.dword_inputs, parallel_for_fn)) {
  assert(net.inputs() == encoder.inputs());
  // Activations take two bytes, or four in the last layer. One cache line more gives mostly an odd
  // number of lines: rows a power of two apart would share few cache sets.
  const auto stride_of = [&](int units, std::size_t bytes) {
    return padded(static_cast<std::size_t>(units), kPaddedUnits) * bytes + kPaddedUnits;
  };
  stride_ = stride_of(net_.width, 2);
  for (const IntLayer& layer : net_.later) {
    later_.push_back({.weights = layer.weights.data(),
                      .low_weights = layer.low_weights.empty() ? nullptr : layer.low_weights.data(),
                      .bias = layer.bias.data(),
                      .factor = layer.factor.data(),
                      .inputs = layer.inputs,
                      .outputs = layer.outputs});
    const bool is_last = later_.size() == net_.later.size();
    stride_ = std::max(stride_, stride_of(layer.outputs, is_last ? sizeof(float) : 2));
  }
  view_ = {.rows = net_.rows.data(),
           .scale = net_.scale.data(),
           .width = net_.width,
           .later = later_.data(),
           .later_count = static_cast<int>(later_.size()),
           .output = net_.output.data(),
           .output_scale = net_.output_scale.data(),
           .float_output = net_.float_output.data(),
           .output_width = net_.output_width,
           .output_bias = net_.output_bias.data()};
  if (!later_.empty() && net_.width >= 2 * kGlanceUnits) {
    game_ = find_game(net.game);
    checkers_ = net.checkers;
    glance_ = std::make_unique<LazyGlance>(net.pruning);
  }
}

// Computes the first layer of `count` positions, and also the output if there is no other layer.
void CompiledNet::append(const std::int16_t* base, std::size_t count,
                         EvaluationBuffer& buffer) const {
  const std::size_t begin = buffer.size_;
  buffer.size_ += count;
  const std::size_t room = padded(buffer.size_, kKernelBlock);
  if (buffer.logits_.size() < room * kLogits) buffer.logits_.resize(room * kLogits);
  if (later_.empty()) {
    kernel_.logits(view_, base, buffer.changes_.get(), count, buffer.logits_.data(), begin);
    return;
  }
  if (buffer.active_.size() < room * stride_) buffer.active_.resize(room * stride_);
  kernel_.activate(view_, base, buffer.changes_.get(), count,
                   buffer.active_.data() + begin * stride_, stride_);
}

// Computes the logits of all positions given to append().
void CompiledNet::find_logits(EvaluationBuffer& buffer) const {
  if (later_.empty()) return;
  buffer.between_.resize(std::max(buffer.between_.size(), 2 * kKernelBlock * stride_));
  buffer.numbers_.resize(std::max(buffer.numbers_.size(), kKernelBlock * stride_ / 4 + kLanes));
  const KernelSlab slab = {.first = buffer.active_.data(),
                           .second = buffer.between_.data(),
                           .third = buffer.between_.data() + kKernelBlock * stride_,
                           .stride = stride_,
                           .numbers = buffer.numbers_.data()};
  kernel_.later_logits(view_, slab, buffer.size_, buffer.logits_.data());
}

std::size_t CompiledNet::add(const Position& before, const AfterstateList& list,
                             EvaluationBuffer& buffer) const {
  return add_likeliest(before, list, list.positions().size(), buffer);
}

std::size_t CompiledNet::begin_decision(EvaluationBuffer& buffer) {
  if (buffer.flushed_) {
    buffer.decisions_.clear();
    buffer.places_.clear();
    buffer.size_ = 0;
    buffer.flushed_ = false;
  }
  return buffer.decisions_.size();
}

std::size_t CompiledNet::add(const Position& position, EvaluationBuffer& buffer) const {
  const std::size_t decision = begin_decision(buffer);
  buffer.decisions_.push_back(
      {.begin = buffer.size_, .count = 1, .negated = false, .first_place = EvaluationBuffer::kAll});
  list_alone(0, position, buffer.added_.get(), buffer);
  append(net_.bias.data(), 1, buffer);
  return decision;
}

// Lists a position by itself, as the bias plus all its rows. Returns the end of the list.
std::uint32_t* CompiledNet::list_alone(std::size_t i, const Position& position, std::uint32_t* rows,
                                       EvaluationBuffer& buffer) const {
  std::uint32_t* const end = kernel_.list_rows(feature_rules_, position, net_.width, rows);
  buffer.changes_[i] = {.added = rows,
                        .removed = nullptr,
                        .added_count = static_cast<std::uint32_t>(end - rows),
                        .removed_count = 0};
  return end;
}

std::size_t CompiledNet::add_likeliest(const Position& before, const AfterstateList& list,
                                       std::size_t most, EvaluationBuffer& buffer) const {
  const auto positions = list.positions();
  const std::size_t decision = begin_decision(buffer);
  buffer.decisions_.push_back({.begin = buffer.size_,
                               .count = positions.size(),
                               .negated = !list.mover_acts_next(),
                               .first_place = EvaluationBuffer::kAll});
  if (positions.empty()) return decision;
  // The position before the decision, for the next player, with the fields that all afterstates
  // share (and so the same phase). The afterstates differ from it only where checkers moved.
  Position base = list.mover_acts_next() ? before : before.flipped();
  base.owed = positions.front().owed;
  base.forfeited = positions.front().forfeited;
  base.own_rolls = positions.front().own_rolls;
  base.opp_rolls = positions.front().opp_rolls;
  // Searches evaluate the rolls of a position one after the other.
  const bool is_known = buffer.base_net_ == id_ && buffer.base_position_ == base;
  std::uint32_t rows[kMostRows];
  const std::uint32_t* const end = kernel_.list_changes(
      feature_rules_, {.base = base, .next = positions, .own_moved = list.mover_acts_next()},
      net_.width,
      {.base = is_known ? nullptr : rows,
       .added = buffer.added_.get(),
       .removed = buffer.removed_.get(),
       .changes = buffer.changes_.get()});
  if (!is_known) {
    buffer.base_net_ = id_;
    buffer.base_position_ = base;
    buffer.base_.resize(static_cast<std::size_t>(net_.width));
    kernel_.sum_rows(net_.rows.data(), net_.bias.data(), rows, static_cast<std::size_t>(end - rows),
                     net_.width, buffer.base_.data());
  }
  if (positions.size() > most && glance_ != nullptr) {
    EvaluationBuffer::Decision& added = buffer.decisions_.back();
    keep_likeliest({positions.size(), base.is_pending(), added.negated}, most, buffer);
    added.count = most;
    added.first_place = buffer.places_.size() - most;
  }
  append(buffer.base_.data(), buffer.decisions_.back().count, buffer);
  return decision;
}

void CompiledNet::keep_likeliest(const Glanced& list, std::size_t most,
                                 EvaluationBuffer& buffer) const {
  const Glance& glance = glance_->get([this] { return learn_own_glance(); });
  KernelNet view = view_;
  view.width = kGlanceUnits;
  view.output = (list.is_pending ? glance.pending : glance.to_roll).data();
  buffer.glances_.resize(std::max(buffer.glances_.size(), padded(list.count, 4)));
  kernel_.glances(view, buffer.base_.data(), buffer.changes_.get(), list.count,
                  buffer.glances_.data());
  // The best have the smallest keys; ties go to the first.
  std::vector<std::uint64_t>& keys = buffer.keys_;
  keys.clear();
  for (std::size_t i = 0; i < list.count; ++i) {
    const float value = list.negated ? buffer.glances_[i] : -buffer.glances_[i];
    keys.push_back(std::uint64_t{in_order(value)} << 32 | i);
  }
  std::nth_element(keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(most), keys.end());
  const std::size_t begin = buffer.places_.size();
  for (std::size_t i = 0; i < most; ++i) {
    buffer.places_.push_back(static_cast<std::uint16_t>(keys[i]));
  }
  const std::span<std::uint16_t> places = std::span(buffer.places_).subspan(begin);
  std::ranges::sort(places);  // so that the first of equals stays first
  for (std::size_t i = 0; i < most; ++i) buffer.changes_[i] = buffer.changes_[places[i]];
}

void CompiledNet::flush(EvaluationBuffer& buffer) const {
  if (buffer.flushed_) return;
  buffer.flushed_ = true;
  find_logits(buffer);
  const std::size_t room = padded(buffer.size_, kLanes);
  if (buffer.equities_.size() < room) buffer.equities_.resize(room);
  kernel_.equities(buffer.logits_.data(), buffer.size_, buffer.equities_.data());
  for (const EvaluationBuffer::Decision& decision : buffer.decisions_) {
    if (!decision.negated) continue;
    float* const equities = buffer.equities_.data() + decision.begin;
    for (std::size_t i = 0; i < decision.count; ++i) equities[i] = -equities[i];
  }
}

std::span<const float> CompiledNet::equities(std::size_t decision,
                                             const EvaluationBuffer& buffer) const {
  assert(buffer.flushed_);
  const EvaluationBuffer::Decision& place = buffer.decisions_[decision];
  return {buffer.equities_.data() + place.begin, place.count};
}

std::size_t CompiledNet::place(std::size_t decision, std::size_t i,
                               const EvaluationBuffer& buffer) const {
  const std::size_t first = buffer.decisions_[decision].first_place;
  return first == EvaluationBuffer::kAll ? i : buffer.places_[first + i];
}

Distribution CompiledNet::distribution(std::size_t decision, std::size_t i,
                                       const EvaluationBuffer& buffer) const {
  assert(buffer.flushed_);
  return kernel_.distribution(buffer.logits_.data(), buffer.decisions_[decision].begin + i);
}

std::span<const float> CompiledNet::equities(const Position& before, const AfterstateList& list,
                                             EvaluationBuffer& buffer) const {
  assert(buffer.flushed_);
  const std::size_t decision = add(before, list, buffer);
  flush(buffer);
  return equities(decision, buffer);
}

Distribution CompiledNet::evaluate(const Position& position, EvaluationBuffer& buffer) const {
  Distribution value;
  evaluate({&position, 1}, buffer, &value);
  return value;
}

void CompiledNet::find_logits_alone(std::size_t count, EvaluationBuffer& buffer) const {
  assert(buffer.flushed_);
  buffer.size_ = 0;
  append(net_.bias.data(), count, buffer);
  find_logits(buffer);
}

void CompiledNet::evaluate(std::span<const Position> positions, EvaluationBuffer& buffer,
                           Distribution* values) const {
  buffer.values_.resize(std::max(buffer.values_.size(), kListed));
  while (!positions.empty()) {
    const auto part = positions.first(std::min(positions.size(), NeighbourOrder::kMost));
    const auto order = buffer.order_.of(part);
    for (std::size_t first = 0; first < part.size(); first += kListed) {
      const auto places = order.subspan(first, std::min(kListed, part.size() - first));
      std::uint32_t* rows = buffer.added_.get();
      for (std::size_t i = 0; i < places.size(); ++i) {
        rows = list_alone(i, part[places[i]], rows, buffer);
      }
      find_logits_alone(places.size(), buffer);
      kernel_.distributions(buffer.logits_.data(), places.size(), buffer.values_.data());
      for (std::size_t i = 0; i < places.size(); ++i) values[places[i]] = buffer.values_[i];
    }
    positions = positions.subspan(part.size());
    values += part.size();
  }
}

PruningWeights CompiledNet::pruning_weights() const {
  if (glance_ == nullptr) return {};
  const Glance& glance = glance_->get([this] { return learn_own_glance(); });
  return {{glance.to_roll.begin(), glance.to_roll.end()},
          {glance.pending.begin(), glance.pending.end()}};
}

void fit_pruning_weights(const std::filesystem::path& file) {
  Net net = load_net(file);
  const Game game = game_of_net(net, file.string());
  const Encoder encoder(game);
  net.pruning = CompiledNet(load_net(file, game, encoder), encoder).pruning_weights();
  if (!net.pruning.empty()) store_pruning_weights(net, file);
}

Glance CompiledNet::learn_own_glance() const {
  EvaluationBuffer buffer;
  std::uint32_t rows[kMostRows];
  return learn_glance(
      game_, checkers_,
      {.equities = [&](const Position& before,
                       const AfterstateList& list) { return equities(before, list, buffer); },
       .units =
           [&](const Position& position, std::int16_t* units) {
             const std::uint32_t* const end =
                 kernel_.list_rows(feature_rules_, position, net_.width, rows);
             kernel_.sum_rows(net_.rows.data(), net_.bias.data(), rows,
                              static_cast<std::size_t>(end - rows), kGlanceUnits, units);
             for (int i = 0; i < kGlanceUnits; ++i) units[i] = std::max(units[i], std::int16_t{0});
           }});
}

}  // namespace gioul
