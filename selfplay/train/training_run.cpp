#include "selfplay/train/training_run.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>
#include <system_error>
#include <utility>

#include "base/checksum.h"
#include "base/error.h"
#include "base/files.h"
#include "base/locks.h"
#include "engine/games/game.h"
#include "engine/rng.h"
#include "nn/encode/encoder.h"
#include "nn/infer/activation_stats.h"
#include "nn/infer/quantized_net.h"
#include "nn/net/net_file.h"
#include "nn/train/torch_trainer.h"
#include "selfplay/loop/generation.h"
#include "selfplay/loop/generation_source.h"
#include "selfplay/train/checkpoint.h"
#include "selfplay/train/learner.h"
#include "selfplay/train/local_generation_source.h"
#include "selfplay/train/metrics.h"

namespace gioul {

namespace {

using Clock = std::chrono::steady_clock;
namespace fs = std::filesystem;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// Returns `config` with the values that its defaults mean on this machine. The run's directory and
// checkpoints store that version.
TrainingConfig resolved(TrainingConfig config) {
  LearningConfig& learning = config.training;
  learning.learner_device = resolve_device(learning.learner_device);
  if (learning.decay_games == 0) {
    learning.decay_games = std::min(planned_game_count(config), kMaxConfigGames);
  }
  return config;
}

TrainingConfig parse_checkpoint_config(const std::string& text, const fs::path& folder) {
  return resolved(parse_config(text, (folder / "checkpoint.bin").string() + ": its config"));
}

class TrainingRun {
 public:
  TrainingRun(const TrainingConfig& config, const fs::path& folder, const std::atomic<bool>& stop,
              const TrainingCallbacks& callbacks, const Net& initial)
      : config_(config),
        folder_(folder),
        stop_(stop),
        callbacks_(callbacks),
        encoder_(make_encoder(config)),
        state_{.behavior_net = initial},
        learner_(config, encoder_, initial),
        strength_test_(config) {}

  void restore() {
    const fs::path metrics = folder_ / "metrics.jsonl";
    const std::uint64_t bytes = fs::exists(metrics) ? fs::file_size(metrics) : 0;
    std::string line;
    OpenedCheckpoint open = load_checkpoint(folder_, state_.behavior_net, bytes, line);
    state_ = std::move(open.checkpoint);
    learner_.load_state(*open.file);
    if (!line.empty()) note(line);
    KeptMetrics kept = scan_metrics(metrics, std::min(bytes, state_.metrics_bytes));
    // In this run's own file, the line of the checkpoint's last generation ends there.
    const bool cuts_a_line =
        bytes >= state_.metrics_bytes && kept.byte_count < state_.metrics_bytes;
    if (cuts_a_line || (kept.problem.empty() && !kept.games_hash.empty() &&
                        kept.games_hash != format_hex(state_.games_hash))) {
      kept.problem = metrics.string() +
                     ": lists other games than the checkpoint; the file is of "
                     "another run";
    }
    state_.metrics_bytes = kept.byte_count;
    if (!kept.problem.empty()) note(kept.problem);
    changes_ = list_config_changes(parse_checkpoint_config(state_.config, folder_), config_);
  }

  std::int64_t games_learned() const {
    return static_cast<std::int64_t>(state_.next_generation) *
           config_.training.games_per_generation;
  }

  std::int64_t total_games() const { return planned_game_count(config_); }

  TrainingSummary execute(GenerationSource& source) {
    write_file_atomically(folder_ / "config.toml", format_config(config_));
    begin_ = Clock::now();
    if (make_generation_options(config_, 0, 1).max_replies_per_roll > 0) {  // once per run
      state_.behavior_net.pruning_weights =
          QuantizedNet(state_.behavior_net, encoder_).pruning_weights();
    }
    games_before_ = games_learned();
    seconds_before_ = state_.seconds;
    MetricsFile metrics(folder_ / "metrics.jsonl", state_.metrics_bytes);
    Clock::time_point last_checkpoint = Clock::now();
    metrics.add_run_start(time(), state_.behavior_net, changes_);
    if (state_.next_generation == 0) checkpoint(0);  // net.from is not needed any more
    source.start_generation(state_.next_generation, state_.behavior_net);
    Generation now = source.wait_for_generation();
    bool is_saved = false;             // the last checkpoint has everything
    std::optional<Net> next_net;       // plays the generation after `now`
    while (now.games > 0 && !stop_) {  // when stop_ is true, `now` may be incomplete
      // Playing and learning may finish in either order, since the next generation's player was
      // fixed before.
      if (!next_net) {
        next_net = next_behavior_net(metrics);
        source.start_generation(state_.next_generation + 1, *next_net);
      }
      const auto scheduled_games = static_cast<double>(config_.training.decay_games);
      const double done = std::min(1.0, static_cast<double>(games_learned()) / scheduled_games);
      const double rate = scheduled_learning_rate(config_.training, done);
      const LossByOutcome loss = learner_.learn(now, state_.next_generation, rate);
      if (!std::ranges::all_of(loss, [](double part) { return std::isfinite(part); })) {
        throw std::runtime_error(
            "training has diverged (the loss is not finite): begin again with a lower "
            "training.learning_rate; the last checkpoint is from before");
      }
      decisions_ += now.decisions;
      state_.next_generation += 1;
      state_.games_hash = mix64(state_.games_hash ^ now.games_hash);
      state_.behavior_net = *next_net;
      next_net.reset();
      // If nothing is to be measured, the following player is already known, and idle threads can
      // start its generation.
      if (!is_test_due() && config_.gate.mode == GateMode::kNone) {
        next_net = current_net();
        source.start_generation(state_.next_generation + 1, *next_net);
      }
      Generation played = source.wait_for_generation();
      state_.seconds = seconds_before_ + seconds_since(begin_) - measuring_seconds_;
      metrics.add_generation(time(), state_.next_generation, now, loss, rate, state_.games_hash);
      if (is_test_due() || is_finished()) measure(metrics);
      report(loss, rate);
      now = std::move(played);
      is_saved = seconds_since(last_checkpoint) >= config_.run.checkpoint_interval_seconds;
      if (is_saved) {
        checkpoint(metrics.sync());
        last_checkpoint = Clock::now();
      }
    }
    // Not twice: the previous checkpoint must be an earlier one.
    if (!is_saved) checkpoint(metrics.sync());
    source.end_run();
    return {.finished = is_finished(),
            .games_learned = games_learned(),
            .training_seconds = state_.seconds,
            .games_hash = state_.games_hash,
            .net_checksum = checksum(current_net()),
            .net_file = folder_ / "net.safetensors"};
  }

 private:
  Net current_net() const {
    Net net = state_.behavior_net;
    net.pruning_weights = {};
    learner_.copy_weights_to(net);
    net.provenance = {.game_count = static_cast<std::uint64_t>(games_learned()),
                      .seed = config_.seed,
                      .program_version = GIOUL_VERSION};
    return net;
  }

  int threads() const { return selfplay_thread_count(config_); }

  bool is_finished() const { return games_learned() >= total_games(); }

  // Returns true if the last generation crossed a multiple of strength.every games.
  bool is_test_due() const {
    const std::int64_t every = config_.strength.games_between_tests;
    const std::int64_t before = games_learned() - config_.training.games_per_generation;
    return every > 0 && before >= 0 && games_learned() / every != before / every;
  }

  // Returns the net that plays the generation after the next: the newest, or the best by the gate.
  Net next_behavior_net(MetricsFile& metrics) {
    if (config_.gate.mode == GateMode::kNone) return current_net();
    if (config_.gate.mode == GateMode::kFrozen || !is_test_due()) {
      return state_.behavior_net;
    }
    const Clock::time_point begin = Clock::now();
    const Net candidate = current_net();
    const GateResult result =
        run_gate_test(config_, candidate, state_.behavior_net, state_.next_generation, threads());
    metrics.add_gate(time(), result);
    measuring_seconds_ += seconds_since(begin);
    return result.accepted ? candidate : state_.behavior_net;
  }

  MetricsTime time() const {
    return {.games_learned = games_learned(), .training_seconds = state_.seconds};
  }

  void measure(MetricsFile& metrics) {
    if (config_.strength.games_between_tests == 0) return;
    const Clock::time_point begin = Clock::now();
    const Net net = current_net();
    strength_ = strength_test_.measure(net, threads());
    for (const StrengthResult& result : strength_) metrics.add_strength(time(), result, net);
    metrics.add_calibration(time(), measure_calibration(config_, net, threads()));
    measuring_seconds_ += seconds_since(begin);
  }

  void report(const LossByOutcome& loss, double rate) const {
    if (!callbacks_.on_progress) return;
    const double elapsed = seconds_since(begin_);
    const double speed = static_cast<double>(games_learned() - games_before_) / elapsed;
    callbacks_.on_progress(
        {.games_learned = games_learned(),
         .total_games = total_games(),
         .games_per_second = speed,
         .decisions_per_second = static_cast<double>(decisions_) / elapsed,
         .seconds_left = static_cast<double>(total_games() - games_learned()) / speed,
         .loss = std::accumulate(loss.begin(), loss.end(), 0.0),
         .learning_rate = rate,
         .strength_results = strength_});
  }

  void checkpoint(std::uint64_t metrics_bytes) {
    state_.metrics_bytes = metrics_bytes;
    state_.config = format_config(config_);
    save_checkpoint(state_, learner_.state(), folder_);
    Net net = current_net();
    net.activation_ranges = collect_activation_stats(net, encoder_).activation_ranges;
    save_net(net, folder_ / "net.safetensors");
    if (is_finished()) fit_and_store_pruning_weights(folder_ / "net.safetensors");
  }

  void note(const std::string& line) const {
    if (callbacks_.on_note) callbacks_.on_note(line);
  }

  const TrainingConfig& config_;
  fs::path folder_;
  const std::atomic<bool>& stop_;
  const TrainingCallbacks& callbacks_;
  Encoder encoder_;
  RunState state_;
  Learner learner_;
  StrengthTest strength_test_;
  std::vector<ConfigChange> changes_;  // since the checkpoint
  std::vector<StrengthResult> strength_;
  Clock::time_point begin_;
  std::int64_t games_before_ = 0;  // before this resumption
  std::uint64_t decisions_ = 0;    // since this resumption
  double seconds_before_ = 0.0;
  double measuring_seconds_ = 0.0;
};

TrainingConfig resolve_and_note(const TrainingConfig& wanted, const TrainingCallbacks& callbacks) {
  const TrainingConfig config = resolved(wanted);
  if (config.training.learner_device != wanted.training.learner_device && callbacks.on_note) {
    callbacks.on_note("cuda is not available in this LibTorch: device is now cpu");
  }
  return config;
}

void check_no_run(const fs::path& folder) {
  for (const std::string_view name : kRunFileNames) {
    if (!fs::exists(fs::symlink_status(folder / name))) continue;
    throw InputError(folder.string() + ": already contains a run; use --resume or another --out");
  }
}

// Throws InputError if a file of the run cannot be replaced, such as a directory of its name. Only
// config.toml and net.safetensors may be links, which are followed: checkpoints are renamed.
void check_files(const fs::path& folder) {
  for (const std::string_view name : kRunFileNames) {
    std::string problem = unwritable_reason(folder / name);
    const bool may_be_link = name == "config.toml" || name == "net.safetensors";
    if (problem.empty() && !may_be_link && fs::is_symlink(folder / name)) {
      problem = "it is a symbolic link";
    }
    if (!problem.empty()) {
      throw InputError((folder / name).string() + ": cannot be written: " + problem);
    }
  }
}

// Throws InputError if the run in `folder`, which has no checkpoint, has learned from games.
void check_nothing_learned(const fs::path& folder) {
  const fs::path net = folder / "net.safetensors";
  const fs::path metrics = folder / "metrics.jsonl";
  const bool has_net = fs::exists(net) && load_net(net).provenance.game_count > 0;
  if (!has_net && scan_metrics(metrics, UINT64_MAX).generation_count == 0) return;
  throw InputError(folder.string() + ": has no checkpoint.bin, but " +
                   (has_net ? "a trained net.safetensors" : "generations in metrics.jsonl") +
                   "; put checkpoint.bin back, or start another run with its own --out" +
                   (has_net ? " and --set net.from='\"" + net.string() + "\"'" : ""));
}

// Creates the source of self-play: the caller's, or else this process until `stop` becomes true.
std::unique_ptr<GenerationSource> make_generation_source(const TrainingConfig& config,
                                                         const std::atomic<bool>& stop,
                                                         const TrainingCallbacks& callbacks) {
  if (callbacks.make_generation_source) return callbacks.make_generation_source(config);
  return std::make_unique<LocalGenerationSource>(config, &stop);
}

// Throws InputError if `config`, that of config.toml, describes another run than its checkpoint.
void check_same_run(const TrainingConfig& config, const fs::path& folder) {
  const std::string text = read_checkpoint_config(folder);
  if (text.empty()) return;
  const auto change = find_change_affecting_results(parse_checkpoint_config(text, folder), config);
  if (!change) return;
  throw InputError((folder / "config.toml").string() + ": " + change->key + " is " +
                   change->new_value + " instead of " + change->old_value +
                   ", which the run's checkpoint was written with; put it back, or start another "
                   "run with its own --out");
}

// Resumes the run in `folder`, which the caller has locked, with the config `wanted`.
TrainingSummary continue_run(const TrainingConfig& wanted, const fs::path& folder,
                             const std::atomic<bool>& stop, const TrainingCallbacks& callbacks) {
  check_files(folder);
  const TrainingConfig config = resolve_and_note(wanted, callbacks);
  const bool has_begun = has_checkpoint(folder);
  if (has_begun) {
    check_same_run(config, folder);
  } else {
    check_nothing_learned(folder);
  }
  TrainingConfig shape = config;  // the weights come from the checkpoint
  if (has_begun) forget_start_nets(shape);
  TrainingRun run(config, folder, stop, callbacks, make_initial_net(shape));
  if (has_begun) run.restore();
  if (run.games_learned() > run.total_games()) {
    throw InputError("training.games: " + std::to_string(config.training.games) +
                     " is less than the " + std::to_string(run.games_learned()) +
                     " games that the run has learned from");
  }
  return run.execute(*make_generation_source(config, stop, callbacks));
}

}  // namespace

TrainingSummary start_training(const TrainingConfig& given, const fs::path& folder,
                               const std::atomic<bool>& stop, const TrainingCallbacks& callbacks) {
  check_no_run(folder);
  TrainingConfig config = resolve_and_note(given, callbacks);
  // Before the folder is created, so that an unusable config leaves none.
  const Net initial = make_initial_net(config);
  config.net.hidden_widths = hidden_widths(initial);
  TrainingRun run(config, folder, stop, callbacks, initial);
  const auto source = make_generation_source(config, stop, callbacks);
  make_folder(folder);
  const FolderLock lock(folder);
  check_no_run(folder);  // another process may have started one meanwhile
  return run.execute(*source);
}

TrainingSummary resume_training(const fs::path& folder,
                                const std::vector<ConfigOverride>& overrides,
                                const std::atomic<bool>& stop, const TrainingCallbacks& callbacks) {
  const std::string file = (folder / "config.toml").string();
  if (!fs::exists(file))
    throw InputError(folder.string() + ": not a run directory (no config.toml)");
  const FolderLock lock(folder);
  const TrainingConfig written = load_config(file);
  const TrainingConfig before = resolved(written);
  TrainingConfig wanted = load_config(file, overrides);
  // In a directory of an older version; the schedule does not grow with training.games.
  if (written.training.decay_games == 0 && wanted.training.decay_games == 0) {
    wanted.training.decay_games = before.training.decay_games;
  }
  if (const auto change = find_change_affecting_results(before, resolved(wanted))) {
    throw InputError("--set " + change->key + "=" + change->new_value +
                     ": this run was started with " + change->old_value +
                     " and cannot change it; start another run with its own --out");
  }
  return continue_run(wanted, folder, stop, callbacks);
}

TrainingSummary start_or_resume_training(const TrainingConfig& wanted, const fs::path& folder,
                                         const std::atomic<bool>& stop,
                                         const TrainingCallbacks& callbacks) {
  const fs::path file = folder / "config.toml";
  if (!fs::exists(file)) return start_training(wanted, folder, stop, callbacks);
  const FolderLock lock(folder);
  const TrainingConfig begun = resolved(load_config(file.string()));
  TrainingConfig again = resolve_and_note(wanted, callbacks);
  if (again.net.prune_start_net) again.net.hidden_widths = begun.net.hidden_widths;
  const std::string difference = describe_config_difference(begun, again);
  if (!difference.empty()) {
    throw InputError(folder.string() + ": already contains another run: " + difference);
  }
  return continue_run(again, folder, stop, callbacks);
}

}  // namespace gioul
