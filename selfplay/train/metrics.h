// What a run writes down about itself while it learns: metrics.jsonl, one event a line. `gioul
// report` draws them; docs/report.md explains every key.
#pragma once

#include <cstdint>
#include <filesystem>

#include "base/files.h"
#include "nn/train/trainer.h"
#include "selfplay/loop/generation.h"
#include "selfplay/train/strength.h"

namespace gioul {

/// When an event happened.
struct MetricsTime {
  std::int64_t games = 0;  // learned from so far
  double seconds = 0.0;    // of training, resumed parts included, measurements left out
};

class MetricsFile {
 public:
  /// Goes on after the first `keep` bytes: a resumed run cuts off what its checkpoint has not seen.
  /// Throws as AppendedFile does.
  MetricsFile(const std::filesystem::path& file, std::uint64_t keep) : file_(file, keep) {}

  // Each throws std::runtime_error if it can't be written.
  /// The run begins or goes on: which program, and from which weights.
  void add_begin(const MetricsTime& time, const Net& net);
  void add_generation(const MetricsTime& time, std::uint64_t number, const Generation& generation,
                      const LossByOutcome& loss, double learning_rate, std::uint64_t games_hash);
  void add_strength(const MetricsTime& time, const LadderResult& result, const Net& net);
  void add_calibration(const MetricsTime& time, const Calibration& calibration);
  void add_gate(const MetricsTime& time, const GateResult& result);

  std::uint64_t bytes() const { return file_.bytes(); }

 private:
  void append(const std::string& line);

  AppendedFile file_;
};

}  // namespace gioul
