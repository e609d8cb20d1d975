#include "selfplay/train/training_run.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <future>
#include <memory>
#include <numeric>
#include <system_error>
#include <thread>
#include <utility>

#include "base/error.h"
#include "base/files.h"
#include "base/locks.h"
#include "base/parallel.h"
#include "engine/games/game.h"
#include "engine/rng.h"
#include "nn/encode/encoder.h"
#include "nn/infer/compiled_net.h"
#include "nn/net/net_file.h"
#include "nn/train/torch_net.h"
#include "nn/train/torch_runtime.h"
#include "selfplay/loop/generation.h"
#include "selfplay/loop/lockstep.h"
#include "selfplay/train/checkpoint.h"
#include "selfplay/train/learner.h"
#include "selfplay/train/metrics.h"
#include "selfplay/train/strength.h"

namespace gioul {

namespace {

using Clock = std::chrono::steady_clock;
namespace fs = std::filesystem;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

class Run {
 public:
  Run(const TrainingConfig& config, const fs::path& folder, const std::atomic<bool>& stop,
      const TrainingCallbacks& callbacks, const Net& initial)
      : config_(config),
        folder_(folder),
        stop_(stop),
        callbacks_(callbacks),
        encoder_(config.game),
        state_{.playing = initial},
        learner_(config, encoder_, initial),
        ladder_(config) {
    if (config.training.evaluation == Evaluation::kTorch) {
      torch_ = std::make_unique<TorchNet>(state_.playing, encoder_,
                                          std::string(name_of(config.training.device)));
    }
    if (const std::string line = torch_warning(); !line.empty()) note(line);
  }

  void restore() {
    std::string line;
    OpenCheckpoint open = load_checkpoint(folder_, state_.playing, line);
    state_ = std::move(open.checkpoint);
    learner_.load_state(*open.file);
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
    games_before_ = games_learned();
    seconds_before_ = state_.seconds;
    MetricsFile metrics(folder_ / "metrics.jsonl", state_.metrics_bytes);
    Clock::time_point last_checkpoint = Clock::now();
    metrics.add_begin(time(), state_.playing);
    if (state_.generation == 0) checkpoint(0);  // net.from is needed no more
    Generation now = play(state_.generation, state_.playing);
    while (now.games > 0 && !stop_) {
      const Net next_player = choose_player(metrics);
      // Results don't depend on which of the two is done first: the next generation's player was
      // fixed before this one is learned from.
      auto next = begin_beside([&] { return play(state_.generation + 1, next_player); });
      const double rate = learning_rate(config_.training, done());
      const LossByOutcome loss = learner_.learn(now, state_.generation, rate);
      check_finite(loss);
      decisions_ += now.decisions();
      Generation played = next.get();
      state_.generation += 1;
      state_.games_hash = mix64(state_.games_hash ^ now.hash);
      state_.playing = next_player;
      state_.seconds = seconds_before_ + seconds_since(begin_) - measuring_seconds_;
      metrics.add_generation(time(), state_.generation, now, loss, rate, state_.games_hash);
      if (is_due(config_.ladder.every) || now_over()) measure(metrics);
      report(loss, rate);
      now = std::move(played);
      if (seconds_since(last_checkpoint) >= config_.run.checkpoint_seconds) {
        checkpoint(metrics.bytes());
        last_checkpoint = Clock::now();
      }
    }
    checkpoint(metrics.bytes());
    return {.finished = now_over(),
            .games = games_learned(),
            .seconds = state_.seconds,
            .games_hash = state_.games_hash,
            .net_checksum = checksum(current_net()),
            .net = folder_ / "net.safetensors"};
  }

 private:
  Net current_net() const {
    Net net = state_.playing;
    learner_.copy_weights_to(net);
    net.record = {.games = static_cast<std::uint64_t>(games_learned()),
                  .seed = config_.seed,
                  .version = GIOUL_VERSION};
    return net;
  }

  int threads() const {
    if (config_.run.threads > 0) return config_.run.threads;
    return static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  }

  // How far the schedule of the learning rate has come.
  double done() const {
    const std::int64_t all = config_.training.schedule_games;
    return std::min(1.0, static_cast<double>(games_learned()) /
                             static_cast<double>(all > 0 ? all : total_games()));
  }
  bool now_over() const { return games_learned() >= total_games(); }

  // Whether the generation that was learned from last crossed a multiple of `every` games.
  bool is_due(std::int64_t every) const {
    const std::int64_t before = games_learned() - config_.training.games_per_generation;
    return every > 0 && before >= 0 && games_learned() / every != before / every;
  }

  // Who plays the generation after the next: the newest net, or the best by the gate.
  Net choose_player(MetricsFile& metrics) {
    if (config_.gate.every == 0) return current_net();
    if (!is_due(config_.gate.every)) return state_.playing;
    const Clock::time_point begin = Clock::now();
    const Net candidate = current_net();
    const GateResult result =
        test_candidate(config_, candidate, state_.playing, state_.generation, threads());
    metrics.add_gate(time(), result);
    measuring_seconds_ += seconds_since(begin);
    return result.accepted ? candidate : state_.playing;
  }

  Generation play(std::uint64_t number, const Net& net) const {
    const auto size = static_cast<std::uint64_t>(config_.training.games_per_generation);
    const std::uint64_t first = number * size;
    if (first >= static_cast<std::uint64_t>(total_games())) return {};
    const LearningConfig& learning = config_.training;
    const GenerationOptions options = {.game = config_.game,
                                       .checkers = config_.checkers,
                                       .seed = config_.seed,
                                       .first_game = first,
                                       .games = size,
                                       .lambda = learning.lambda,
                                       .targets = learning.targets,
                                       .variety = {.random_plays = config_.variety.random_plays,
                                                   .temperature = config_.variety.temperature},
                                       .threads = threads()};
    if (torch_ == nullptr) {
      return play_generation(options, CompiledNet(net, encoder_, selfplay_precision(net)));
    }
    torch_->set_net(net);
    return play_lockstep(options, *torch_);
  }

  static void check_finite(const LossByOutcome& loss) {
    for (const double part : loss) {
      if (!std::isfinite(part)) {
        throw std::runtime_error(
            "training has diverged (the loss is not finite): begin again with a lower "
            "training.learning_rate; the last checkpoint is from before");
      }
    }
  }

  MetricsTime time() const { return {.games = games_learned(), .seconds = state_.seconds}; }

  void measure(MetricsFile& metrics) {
    if (config_.ladder.every == 0) return;
    const Clock::time_point begin = Clock::now();
    const Net net = current_net();
    strength_.clear();
    for (const LadderResult& result : ladder_.measure(net, threads())) {
      metrics.add_strength(time(), result, net);
      strength_.push_back({result.opponent, result.games.points_per_game()});
    }
    metrics.add_calibration(time(), measure_calibration(config_, net, threads()));
    measuring_seconds_ += seconds_since(begin);
  }

  void report(const LossByOutcome& loss, double rate) const {
    if (!callbacks_.progress) return;
    const double elapsed = seconds_since(begin_);
    const double speed = static_cast<double>(games_learned() - games_before_) / elapsed;
    callbacks_.progress(
        {.games = games_learned(),
         .total_games = total_games(),
         .games_per_second = speed,
         .decisions_per_second = static_cast<double>(decisions_) / elapsed,
         .seconds_left = static_cast<double>(total_games() - games_learned()) / speed,
         .loss = std::accumulate(loss.begin(), loss.end(), 0.0),
         .learning_rate = rate,
         .strength = strength_});
  }

  void checkpoint(std::uint64_t metrics_bytes) {
    state_.metrics_bytes = metrics_bytes;
    save_checkpoint(state_, learner_.state(), folder_);
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
  Learner learner_;
  Ladder ladder_;
  std::unique_ptr<TorchNet> torch_;  // if it evaluates self-play
  std::vector<OpponentStrength> strength_;
  Clock::time_point begin_;
  std::int64_t games_before_ = 0;  // this part of the run
  std::uint64_t decisions_ = 0;    // in this part
  double seconds_before_ = 0.0;
  double measuring_seconds_ = 0.0;
};

// What the run begins with, by config.net.
Net initial_net(const TrainingConfig& config) {
  const Game game = config.game;
  const Encoder encoder(game);
  Net net;
  if (config.net.from.empty()) {
    // What sets the phases apart is learned from nothing.
    net = random_net(std::string(config.game.name()), encoder.shared_inputs(), config.net.hidden,
                     config.seed);
    append_inputs(net, encoder.inputs());
    net.encoder_version = encoder.version();
  } else {
    net = load_kindred_net(config.net.from, game, encoder);
    if (hidden_widths(net) != config.net.hidden) {
      throw InputError(config.net.from + ": has hidden layers " + format_widths(net.layers) +
                       ", which net.hidden must say too");
    }
  }
  net.checkers = config.checkers;
  net.record = {.games = 0, .seed = config.seed, .version = GIOUL_VERSION};
  return net;
}

void check_same_run(const TrainingConfig& before, const TrainingConfig& after) {
  const std::string key = key_of_another_run(before, after);
  if (key.empty()) return;
  throw InputError("--set " + key +
                   ": would make it another run; begin a new one with its own --out");
}

// `config` as this machine can run it, which is what the run's folder has to say. A new run asks
// for LibTorch's evaluation because of the GPU: without one the kernels are faster.
TrainingConfig runnable(TrainingConfig config, bool is_new, const TrainingCallbacks& callbacks) {
  LearningConfig& learning = config.training;
  const std::string wanted(name_of(learning.device));
  const std::string usable = usable_device(wanted);
  if (usable == wanted) return config;
  std::string line = wanted + " is not available in this LibTorch: device is now " + usable;
  learning.device = Device::kCpu;
  if (is_new && learning.evaluation == Evaluation::kTorch) {
    learning.evaluation = Evaluation::kKernel;
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
  if (has_checkpoint(folder) || fs::exists(folder / "config.toml") ||
      fs::exists(fs::symlink_status(folder / "metrics.jsonl"))) {
    throw InputError(folder.string() +
                     ": already holds a run; go on with it by --resume or choose another --out");
  }
  const TrainingConfig config = runnable(wanted, true, callbacks);
  // First, so that a config it refuses leaves no folder.
  Run run(config, folder, stop, callbacks, initial_net(config));
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw std::runtime_error(folder.string() + ": can't be made: " + error.message());
  const FolderLock lock(folder);
  write_config(config, folder);
  return run.execute();
}

TrainingSummary resume_training(const fs::path& folder, const std::vector<Override>& overrides,
                                const std::atomic<bool>& stop, const TrainingCallbacks& callbacks) {
  const std::string file = (folder / "config.toml").string();
  if (!fs::exists(file)) throw InputError(folder.string() + ": holds no run (no config.toml)");
  const FolderLock lock(folder);
  const TrainingConfig before = load_config(file);
  const TrainingConfig wanted = load_config(file, overrides);
  check_same_run(before, wanted);
  const TrainingConfig config = runnable(wanted, false, callbacks);
  TrainingConfig shape = config;  // the weights come from the checkpoint, if it has come so far
  if (has_checkpoint(folder)) shape.net.from.clear();
  Run run(config, folder, stop, callbacks, initial_net(shape));
  if (has_checkpoint(folder)) run.restore();
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
