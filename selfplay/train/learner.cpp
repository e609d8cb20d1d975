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
#include "base/parallel.h"

namespace gioul {

namespace {

constexpr std::size_t kShares = 16;  // of a batch that several threads encode

static_assert(std::is_trivially_copyable_v<TrainingExample>, "stored in checkpoints as bytes");

std::string bytes_of(std::uint64_t value) {
  return {reinterpret_cast<const char*>(&value), sizeof(value)};
}

void read(CheckpointFile& file, std::span<char> bytes) {
  if (bytes.size() > file.left()) throw InputError("truncated learner state");
  file.read(bytes);
}

// How many things of `size` bytes follow: no more than there are bytes for.
std::uint64_t read_count(CheckpointFile& file, std::size_t size) {
  std::uint64_t count = 0;
  read(file, {reinterpret_cast<char*>(&count), sizeof(count)});
  if (count > file.left() / size) throw InputError("truncated learner state");
  return count;
}

template <typename T>
std::vector<T> read_vector(CheckpointFile& file) {
  std::vector<T> elements(read_count(file, sizeof(T)));
  read(file, {reinterpret_cast<char*>(elements.data()), elements.size() * sizeof(T)});
  return elements;
}

template <typename T>
void add_vector(const std::vector<T>& elements, LearnerPieces& pieces) {
  pieces.add(bytes_of(elements.size()));
  pieces.add_kept({reinterpret_cast<const char*>(elements.data()), elements.size() * sizeof(T)});
}

}  // namespace

double learning_rate(const LearningConfig& config, double done) {
  const double first = config.learning_rate;
  const double last = config.final_learning_rate;
  return last + (first - last) * 0.5 * (1.0 + std::cos(std::numbers::pi * done));
}

ExamplePieces::ExamplePieces(const Generation& generation) : examples_(generation.examples) {
  if (generation.groups.empty()) return;
  starts_.push_back(0);
  for (const std::uint32_t count : generation.groups) starts_.push_back(starts_.back() + count);
}

ExamplePieces::ExamplePieces(std::vector<TrainingExample> examples,
                             std::vector<std::uint32_t> starts)
    : examples_(std::move(examples)), starts_(std::move(starts)) {
  if (starts_.empty()) return;
  if (starts_.front() != 0 || starts_.back() != examples_.size() ||
      !std::ranges::is_sorted(starts_)) {
    throw InputError("learner state of another form");
  }
}

Learner::Learner(const TrainingConfig& config, const Encoder& encoder, const Net& net,
                 const Kernel& kernel)
    : config_(config.training),
      seed_(config.seed),
      trainer_(net, {.learning_rate = config.training.learning_rate},
               {.device = std::string(name_of(config.training.device)),
                .threads = config.training.threads,
                .comparison_weight = config.training.comparison_weight,
                .factors = config.training.precision,
                .kernel = kernel}),
      next_(encoder, config.training.threads) {}

LossByOutcome Learner::learn(const Generation& generation, std::uint64_t number,
                             double learning_rate) {
  trainer_.set_learning_rate(learning_rate);
  CounterRng rng(seed_, number, Stream::kShuffle);
  ExamplePieces newest(generation);
  const Lesson lesson = choose(newest, rng);
  const std::span<const TrainingExample* const> examples = lesson.examples;
  const std::span<const std::uint32_t> groups = lesson.groups;
  const auto batch_size = static_cast<std::size_t>(config_.batch);
  std::size_t group = 0;  // the first one of the batch to encode
  // A group stays together, in the batch in which it begins.
  const auto begin_encoding = [&](std::size_t begin) {
    std::size_t count = std::min(batch_size, examples.size() - begin);
    const std::size_t first_group = group;
    if (!groups.empty()) {
      const std::size_t wanted = std::exchange(count, 0);
      while (count < wanted) count += groups[group++];
    }
    next_.begin(examples.subspan(begin, count), groups.subspan(first_group, group - first_group));
  };
  begin_encoding(0);
  parallel_for(config_.threads, config_.threads, [&](int) { next_.help(); });
  LossByOutcome total{};
  for (std::size_t end = 0; end < examples.size();) {
    next_.take(batch_);
    end += batch_.size();
    begin_encoding(end);
    const LossByOutcome loss = trainer_.train(batch_, [&] { next_.help(); });
    for (std::size_t o = 0; o < kOutcomes; ++o) {
      total[o] +=
          loss[o] * static_cast<double>(batch_.size()) / static_cast<double>(examples.size());
    }
  }
  if (config_.replay_generations > 0) {
    replay_.push_back(std::move(newest));
    while (replay_.size() > static_cast<std::size_t>(config_.replay_generations)) {
      replay_.pop_front();
    }
  }
  return total;
}

Learner::Lesson Learner::choose(const ExamplePieces& newest, CounterRng& rng) const {
  std::vector<std::span<const TrainingExample>> order;
  for (std::size_t i = 0; i < newest.size(); ++i) order.push_back(newest[i]);
  std::size_t old = 0;
  for (const ExamplePieces& pieces : replay_) old += pieces.size();
  if (old > 0) {
    const auto wanted =
        static_cast<std::size_t>(config_.replay_ratio * static_cast<double>(newest.size()));
    for (std::size_t i = 0; i < wanted; ++i) order.push_back(replayed(rng.below(old)));
  }
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[rng.below(i)]);
  Lesson lesson;
  for (const auto piece : order) {
    for (const TrainingExample& example : piece) lesson.examples.push_back(&example);
    if (!newest.starts().empty()) {
      lesson.groups.push_back(static_cast<std::uint32_t>(piece.size()));
    }
  }
  return lesson;
}

// Of all replayed generations, one after the other.
std::span<const TrainingExample> Learner::replayed(std::size_t i) const {
  std::size_t generation = 0;
  while (i >= replay_[generation].size()) i -= replay_[generation++].size();
  return replay_[generation][i];
}

LearnerPieces Learner::state() const {
  LearnerPieces pieces;
  std::string trainer = trainer_.save_state();
  pieces.add(bytes_of(trainer.size()));
  pieces.add(std::move(trainer));
  pieces.add(bytes_of(replay_.size()));
  for (const ExamplePieces& kept : replay_) {
    add_vector(kept.examples(), pieces);
    if (config_.comparison_weight > 0.0) add_vector(kept.starts(), pieces);
  }
  return pieces;
}

void Learner::load_state(CheckpointFile& file) {
  with_memory_for(file.name(), [&] {
    std::string trainer(read_count(file, 1), '\0');
    read(file, trainer);
    std::deque<ExamplePieces> replay;
    const std::uint64_t generations = read_count(file, sizeof(std::uint64_t));
    if (generations > kMostReplayGenerations) {
      throw InputError("learner state of another form");
    }
    while (replay.size() < generations) {
      std::vector<TrainingExample> examples = read_vector<TrainingExample>(file);
      std::vector<std::uint32_t> starts;
      if (config_.comparison_weight > 0.0) starts = read_vector<std::uint32_t>(file);
      replay.emplace_back(std::move(examples), std::move(starts));
    }
    if (file.left() > 0) throw InputError("learner state of another form");
    trainer_.load_state(trainer);
    replay_ = std::move(replay);
  });
}

BatchEncoder::BatchEncoder(const Encoder& encoder, int threads)
    : encoder_(encoder), shares_(threads == 1 ? 1 : kShares) {}

void BatchEncoder::begin(std::span<const TrainingExample* const> examples,
                         std::span<const std::uint32_t> groups) {
  examples_ = examples;
  groups_ = groups;
  taken_ = 0;
  done_ = 0;
}

void BatchEncoder::help() {
  for (std::size_t s = 0; (s = taken_.fetch_add(1)) < shares_.size();) {
    encode(s);
    if (done_.fetch_add(1) + 1 == shares_.size()) join();
  }
}

void BatchEncoder::take(TrainingBatch& batch) {
  joined_.groups.assign(groups_.begin(), groups_.end());
  std::swap(batch, joined_);
}

void BatchEncoder::encode(std::size_t share) {
  TrainingBatch& part = shares_[share];
  part.clear();
  const std::size_t count = examples_.size();
  const std::size_t end = count * (share + 1) / shares_.size();
  for (std::size_t i = count * share / shares_.size(); i < end; ++i) {
    encoder_.encode(examples_[i]->position, part.inputs);
    part.offsets.push_back(static_cast<std::uint32_t>(part.inputs.size()));
    part.targets.push_back(examples_[i]->target);
  }
}

void BatchEncoder::join() {
  if (shares_.size() == 1) return std::swap(joined_, shares_.front());
  joined_.clear();
  for (const TrainingBatch& part : shares_) {
    const auto before = static_cast<std::uint32_t>(joined_.inputs.size());
    joined_.inputs.insert(joined_.inputs.end(), part.inputs.begin(), part.inputs.end());
    joined_.targets.insert(joined_.targets.end(), part.targets.begin(), part.targets.end());
    for (std::size_t i = 1; i < part.offsets.size(); ++i) {
      joined_.offsets.push_back(before + part.offsets[i]);
    }
  }
}

}  // namespace gioul
