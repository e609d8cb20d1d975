#include "selfplay/train/learner.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>
#include <numeric>
#include <type_traits>

#include "base/error.h"
#include "engine/rng.h"

namespace gioul {

namespace {

static_assert(std::is_trivially_copyable_v<TrainingExample>, "stored in checkpoints as bytes");

void append_u64(std::string& bytes, std::uint64_t value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof(value));
}

std::string_view take(std::string_view& bytes, std::uint64_t size) {
  if (size > bytes.size()) throw InputError("truncated learner state");
  const std::string_view part = bytes.substr(0, size);
  bytes.remove_prefix(size);
  return part;
}

std::uint64_t take_u64(std::string_view& bytes) {
  std::uint64_t value = 0;
  std::memcpy(&value, take(bytes, sizeof(value)).data(), sizeof(value));
  return value;
}

OptimizerOptions optimizer_options(const LearningConfig& config) {
  return {.optimizer = config.optimizer,
          .learning_rate = config.learning_rate,
          .weight_decay = config.weight_decay};
}

}  // namespace

double learning_rate(const LearningConfig& config, double done) {
  const double first = config.learning_rate;
  const double last = config.final_learning_rate;
  switch (config.schedule) {
    case Schedule::kLinear:
      return first + (last - first) * done;
    case Schedule::kCosine:
      return last + (first - last) * 0.5 * (1.0 + std::cos(std::numbers::pi * done));
    case Schedule::kGeometric:
      break;
  }
  return first * std::pow(last / first, done);
}

Learner::Learner(const TrainingConfig& config, const Encoder& encoder, const Net& net)
    : config_(config.training),
      seed_(config.seed),
      encoder_(encoder),
      trainer_(net, optimizer_options(config.training),
               {.device = std::string(name_of(config.training.device)),
                .threads = config.training.threads}) {}

LossByOutcome Learner::learn(const Generation& generation, std::uint64_t number,
                             double learning_rate) {
  trainer_.set_learning_rate(learning_rate);
  CounterRng rng(seed_, number, Stream::kShuffle);
  // Indices into the newest generation, then into those before it, one after the other.
  std::vector<std::uint32_t> order(generation.examples.size());
  std::iota(order.begin(), order.end(), 0u);
  std::size_t old = 0;
  for (const auto& examples : replay_) old += examples.size();
  if (old > 0) {
    const auto wanted = static_cast<std::size_t>(config_.replay_ratio *
                                                 static_cast<double>(generation.examples.size()));
    for (std::size_t i = 0; i < wanted; ++i) {
      order.push_back(static_cast<std::uint32_t>(generation.examples.size() + rng.below(old)));
    }
  }
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[rng.below(i)]);

  const auto batch_size = static_cast<std::size_t>(config_.batch);
  LossByOutcome total{};
  for (std::size_t begin = 0; begin < order.size(); begin += batch_size) {
    const std::size_t end = std::min(begin + batch_size, order.size());
    batch_.clear();
    for (std::size_t i = begin; i < end; ++i) {
      const TrainingExample& learned = example(order[i], generation);
      encoder_.encode(learned.position, batch_.inputs);
      batch_.offsets.push_back(static_cast<std::uint32_t>(batch_.inputs.size()));
      batch_.targets.push_back(learned.target);
    }
    const LossByOutcome loss = trainer_.train(batch_);
    for (std::size_t o = 0; o < kOutcomes; ++o) {
      total[o] += loss[o] * static_cast<double>(end - begin) / static_cast<double>(order.size());
    }
  }
  if (config_.replay_generations > 0) {
    replay_.push_back(generation.examples);
    while (replay_.size() > static_cast<std::size_t>(config_.replay_generations)) {
      replay_.pop_front();
    }
  }
  return total;
}

const TrainingExample& Learner::example(std::size_t i, const Generation& newest) const {
  if (i < newest.examples.size()) return newest.examples[i];
  i -= newest.examples.size();
  std::size_t generation = 0;
  while (i >= replay_[generation].size()) i -= replay_[generation++].size();
  return replay_[generation][i];
}

std::string Learner::save_state() const {
  const std::string trainer = trainer_.save_state();
  std::string bytes;
  append_u64(bytes, trainer.size());
  bytes += trainer;
  append_u64(bytes, replay_.size());
  for (const auto& examples : replay_) {
    append_u64(bytes, examples.size());
    bytes.append(reinterpret_cast<const char*>(examples.data()),
                 examples.size() * sizeof(TrainingExample));
  }
  return bytes;
}

void Learner::load_state(const std::string& bytes) {
  std::string_view rest = bytes;
  const std::string trainer(take(rest, take_u64(rest)));
  std::deque<std::vector<TrainingExample>> replay(
      std::min<std::uint64_t>(take_u64(rest), bytes.size()));
  for (auto& examples : replay) {
    const std::uint64_t count = take_u64(rest);
    if (count > rest.size() / sizeof(TrainingExample)) {
      throw InputError("truncated learner state");
    }
    const std::string_view part = take(rest, count * sizeof(TrainingExample));
    examples.resize(count);
    std::memcpy(examples.data(), part.data(), part.size());
  }
  if (!rest.empty()) throw InputError("learner state of another form");
  trainer_.load_state(trainer);
  replay_ = std::move(replay);
}

}  // namespace gioul
