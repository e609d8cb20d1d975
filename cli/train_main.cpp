// gioul-train: the only program that links LibTorch. `gioul train` executes it.
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iostream>
#include <mutex>
#include <string_view>
#include <system_error>

#include "base/error.h"
#include "base/text.h"
#include "cli/common/command.h"
#include "cli/common/interrupt_handler.h"
#include "cli/common/progress.h"
#include "selfplay/distributed/distributed_training.h"
#include "selfplay/train/training_run.h"

namespace gioul {

namespace {

std::atomic<bool> stop_requested = false;
static_assert(std::atomic<bool>::is_always_lock_free, "set in a signal handler");

volatile std::sig_atomic_t stopping_signal = 0;

// A second Ctrl-C ends the program at once. The last checkpoint is always intact.
extern "C" void request_stop(int signal) {
  stopping_signal = signal;
  stop_requested = true;
  std::signal(signal, SIG_DFL);
}

// Ends the process at once: other threads may be blocked by a lost rank, and everything on disk is
// safe from sudden ends.
[[noreturn]] void exit_with_error(const std::string& line) {
  static std::mutex once;
  once.lock();  // never released
  const char* const wipe = ::isatty(STDERR_FILENO) != 0 ? "\r\033[K" : "";
  std::fprintf(stderr, "%sgioul train: %s\n", wipe, to_printable_line(line).c_str());
  std::fflush(stderr);
  std::_Exit(1);
}

// Returns the exit code of a stopped run: that of its signal, or of SIGTERM if another process
// stopped it.
int exit_code_if_stopped() {
  return exit_code_for_signal(stopping_signal != 0 ? stopping_signal : SIGTERM);
}

// Handles an exception of a c10d thread, which cannot be caught, when rank 0 ends early.
[[noreturn]] void handle_terminate() {
  if (stop_requested) std::_Exit(exit_code_if_stopped());
  try {
    if (const std::exception_ptr error = std::current_exception()) std::rethrow_exception(error);
  } catch (const std::system_error& error) {
    exit_with_error("rank 0 stopped before all ranks had joined the run: " +
                    error.code().message());
  } catch (...) {
  }
  std::abort();
}

std::string progress_text(const TrainingProgress& progress) {
  std::string line =
      fmt::format("{} of {} games  {:.0f} games/s  {:.0f}k decisions/s  loss {:.4f}",
                  progress.games_learned, progress.total_games, progress.games_per_second,
                  progress.decisions_per_second / 1000.0, progress.loss);
  for (const StrengthResult& measured : progress.strength_results) {
    line += fmt::format("  {} {:+.2f}", measured.opponent.substr(0, 24),
                        measured.game_totals.points_per_game().mean);
  }
  return line + "  " + format_duration(progress.seconds_left) + " left";
}

// Options of `gioul train` that are short for a config key.
struct ShortOption {
  const char* option;
  const char* key;
  const char* quote;
};
constexpr std::array kShortOptions = {
    ShortOption{"variant", "variant", "\""}, ShortOption{"checkers", "checkers", ""},
    ShortOption{"threads", "run.threads", ""}, ShortOption{"device", "training.device", "\""}};

void add_options(CommandLine& line) {
  line.add("config", "FILE",
           "training config (TOML); without it, all settings keep their defaults");
  line.add("stage", "N", "stage of a multi-stage config (default: 1)");
  line.add("out", "DIR", "run directory: config.toml, metrics.jsonl, checkpoints, net.safetensors");
  line.add_repeated("set", "KEY=VALUE",
                    "override a setting (configs/gioul.toml lists all), e.g. "
                    "training.games=100000; repeatable");
  line.add_flag("resume", "resume the run in --out from its last checkpoint");
  line.add("variant", "NAME", "same as --set variant='\"NAME\"'");
  line.add("checkers", "N", "checkers per side; same as --set checkers=N");
  line.add("threads", "N", "self-play threads, 0: all cores; same as --set run.threads=N");
  line.add("device", "NAME", "cpu or cuda; same as --set training.device='\"NAME\"'");
}

std::vector<ConfigOverride> overrides_of(const CommandLine& line) {
  std::vector<ConfigOverride> overrides;
  for (const auto& [option, key, quote] : kShortOptions) {
    if (line.is_given(option))
      overrides.push_back({key, quote + line.string_value(option) + quote});
  }
  for (const std::string& setting : line.string_values("set"))
    overrides.push_back(parse_config_override(setting));
  return overrides;
}

void print_summary(const TrainingSummary& summary, const std::string& folder) {
  std::printf("%s after %ld games, %s of training\n", summary.finished ? "finished" : "stopped",
              static_cast<long>(summary.games_learned),
              format_duration(summary.training_seconds).c_str());
  std::printf("games hash  %016lx\n", static_cast<unsigned long>(summary.games_hash));
  std::printf("net         %s, checksum %016lx\n",
              to_printable_line(summary.net_file.string()).c_str(),
              static_cast<unsigned long>(summary.net_checksum));
  if (!summary.finished)
    std::printf("resume with gioul train --out '%s' --resume\n", to_printable_line(folder).c_str());
}

TrainOptions request_of(const CommandLine& line) {
  TrainOptions request{.folder = line.string_value("out", "run directory"),
                       .resume = line.is_given("resume"),
                       .config = {},
                       .overrides = overrides_of(line)};
  const auto stage =
      line.is_given("stage") ? std::optional(line.integer_value("stage", 1, 1000)) : std::nullopt;
  if (stage && !line.is_given("config")) throw InputError("--stage needs --config FILE");
  if (request.resume) {
    const auto file = std::filesystem::path(request.folder) / "config.toml";
    if (std::filesystem::exists(file)) request.config = load_config(file, request.overrides);
  } else if (line.is_given("config")) {
    request.config = load_config(line.string_value("config"), request.overrides, stage);
  } else {
    request.config = parse_config("", "config", request.overrides);
  }
  return request;
}

TrainingSummary train_alone(const TrainOptions& request, const TrainingCallbacks& callbacks) {
  return request.resume
             ? resume_training(request.folder, request.overrides, stop_requested, callbacks)
             : start_training(*request.config, request.folder, stop_requested, callbacks);
}

int train(int argc, char** argv) {
  CommandLine line("train",
                   "--out DIR [--config FILE | --resume] [OPTION...]\n\n"
                   "  Multi-process training: start it with torchrun, SLURM or mpirun\n"
                   "  (docs/distributed-training.md):\n"
                   "  torchrun --no-python --nproc-per-node 2 gioul train ...",
                   {"gioul train --config configs/gioul.toml --out runs/g1",
                    "gioul train --out runs/g1 --resume"});
  add_options(line);
  if (!line.parse(argc, argv)) return 0;
  if (!line.is_given("out")) throw InputError("--out DIR is required (run directory)");
  if (line.is_given("resume") && line.is_given("config")) {
    throw InputError("--resume uses the run's own config: remove --config");
  }
  const RankInfo info = rank_info_from_environment();
  const TrainOptions request = request_of(line);
  std::signal(SIGINT, request_stop);
  std::signal(SIGTERM, request_stop);

  ProgressLine shown;
  const TrainingCallbacks callbacks = {.on_progress =
                                           [&](const TrainingProgress& progress) {
                                             if (shown.is_due())
                                               shown.show(progress_text(progress));
                                           },
                                       .on_note =
                                           [&](const std::string& note) {
                                             shown.clear();
                                             std::fprintf(stderr, "note: %s\n",
                                                          to_printable_line(note).c_str());
                                           }};
  if (info.world_size > 1) std::set_terminate(handle_terminate);
  const auto summary = info.world_size > 1 ? train_distributed(info, request, stop_requested,
                                                               callbacks, exit_with_error)
                                           : train_alone(request, callbacks);
  shown.clear();
  if (summary) print_summary(*summary, request.folder);
  // An actor rank does not know whether the run is finished.
  const bool is_done = summary ? summary->finished : !stop_requested;
  if (is_done) return 0;
  // Without a summary, threads of c10d may still wait for ranks that have not joined.
  if (!summary) std::_Exit(exit_code_if_stopped());
  return exit_code_if_stopped();
}

}  // namespace

}  // namespace gioul

int main(int argc, char** argv) {
  const auto fail = [](int code, std::string_view message) {
    std::fprintf(stderr, "gioul train: %s\n", gioul::to_printable_line(message).c_str());
    return code;
  };
  std::signal(SIGXFSZ, SIG_IGN);  // exceeding the file size limit is a write error with a message
  try {
    const int code = gioul::train(argc, argv);
    std::cout.flush();
    if (!std::cout || std::fflush(stdout) != 0) {
      throw std::runtime_error("cannot write to standard output");
    }
    return code;
  } catch (const gioul::InputError& error) {
    return fail(2, error.what());
  } catch (const gioul::MemoryError& error) {
    return fail(1, error.what());
  } catch (const std::bad_alloc&) {
    return fail(1, gioul::kOutOfMemoryMessage);
  } catch (const std::filesystem::filesystem_error& error) {
    return fail(gioul::is_impossible_path(error) ? 2 : 1, gioul::filesystem_error_message(error));
  } catch (const std::exception& error) {
    return fail(1, error.what());
  }
}
