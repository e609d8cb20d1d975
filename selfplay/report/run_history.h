// Reads a run directory (config.toml and metrics.jsonl) as plain data. Merges consecutive
// generations as necessary, so that a run of any length takes bounded memory.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <istream>
#include <string>
#include <string_view>
#include <vector>

#include "selfplay/config/config.h"

namespace gioul {

/// The metrics that a training run logs for each generation. Each is a ratio of sums, such as
/// gammons per game, so that several generations are combined by adding their sums.
enum class Metric : unsigned char {
  kLoss,       // in nats
  kLossLose2,  // parts of kLoss by outcome, in the order of engine/outcome.h
  kLossLose1,
  kLossTie,
  kLossWin1,
  kLossWin2,
  kLearningRate,
  kGamesPerSecond,
  kEvaluationsPerSecond,
  kDecisionsPerGame,
  kGammonShare,   // fraction of games
  kForfeitShare,  // fraction of decisions in which a side plays the opponent's forfeited moves
  kFirstMoverWinShare,  // fraction of games; ties count half
  kFirstMoverPoints,    // points of the player who moves first, per game
  kCount
};

/// Number of metrics.
inline constexpr std::size_t kMetricCount = static_cast<std::size_t>(Metric::kCount);

/// A ratio of sums: its value is numerator / denominator.
struct Ratio {
  double numerator = 0.0;    // numerator
  double denominator = 0.0;  // 0: unknown
};

/// The metrics of one generation, or the sums over several consecutive ones.
struct GenerationSpan {
  std::int64_t generation_count = 0;  // number of generations in the sums
  double games_learned_sum = 0.0;     // sum over the generations of the games learned from so far
  double training_seconds_sum = 0.0;  // sum over the generations of the training time so far
  std::array<Ratio, kMetricCount> metric_ratios;  // the metrics, by index of Metric
};

/// Result of a match against a fixed opponent during training.
struct StrengthMeasurement {
  double games_learned = 0.0;     // games that the net had learned from
  double training_seconds = 0.0;  // training time so far
  std::string opponent;
  double points_per_game = 0.0;  // points that the net won per game
  double standard_error = 0.0;   // standard error
  double pair_count = 0.0;       // mirrored pairs
};

/// One calibration of the net during training: predicted and actual frequencies of outcomes.
struct CalibrationMeasurement {
  /// The predictions of one outcome with a probability from `min_probability` to `max_probability`.
  struct Bin {
    std::string outcome_name;       // name of the outcome, such as "win" or "lose 2"
    double min_probability = 0.0;   // lowest probability
    double max_probability = 0.0;   // highest probability
    double prediction_count = 0.0;  // number of predictions
    double predicted_sum = 0.0;     // sum of the predicted probabilities
    double event_count = 0.0;       // how often the outcome happened
  };

  double games_learned = 0.0;     // games that the net had learned from
  double training_seconds = 0.0;  // training time so far
  std::vector<Bin> bins;
};

/// A setting that was changed when a run was resumed.
struct SettingChange {
  double games_learned = 0.0;  // games that the net had learned from
  std::string key;             // such as "training.games"
  std::string old_value;       // values as TOML
  std::string new_value;
};

/// The history of a training run: everything that a report shows of it.
struct RunHistory {
  std::string name;  // name of the directory, printable
  TrainingConfig config;
  std::int64_t generation_count = 0;  // number of generations in metrics.jsonl
  std::int64_t games = 0;             // after the last generation
  double training_seconds = 0.0;      // training time
  std::vector<GenerationSpan>
      spans;  // metrics of the generations, in order; at most kMaxGenerationSpans
  std::vector<StrengthMeasurement> strength_measurements;  // in the order of the file
  std::vector<CalibrationMeasurement> calibrations;
  std::vector<SettingChange> setting_changes;  // made when the run was resumed
  std::int64_t skipped_line_count = 0;         // damaged lines of metrics.jsonl
  std::string first_skipped_line_problem;      // what is wrong with the first: "FILE:LINE: ..."
  bool is_last_line_incomplete = false;        // the run was killed or is still writing
  std::string net_checksum;                    // checksum of the run's net; empty without a net
  std::string net_program_version;             // version of the program that trained the net
  std::string net_problem;                     // why the net cannot be read; else empty
};

/// Maximum number of spans (generations, merged if necessary) in RunHistory::spans.
inline constexpr std::size_t kMaxGenerationSpans = 16384;

/// Parses metrics.jsonl, the log of a run, into `history`. `name` is that of the file, for
/// messages. Skips and counts damaged lines. Ignores an incomplete last line and unknown events and
/// keys. `max_spans` must be even.
void read_metrics(std::istream& in, const std::string& name, RunHistory& history,
                  std::size_t max_spans = kMaxGenerationSpans);

/// Reads the history of a run from its directory. A run that has not completed a generation has no
/// spans. Throws InputError if there is no run or its config is damaged.
RunHistory read_run_history(const std::filesystem::path& folder);

}  // namespace gioul
