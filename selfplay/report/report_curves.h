// Downsamples the history of training runs to curves of at most a few hundred points. The HTML, CSV
// and JSON reports all show these curves.
#pragma once

#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "selfplay/report/run_history.h"

namespace gioul {

/// The value (NaN) of CurvePoint::standard_error if the standard error is unknown.
inline constexpr double kUnknownStandardError = std::numeric_limits<double>::quiet_NaN();

/// One point of a curve. Its x coordinate is given both in games and in seconds.
struct CurvePoint {
  double games = 0.0;                             // games that the net had learned from
  double seconds = 0.0;                           // training time before the point, in seconds
  double value = 0.0;                             // value of the metric
  double standard_error = kUnknownStandardError;  // standard error, if known
  double degrees_of_freedom = std::numeric_limits<double>::infinity();  // of the standard error
};

/// The curve of one metric during a run.
struct Curve {
  std::string metric_name;  // such as "loss", "strength:blocker" or "calibration_actual:win:9"
  std::vector<CurvePoint> points;  // points in order of games; at least one
};

/// The curves of one run, in this order of metrics: the metrics of Metric, strength:OPPONENT,
/// calibration_error:OUTCOME, and for each bin of the last calibration
/// calibration_predicted:OUTCOME:BIN, calibration_actual:OUTCOME:BIN and
/// calibration_count:OUTCOME:BIN.
struct RunCurves {
  std::string run_name;  // name of the run
  std::vector<Curve> curves;

  /// Returns the curve of a metric, or null if the run did not record it.
  const Curve* find_curve(std::string_view metric) const;
};

/// Returns the name of a metric in files and on the page, such as "games_per_second".
std::string_view metric_name(Metric metric);

/// Limits the number of points of a curve.
struct DownsamplingOptions {
  std::size_t max_points = 120;          // points per curve
  std::size_t max_test_points = 40;      // points per curve of strength tests and calibrations
  bool has_logarithmic_buckets = false;  // buckets have equal widths on a logarithmic axis
};

/// Makes the curves of a run, with the number of points that `rule` allows.
///
/// Metrics: consecutive generations are combined in buckets. Each bucket gives one point: the ratio
/// of its sums, at the mean of its games and seconds. The standard error of a point is estimated
/// from the differences within its bucket; it is unknown for fewer than four generations. A run of
/// 192 generations or more has equal buckets of at least eight generations.
///
/// Strength tests: if there are more than max_test_points (on a logarithmic axis: more than ten per
/// decade), consecutive tests are averaged, weighted by their numbers of pairs. Calibrations: if
/// there are more than max_test_points, some are dropped, but never the last.
RunCurves build_curves(const RunHistory& history, const DownsamplingOptions& rule);

/// Returns the metrics of all runs whose names start with `prefix`, each once, in order of runs and
/// curves.
std::vector<std::string> metrics_with_prefix(std::span<const RunCurves> runs,
                                             std::string_view prefix);

/// Formats the curves of runs as CSV: a header line, run,metric,x_games,x_seconds,value,error, and
/// one line per point.
std::string report_csv(std::span<const RunCurves> runs);

/// Formats the curves of runs as JSON, one object per point and line. An unknown standard error is
/// null.
std::string report_json_lines(std::span<const RunCurves> runs);

}  // namespace gioul
