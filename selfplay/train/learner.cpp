#include "selfplay/train/learner.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

#include "base/error.h"
#include "base/parallel.h"

namespace gioul {

namespace {

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

std::vector<TrainingExample> read_examples(CheckpointFile& file) {
  std::vector<TrainingExample> examples(read_count(file, sizeof(TrainingExample)));
  read(file, {reinterpret_cast<char*>(examples.data()), examples.size() * sizeof(TrainingExample)});
  return examples;
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
      trainer_(net, optimizer_options(config.training),
               {.device = std::string(name_of(config.training.device)),
                .threads = config.training.threads}),
      next_(encoder, config.training.threads) {}

LossByOutcome Learner::learn(const Generation& generation, std::uint64_t number,
                             double learning_rate) {
  trainer_.set_learning_rate(learning_rate);
  CounterRng rng(seed_, number, Stream::kShuffle);
  const std::vector<const TrainingExample*> examples = choose(generation, rng);
  const auto batch_size = static_cast<std::size_t>(config_.batch);
  const auto begin_encoding = [&](std::size_t begin) {
    next_.begin(std::span(examples).subspan(begin, std::min(batch_size, examples.size() - begin)));
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
    replay_.push_back(generation.examples);
    while (replay_.size() > static_cast<std::size_t>(config_.replay_generations)) {
      replay_.pop_front();
    }
  }
  return total;
}

std::vector<const TrainingExample*> Learner::choose(const Generation& newest,
                                                    CounterRng& rng) const {
  std::vector<const TrainingExample*> order;
  for (const TrainingExample& example : newest.examples) order.push_back(&example);
  std::size_t old = 0;
  for (const auto& examples : replay_) old += examples.size();
  if (old > 0) {
    const auto wanted = static_cast<std::size_t>(config_.replay_ratio *
                                                 static_cast<double>(newest.examples.size()));
    for (std::size_t i = 0; i < wanted; ++i) order.push_back(&replayed(rng.below(old)));
  }
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[rng.below(i)]);
  return order;
}

// Of all replayed generations, one after the other.
const TrainingExample& Learner::replayed(std::size_t i) const {
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
  for (const auto& examples : replay_) {
    pieces.add(bytes_of(examples.size()));
    pieces.add_kept({reinterpret_cast<const char*>(examples.data()),
                     examples.size() * sizeof(TrainingExample)});
  }
  return pieces;
}

void Learner::load_state(CheckpointFile& file) {
  with_memory_for(file.name(), [&] {
    std::string trainer(read_count(file, 1), '\0');
    read(file, trainer);
    std::deque<std::vector<TrainingExample>> replay;
    const std::uint64_t generations = read_count(file, sizeof(std::uint64_t));
    if (generations > kMostReplayGenerations) {
      throw InputError("learner state of another form");
    }
    while (replay.size() < generations) replay.push_back(read_examples(file));
    if (file.left() > 0) throw InputError("learner state of another form");
    trainer_.load_state(trainer);
    replay_ = std::move(replay);
  });
}

}  // namespace gioul
