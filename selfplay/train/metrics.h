// Writes metrics.jsonl, the log of a training run: one JSON event per line. `gioul report` plots
// it; docs/report.md documents the keys.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

#include "base/files.h"
#include "nn/train/trainer.h"
#include "selfplay/config/config.h"
#include "selfplay/loop/generation.h"
#include "selfplay/train/strength.h"

namespace gioul {

/// The time of an event in a training run, in games and in seconds.
struct MetricsTime {
  std::int64_t games_learned = 0;  // games that the net has learned from so far
  /// The training time so far, including the time before the run was resumed, but not strength
  /// tests.
  double training_seconds = 0.0;
};

/// The lines of a metrics file that a resumed run keeps: the complete lines among the bytes that
/// had been written before its checkpoint.
struct KeptMetrics {
  std::uint64_t byte_count = 0;       // total length of these lines
  std::int64_t generation_count = 0;  // number of these lines that log a generation
  std::string games_hash = {};        // "games_hash" of the last of those; "" if there is none
  std::string problem = {};           // message about damage in the file; "" if it has none
};

/// Finds the complete lines among the first `counted` bytes of a metrics file. The file may be
/// missing, shorter than that or damaged.
KeptMetrics scan_metrics(const std::filesystem::path& file, std::uint64_t counted);

/// Appends events to metrics.jsonl, the log of a training run.
class MetricsFile {
 public:
  /// Opens the file and truncates it to `bytes_to_keep` bytes, since a resumed run drops the events
  /// after its checkpoint. Throws std::runtime_error if the file cannot be opened.
  MetricsFile(const std::filesystem::path& file, std::uint64_t bytes_to_keep)
      : file_(file, bytes_to_keep) {}

  // The functions below append one event each. They throw std::runtime_error if the file cannot be
  // written.

  /// Logs that the run has started or resumed, with the program's version, the kernel, the checksum
  /// of `net`, and the settings that have changed since the last checkpoint.
  void add_run_start(const MetricsTime& time, const Net& net,
                     std::span<const ConfigChange> changes);
  /// Logs that the net has learned from generation `number`, with the loss and the statistics of
  /// the generation's games. `games_hash` is the hash of all games of the run so far.
  void add_generation(const MetricsTime& time, std::uint64_t number, const Generation& generation,
                      const LossByOutcome& loss, double learning_rate, std::uint64_t games_hash);
  /// Logs the result of a strength test: games of `net` against one opponent.
  void add_strength(const MetricsTime& time, const StrengthResult& result, const Net& net);
  /// Logs a calibration of the newest net: its predictions compared with results.
  void add_calibration(const MetricsTime& time, const Calibration& calibration);
  /// Logs a gate test: games of the newest net against the best one so far.
  void add_gate(const MetricsTime& time, const GateResult& result);

  /// Syncs the file to disk. Returns its length in bytes.
  std::uint64_t sync() { return file_.sync(); }

 private:
  AppendOnlyFile file_;
};

}  // namespace gioul
