// The figures of a report: what is drawn on the page is what the CSV and the JSON lines hold.
// Each curve has a few hundred points at most, however long the run was.
#pragma once

#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "selfplay/report/run_history.h"

namespace gioul {

inline constexpr double kNoError = std::numeric_limits<double>::quiet_NaN();

struct FigurePoint {
  double games = 0.0;
  double seconds = 0.0;
  double value = 0.0;
  double error = kNoError;  // standard error, if it is known
};

/// Its points in the order of games. Never empty.
struct Curve {
  std::string metric;  // such as "loss", "strength:blocker" or "calibration_actual:win:9"
  std::vector<FigurePoint> points;
};

/// One run's curves: those of Metric in that order, then strength:OPPONENT,
/// calibration_error:OUTCOME, and for each bin of the last calibration
/// calibration_predicted:OUTCOME:BIN, ..._actual, ..._count.
struct RunFigures {
  std::string run;
  std::vector<Curve> curves;

  /// Null if the run did not tell.
  const Curve* find(std::string_view metric) const;
};

/// The name of a metric in files and on the page, such as "games_per_second".
std::string_view name_of(Metric metric);

/// How the history of a run of any length becomes curves.
struct BucketRule {
  std::size_t most = 120;       // points a curve
  std::size_t most_marks = 40;  // the same of what is measured now and then
  bool logarithmic = false;     // buckets grow with the games before them, else they are equal
};

/// A point is the mean of one bucket of generations in a row (the ratio of sums), at the mean of
/// their games and seconds. Its error comes from how the generations of the bucket differ, and is
/// not known for fewer than four. With 192 generations and more, equal buckets have at least
/// eight. Where there are more measurements of strength than marks (logarithmic: than ten in a
/// factor of ten), some in a row are joined, each weighing as many pairs as it had; of calibrations
/// some are left out, but never the last.
RunFigures make_figures(const RunHistory& history, const BucketRule& rule);

/// The names that begin so among all runs' metrics, each once: by run, then in its order.
std::vector<std::string> metrics_with(std::span<const RunFigures> runs, std::string_view begin);

/// `run,metric,x_games,x_seconds,value,error`, a line a point after a line of names.
std::string report_csv(std::span<const RunFigures> runs);

/// The same as one JSON object a line; an unknown error is null.
std::string report_json_lines(std::span<const RunFigures> runs);

}  // namespace gioul
