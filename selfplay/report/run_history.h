// Reads a run directory (config.toml and metrics.jsonl) as plain data. Merges consecutive
// generations if there are many, so that a run of any length takes a limited amount of memory.
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
  kLoss,       // cross-entropy in nats
  kLossLose2,  // the parts of kLoss by outcome, in the order of engine/outcome.h
  kLossLose1,
  kLossTie,
  kLossWin1,
  kLossWin2,
  kLearningRate,
  kGamesPerSecond,
  kEvaluationsPerSecond,
  kDecisionsPerGame,
  kGammonShare,         // fraction of games won by 2 points
  kForfeitShare,        // fraction of decisions about moves that the opponent forfeited
  kFirstMoverWinShare,  // fraction of games won by the player who moves first; ties count half
  kFirstMoverPoints,    // points per game won minus lost by the player who moves first
  kCount
};

/// Number of metrics.
inline constexpr std::size_t kMetricCount = static_cast<std::size_t>(Metric::kCount);

/// A ratio of sums: its value is numerator / denominator.
struct Ratio {
  double numerator = 0.0;
  double denominator = 0.0;  // 0 if the value is unknown
};

/// The metrics of one generation, or the sums over several consecutive ones.
struct GenerationSpan {
  std::int64_t generation_count = 0;  // number of generations in the sums
  /// The sum, over the generations, of the number of games learned from up to that generation.
  double games_learned_sum = 0.0;
  /// The sum, over the generations, of the training time up to that generation, in seconds.
  double training_seconds_sum = 0.0;
  std::array<Ratio, kMetricCount> metric_ratios;  // the metrics, by Metric
};

/// The result of a strength test during training: games of the net against a fixed opponent.
struct StrengthMeasurement {
  double games_learned = 0.0;     // games that the net had learned from
  double training_seconds = 0.0;  // training time so far
  std::string opponent;           // name of the opponent
  double points_per_game = 0.0;   // points that the net won per game
  double standard_error = 0.0;    // standard error of points_per_game
  double pair_count = 0.0;        // number of mirrored pairs of games
};

/// One calibration of the net during training: predicted and actual frequencies of outcomes.
struct CalibrationMeasurement {
  /// The predictions of one outcome whose probability is in one interval.
  struct Bin {
    std::string outcome_name;       // name of the outcome, such as "win" or "lose 2"
    double prediction_count = 0.0;  // number of predictions
    double predicted_sum = 0.0;     // sum of the predicted probabilities
    double event_count = 0.0;       // number of predictions whose outcome happened
  };

  double games_learned = 0.0;     // games that the net had learned from
  double training_seconds = 0.0;  // training time so far
  std::vector<Bin> bins;          // bins of all outcomes
};

/// A setting that was changed when a run was resumed.
struct SettingChange {
  double games_learned = 0.0;  // games that the net had learned from
  std::string key;             // key of the setting, such as "training.games"
  std::string old_value;       // old value as TOML
  std::string new_value;       // new value as TOML
};

/// The history of a training run: everything that a report shows.
struct RunHistory {
  std::string name;                   // name of the directory, without line breaks
  TrainingConfig config;              // config of the run
  std::int64_t generation_count = 0;  // number of generations in metrics.jsonl
  std::int64_t games_learned = 0;     // games that the net has learned from
  double training_seconds = 0.0;      // training time of the whole run
  /// The metrics of the generations, in order. At most kMaxGenerationSpans spans.
  std::vector<GenerationSpan> spans;
  std::vector<StrengthMeasurement> strength_measurements;  // in the order of metrics.jsonl
  std::vector<CalibrationMeasurement> calibrations;        // in the order of metrics.jsonl
  std::vector<SettingChange> setting_changes;  // settings changed when the run was resumed
  std::int64_t skipped_line_count = 0;         // number of damaged lines of metrics.jsonl
  std::string first_skipped_line_problem;      // error message of the first one: "FILE:LINE: ..."
  bool is_last_line_incomplete = false;  // the run was killed or is still writing the last line
  std::string net_checksum;              // checksum of the run's net; empty without a net
  std::string net_program_version;       // version of the program that trained the net
  std::string net_problem;               // why the net cannot be read; "" if it can
};

/// Maximum number of spans in RunHistory::spans. Longer runs have spans of several generations.
inline constexpr std::size_t kMaxGenerationSpans = 16384;

/// Parses metrics.jsonl, the log of a run, into `history`. `name` is the name of the file in
/// messages, and `max_spans` is the maximum number of spans, which must be even. Skips and counts
/// damaged lines. Ignores an incomplete last line, unknown events and unknown keys.
void read_metrics(std::istream& in, const std::string& name, RunHistory& history,
                  std::size_t max_spans = kMaxGenerationSpans);

/// Reads the history of a run from its directory. A run that has not completed a generation has no
/// spans. Throws InputError if there is no run or its config is damaged.
RunHistory read_run_history(const std::filesystem::path& folder);

}  // namespace gioul
