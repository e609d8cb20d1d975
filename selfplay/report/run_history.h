// What a training run has written about itself, as plain data: its config and its metrics.jsonl.
// A run of any length takes little memory, as neighbouring generations are summed up where needed.
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

/// What every generation line may tell. Each is a ratio, such as gammons to games or loss to one,
/// so that the value of many generations together is the ratio of the sums.
enum class Metric : unsigned char {
  kLoss,       // nats
  kLossLose2,  // shares of kLoss, one for each outcome in the order of engine/outcome.h
  kLossLose1,
  kLossTie,
  kLossWin1,
  kLossWin2,
  kLearningRate,
  kGamesPerSecond,
  kEvaluationsPerSecond,
  kDecisionsPerGame,
  kGammonShare,    // of the games
  kForfeitShare,   // of the decisions: a side plays what the other forfeited
  kFirstWinShare,  // of the games, ties counted half
  kFirstPoints,    // of the first player, per game
  kCount
};

inline constexpr std::size_t kMetrics = static_cast<std::size_t>(Metric::kCount);

struct Ratio {
  double sum = 0.0;
  double weight = 0.0;  // 0: not known
};

/// One generation, or several in a row summed up.
struct Stretch {
  std::int64_t generations = 0;
  double games_total = 0.0;    // each generation's games since the run's beginning, summed
  double seconds_total = 0.0;  // the same of training time
  std::array<Ratio, kMetrics> ratios;
};

/// A match against a fixed opponent while training.
struct StrengthMeasurement {
  double games = 0.0;  // that the net had learned from
  double seconds = 0.0;
  std::string opponent;
  double points = 0.0;  // of the net, per game
  double error = 0.0;   // standard error
  double pairs = 0.0;   // of games with mirrored dice
};

struct CalibrationMeasurement {
  /// Predictions of one probability between two bounds, against what came.
  struct Bin {
    std::string outcome;  // such as "win" or "lose 2"
    double low = 0.0;
    double high = 0.0;
    double count = 0.0;
    double predicted_sum = 0.0;
    double actual_sum = 0.0;
  };

  double games = 0.0;
  double seconds = 0.0;
  std::vector<Bin> bins;
};

struct RunHistory {
  std::string name;  // the folder's, printable
  TrainingConfig config;
  std::int64_t generations = 0;  // read from the file
  std::int64_t games = 0;        // after the last of them
  double seconds = 0.0;
  std::vector<Stretch> stretches;  // in order; there is a most
  std::vector<StrengthMeasurement> strength;
  std::vector<CalibrationMeasurement> calibrations;
  bool last_line_cut = false;  // by the end of the file: the run was killed or is writing
  std::string net_checksum;    // empty without a net
  std::string net_version;     // of the program that trained it
  std::string net_problem;     // why there is a net but it can't be read
};

inline constexpr std::size_t kMaxStretches = 16384;

/// What `gioul train` keeps in a run's folder.
inline constexpr std::array<std::string_view, 5> kRunFiles = {
    "config.toml", "metrics.jsonl", "net.safetensors", "checkpoint.bin", "checkpoint.previous.bin"};

/// Adds what the lines of a run's metrics say to `history`. Throws InputError ("NAME:LINE: ...")
/// for what is damaged; a last line without an end is left out, and so are events and keys that are
/// not known. `most_stretches` is even.
void read_metrics(std::istream& in, const std::string& name, RunHistory& history,
                  std::size_t most_stretches = kMaxStretches);

/// Reads a run's folder. A run that has not finished its first generation has no stretches. Throws
/// InputError if there is no run, and as read_metrics() does.
RunHistory read_run_history(const std::filesystem::path& folder);

}  // namespace gioul
