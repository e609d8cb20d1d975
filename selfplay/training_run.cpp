#include "selfplay/training_run.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <future>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>
#include <thread>

#include "engine/error.h"
#include "engine/rng.h"
#include "engine/variants.h"
#include "nn/encoder.h"
#include "nn/file_io.h"
#include "nn/net_file.h"
#include "nn/torch_evaluator.h"
#include "nn/torch_runtime.h"
#include "nn/trainer.h"
#include "selfplay/checkpoint.h"
#include "selfplay/generation.h"
#include "selfplay/lockstep.h"

namespace gioul {

namespace {

using Clock = std::chrono::steady_clock;
namespace fs = std::filesystem;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

const Axes& axes_of(const std::string& variant) {
  const Axes* axes = nullptr;
  visit_variant(variant, [&]<Rules R>(std::type_identity<R>) { axes = &R::kAxes; });
  return *axes;
}

// Appends lines; a resumed run first cuts off what its checkpoint has not seen.
class MetricsFile {
 public:
  MetricsFile(const fs::path& file, std::uint64_t keep) : file_(file), bytes_(keep) {
    if (fs::exists(file)) {
      if (fs::file_size(file) < keep) throw InputError(file.string() + ": shorter than the run");
      fs::resize_file(file, keep);
    }
    out_.open(file, std::ios::app | std::ios::binary);
  }

  void append(const nlohmann::ordered_json& line) {
    const std::string text = line.dump() + "\n";
    out_ << text << std::flush;
    if (!out_) throw std::runtime_error(file_.string() + ": can't be written (disk full?)");
    bytes_ += text.size();
  }

  std::uint64_t bytes() const { return bytes_; }

 private:
  fs::path file_;
  std::ofstream out_;
  std::uint64_t bytes_;
};

class Run {
 public:
  Run(const TrainingConfig& config, const fs::path& folder, const std::atomic<bool>& stop,
      const TrainingCallbacks& callbacks)
      : config_(config),
        folder_(folder),
        stop_(stop),
        callbacks_(callbacks),
        encoder_(axes_of(config.variant)),
        state_{.playing = initial_net()},
        trainer_(state_.playing, {.learning_rate = config.training.learning_rate},
                 {.device = config.training.device, .threads = config.training.threads}) {
    if (config.training.evaluation == "torch") {
      torch_ = std::make_unique<TorchEvaluator>(state_.playing, encoder_, config.training.device);
    }
    if (const std::string line = torch_warning(); !line.empty()) note(line);
  }

  void restore() {
    std::string line;
    state_ = load_checkpoint(folder_, state_.playing, line);
    trainer_.load_state(state_.trainer_state);
    if (!line.empty()) note(line);
  }

  std::int64_t games_learned() const {
    return static_cast<std::int64_t>(state_.generation) * config_.training.games_per_generation;
  }

  // Generations are always whole, so that a run which is extended later is the longer run.
  std::int64_t total_games() const {
    const std::int64_t size = config_.training.games_per_generation;
    return (config_.training.games + size - 1) / size * size;
  }

  TrainingSummary execute() {
    begin_ = Clock::now();
    const double seconds_before = state_.seconds;
    const std::int64_t games_before = games_learned();
    MetricsFile metrics(folder_ / "metrics.jsonl", state_.metrics_bytes);
    Clock::time_point last_checkpoint = Clock::now();
    Generation now = play(state_.generation, state_.playing);
    while (now.games > 0 && !stop_) {
      const Net next_player = current_net();
      // Results don't depend on which of the two is done first: the next generation's player was
      // fixed before this one is learned from.
      auto next =
          std::async(std::launch::async, [&] { return play(state_.generation + 1, next_player); });
      const double loss = learn(now);
      Generation played = next.get();
      state_.generation += 1;
      state_.games_hash = mix64(state_.games_hash ^ now.hash);
      state_.playing = next_player;
      state_.seconds = seconds_before + seconds_since(begin_);
      report(now, loss, games_before, metrics);
      now = std::move(played);
      if (seconds_since(last_checkpoint) >= config_.run.checkpoint_seconds) {
        checkpoint(metrics.bytes());
        last_checkpoint = Clock::now();
      }
    }
    checkpoint(metrics.bytes());
    return {.finished = games_learned() >= total_games(),
            .games = games_learned(),
            .seconds = state_.seconds,
            .games_hash = state_.games_hash,
            .net = folder_ / "net.safetensors"};
  }

 private:
  Net initial_net() const {
    Net net = random_net(config_.variant, encoder_.inputs(), config_.net.hidden, config_.seed);
    net.encoder_version = Encoder::kVersion;
    net.checkers = config_.checkers;
    net.record = {.games = 0, .seed = config_.seed, .version = GIOUL_VERSION};
    return net;
  }

  Net current_net() const {
    Net net = state_.playing;
    trainer_.copy_weights_to(net);
    net.record.games = static_cast<std::uint64_t>(games_learned());
    return net;
  }

  int threads() const {
    if (config_.run.threads > 0) return config_.run.threads;
    return static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  }

  Generation play(std::uint64_t number, const Net& net) const {
    const auto size = static_cast<std::uint64_t>(config_.training.games_per_generation);
    const std::uint64_t first = number * size;
    if (first >= static_cast<std::uint64_t>(total_games())) return {};
    const GenerationOptions options = {.variant = config_.variant,
                                       .checkers = config_.checkers,
                                       .seed = config_.seed,
                                       .first_game = first,
                                       .games = size,
                                       .lambda = config_.training.lambda,
                                       .threads = threads()};
    if (torch_ == nullptr) {
      return play_generation(options, NetEvaluator(net, encoder_, selfplay_precision(net)));
    }
    torch_->set_net(net);
    return play_lockstep(options, *torch_);
  }

  double learning_rate() const {
    const LearningConfig& learning = config_.training;
    const double done = static_cast<double>(games_learned()) / static_cast<double>(total_games());
    return learning.learning_rate *
           std::pow(learning.final_learning_rate / learning.learning_rate, done);
  }

  // One pass in random order; returns the mean loss.
  double learn(const Generation& generation) {
    trainer_.set_learning_rate(learning_rate());
    const auto& examples = generation.examples;
    std::vector<std::uint32_t> order(examples.size());
    std::iota(order.begin(), order.end(), 0u);
    CounterRng rng(config_.seed, state_.generation, Stream::kShuffle);
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[rng.below(i)]);
    const auto batch_size = static_cast<std::size_t>(config_.training.batch);
    double total = 0.0;
    for (std::size_t begin = 0; begin < order.size(); begin += batch_size) {
      const std::size_t end = std::min(begin + batch_size, order.size());
      batch_.clear();
      for (std::size_t i = begin; i < end; ++i) {
        const TrainingExample& example = examples[order[i]];
        encoder_.encode(example.position, batch_.inputs);
        batch_.offsets.push_back(static_cast<std::uint32_t>(batch_.inputs.size()));
        batch_.targets.push_back(example.target);
      }
      total += trainer_.train(batch_) * static_cast<double>(end - begin);
    }
    return total / static_cast<double>(examples.size());
  }

  void report(const Generation& done, double loss, std::int64_t games_before,
              MetricsFile& metrics) const {
    const auto games = static_cast<double>(done.games);
    metrics.append({{"generation", state_.generation},
                    {"games", games_learned()},
                    {"seconds", state_.seconds},
                    {"loss", loss},
                    {"learning_rate", learning_rate()},
                    {"decisions_per_game", static_cast<double>(done.decisions()) / games},
                    {"gammon_share", static_cast<double>(done.gammons) / games},
                    {"first_mover_points", static_cast<double>(done.first_mover_points) / games},
                    {"games_hash", state_.games_hash}});
    if (!callbacks_.progress) return;
    const double elapsed = seconds_since(begin_);
    const double rate = static_cast<double>(games_learned() - games_before) / elapsed;
    callbacks_.progress(
        {.games = games_learned(),
         .total_games = total_games(),
         .games_per_second = rate,
         .seconds_left = static_cast<double>(total_games() - games_learned()) / rate,
         .loss = loss,
         .learning_rate = learning_rate()});
  }

  void checkpoint(std::uint64_t metrics_bytes) {
    state_.metrics_bytes = metrics_bytes;
    state_.trainer_state = trainer_.save_state();
    save_checkpoint(state_, folder_);
    save_net(current_net(), folder_ / "net.safetensors");
  }

  void note(const std::string& line) const {
    if (callbacks_.note) callbacks_.note(line);
  }

  const TrainingConfig& config_;
  fs::path folder_;
  const std::atomic<bool>& stop_;
  const TrainingCallbacks& callbacks_;
  Encoder encoder_;
  Checkpoint state_;
  Trainer trainer_;
  std::unique_ptr<TorchEvaluator> torch_;  // if it evaluates self-play
  TrainingBatch batch_;
  Clock::time_point begin_;
};

// What may not change between the parts of one run.
void check_same_run(const TrainingConfig& before, const TrainingConfig& after) {
  const auto refuse = [](const char* key) {
    throw InputError(std::string("--set ") + key +
                     ": would make it another run; begin a new one with its own --out");
  };
  if (after.variant != before.variant) refuse("variant");
  if (after.checkers != before.checkers) refuse("checkers");
  if (after.seed != before.seed) refuse("seed");
  if (after.net.hidden != before.net.hidden) refuse("net.hidden");
  if (after.training.evaluation != before.training.evaluation) refuse("training.evaluation");
  if (after.training.games_per_generation != before.training.games_per_generation) {
    refuse("training.games_per_generation");
  }
}

// `config` as this machine can run it, which is what the run's folder has to say. A new run asks
// for LibTorch's evaluation because of the GPU: without one the kernels are faster.
TrainingConfig runnable(TrainingConfig config, bool is_new, const TrainingCallbacks& callbacks) {
  LearningConfig& learning = config.training;
  const std::string device = usable_device(learning.device);
  if (device == learning.device) return config;
  std::string line =
      learning.device + " is not available in this LibTorch: device is now " + device;
  learning.device = device;
  if (is_new && learning.evaluation == "torch") {
    learning.evaluation = "kernel";
    line += ", evaluation kernel";
  }
  if (callbacks.note) callbacks.note(line);
  return config;
}

void write_config(const TrainingConfig& config, const fs::path& folder) {
  write_file_atomically(folder / "config.toml", format_config(config));
}

}  // namespace

TrainingSummary begin_training(const TrainingConfig& wanted, const fs::path& folder,
                               const std::atomic<bool>& stop, const TrainingCallbacks& callbacks) {
  if (has_checkpoint(folder) || fs::exists(folder / "config.toml")) {
    throw InputError(folder.string() +
                     ": already holds a run; go on with it by --resume or choose another --out");
  }
  const TrainingConfig config = runnable(wanted, true, callbacks);
  Run run(config, folder, stop, callbacks);  // first, so that a config it refuses leaves no folder
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw std::runtime_error(folder.string() + ": can't be made: " + error.message());
  write_config(config, folder);
  return run.execute();
}

TrainingSummary resume_training(const fs::path& folder, const std::vector<Override>& overrides,
                                const std::atomic<bool>& stop, const TrainingCallbacks& callbacks) {
  const std::string file = (folder / "config.toml").string();
  if (!fs::exists(file)) throw InputError(folder.string() + ": holds no run (no config.toml)");
  const TrainingConfig before = load_config(file);
  const TrainingConfig wanted = load_config(file, overrides);
  check_same_run(before, wanted);
  const TrainingConfig config = runnable(wanted, false, callbacks);
  Run run(config, folder, stop, callbacks);
  if (has_checkpoint(folder)) run.restore();  // else it was killed before the first one
  if (run.games_learned() > run.total_games()) {
    throw InputError("training.games: " + std::to_string(config.training.games) +
                     " is fewer than the " + std::to_string(run.games_learned()) +
                     " games that the run has learned from");
  }
  // A run that is over stays as it is, and so does what its config says of it.
  if (run.games_learned() < run.total_games()) write_config(config, folder);
  return run.execute();
}

}  // namespace gioul
