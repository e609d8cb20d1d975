#include "selfplay/train/learner.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

#include "base/error.h"
#include "nn/train/torch_trainer.h"

namespace gioul {

namespace {

static_assert(std::is_trivially_copyable_v<TrainingExample>, "stored in checkpoints as bytes");

std::string to_bytes(std::uint64_t value) {
  return {reinterpret_cast<const char*>(&value), sizeof(value)};
}

void read(CheckpointFile& file, std::span<char> bytes) {
  if (bytes.size() > file.unread_bytes()) throw InputError("truncated learner state");
  file.read_learner_bytes(bytes);
}

// Reads the number of following items of `size` bytes. Throws if the file is too short for them.
std::uint64_t read_count(CheckpointFile& file, std::size_t size) {
  std::uint64_t count = 0;
  read(file, {reinterpret_cast<char*>(&count), sizeof(count)});
  if (count > file.unread_bytes() / size) throw InputError("truncated learner state");
  return count;
}

template <typename T>
std::vector<T> read_vector(CheckpointFile& file) {
  std::vector<T> elements(read_count(file, sizeof(T)));
  read(file, {reinterpret_cast<char*>(elements.data()), elements.size() * sizeof(T)});
  return elements;
}

template <typename T>
void add_vector(const std::vector<T>& elements, LearnerState& learner_state) {
  learner_state.add_owned_bytes(to_bytes(elements.size()));
  learner_state.add_byte_view(
      {reinterpret_cast<const char*>(elements.data()), elements.size() * sizeof(T)});
}

}  // namespace

double scheduled_learning_rate(const LearningConfig& config, double done) {
  const double first = config.learning_rate;
  const double last = config.final_learning_rate;
  return last + (first - last) * 0.5 * (1.0 + std::cos(std::numbers::pi * done));
}

ExampleGroups::ExampleGroups(const Generation& generation) : examples_(generation.examples) {
  if (generation.group_sizes.empty()) return;
  group_starts_.push_back(0);
  for (const std::uint32_t count : generation.group_sizes)
    group_starts_.push_back(group_starts_.back() + count);
}

ExampleGroups::ExampleGroups(std::vector<TrainingExample> examples,
                             std::vector<std::uint32_t> starts)
    : examples_(std::move(examples)), group_starts_(std::move(starts)) {
  if (group_starts_.empty()) return;
  if (group_starts_.front() != 0 || group_starts_.back() != examples_.size() ||
      !std::ranges::is_sorted(group_starts_)) {
    throw InputError("unknown learner state format");
  }
}

Learner::Learner(const TrainingConfig& config, const Encoder& encoder, const Net& net)
    : config_(config.training),
      seed_(config.seed),
      trainer_(make_trainer(net, encoder, {.learning_rate = config.training.learning_rate},
                            {.device = config.training.learner_device,
                             .threads = config.training.learner_threads,
                             .comparison_weight = config.training.comparison_weight})) {}

LossByOutcome Learner::learn(const Generation& generation, std::uint64_t number,
                             double learning_rate) {
  trainer_->set_learning_rate(learning_rate);
  CounterRng rng(seed_, number, RngStream::kShuffle);
  ExampleGroups newest(generation);
  const EpochExamples epoch = make_epoch_examples(newest, rng);
  const auto batch_size = static_cast<std::size_t>(config_.batch_size);
  std::vector<TrainingBatch> batches;
  std::size_t group = 0;
  for (std::size_t next = 0; next < epoch.examples.size();) {
    TrainingBatch& batch = batches.emplace_back();
    const auto add = [&](std::size_t count) {
      for (const std::size_t end = next + count; next < end; ++next) {
        batch.positions.push_back(epoch.examples[next]->position);
        batch.targets.push_back(epoch.examples[next]->target);
      }
    };
    // A group is never split: it belongs to the batch in which it begins.
    while (batch.size() < batch_size && group < epoch.group_sizes.size()) {
      batch.group_sizes.push_back(epoch.group_sizes[group]);
      add(epoch.group_sizes[group++]);
    }
    if (epoch.group_sizes.empty()) add(std::min(batch_size, epoch.examples.size() - next));
  }
  const LossByOutcome loss = trainer_->train(batches);
  if (config_.replay_generations > 0) {
    replay_buffer_.push_back(std::move(newest));
    while (replay_buffer_.size() > static_cast<std::size_t>(config_.replay_generations)) {
      replay_buffer_.pop_front();
    }
  }
  return loss;
}

Learner::EpochExamples Learner::make_epoch_examples(const ExampleGroups& newest,
                                                    CounterRng& rng) const {
  std::vector<std::span<const TrainingExample>> order;
  for (std::size_t i = 0; i < newest.group_count(); ++i) order.push_back(newest[i]);
  std::size_t old = 0;
  for (const ExampleGroups& groups : replay_buffer_) old += groups.group_count();
  if (old > 0) {
    const auto wanted =
        static_cast<std::size_t>(config_.replay_ratio * static_cast<double>(newest.group_count()));
    for (std::size_t i = 0; i < wanted; ++i) order.push_back(replay_group(rng.uniform_below(old)));
  }
  for (std::size_t i = order.size(); i > 1; --i)
    std::swap(order[i - 1], order[rng.uniform_below(i)]);
  EpochExamples epoch;
  for (const auto group : order) {
    for (const TrainingExample& example : group) epoch.examples.push_back(&example);
    if (!newest.group_starts().empty()) {
      epoch.group_sizes.push_back(static_cast<std::uint32_t>(group.size()));
    }
  }
  return epoch;
}

std::span<const TrainingExample> Learner::replay_group(std::size_t i) const {
  std::size_t generation = 0;
  while (i >= replay_buffer_[generation].group_count())
    i -= replay_buffer_[generation++].group_count();
  return replay_buffer_[generation][i];
}

LearnerState Learner::state() const {
  LearnerState learner_state;
  std::string trainer = trainer_->save_state();
  learner_state.add_owned_bytes(to_bytes(trainer.size()));
  learner_state.add_owned_bytes(std::move(trainer));
  learner_state.add_owned_bytes(to_bytes(replay_buffer_.size()));
  for (const ExampleGroups& groups : replay_buffer_) {
    add_vector(groups.examples(), learner_state);
    if (config_.comparison_weight > 0.0) add_vector(groups.group_starts(), learner_state);
  }
  return learner_state;
}

void Learner::load_state(CheckpointFile& file) {
  try {
    with_out_of_memory_context(file.name(), [&] {
      std::string trainer(read_count(file, 1), '\0');
      read(file, trainer);
      std::deque<ExampleGroups> replay;
      const std::uint64_t generations = read_count(file, sizeof(std::uint64_t));
      if (generations > kMaxReplayGenerations) {
        throw InputError("unknown learner state format");
      }
      while (replay.size() < generations) {
        std::vector<TrainingExample> examples = read_vector<TrainingExample>(file);
        std::vector<std::uint32_t> starts;
        if (config_.comparison_weight > 0.0) starts = read_vector<std::uint32_t>(file);
        replay.emplace_back(std::move(examples), std::move(starts));
      }
      if (file.unread_bytes() > 0) throw InputError("unknown learner state format");
      trainer_->load_state(trainer);
      replay_buffer_ = std::move(replay);
    });
  } catch (const InputError& error) {
    throw InputError(file.name() + ": " + error.what());
  }
}

}  // namespace gioul
