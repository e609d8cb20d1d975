#include "selfplay/report/report_curves.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "base/format_number.h"

namespace gioul {

namespace {

constexpr std::array<std::string_view, kMetricCount> kNames = {"loss",
                                                               "loss:lose 2",
                                                               "loss:lose 1",
                                                               "loss:tie",
                                                               "loss:win 1",
                                                               "loss:win 2",
                                                               "learning_rate",
                                                               "games_per_second",
                                                               "evaluations_per_second",
                                                               "decisions_per_game",
                                                               "gammon_share",
                                                               "forfeit_share",
                                                               "first_win_share",
                                                               "first_points"};

// With fewer generations the spread is no useful estimate.
constexpr double kMinForError = 4.0;

// Returns the bucket of each span, in ascending order.
std::vector<std::size_t> bucket_numbers(std::size_t spans, const DownsamplingOptions& rule) {
  const std::size_t small = std::min<std::size_t>(spans, 24);
  const std::size_t buckets = std::clamp(spans / 8, small, std::max(small, rule.max_points));
  std::vector<std::size_t> numbers(spans);
  for (std::size_t i = 0; i < spans; ++i) {
    numbers[i] = i * buckets / spans;
    if (rule.has_logarithmic_buckets) {
      const double part =
          std::log1p(static_cast<double>(i)) / std::log1p(static_cast<double>(spans));
      numbers[i] = static_cast<std::size_t>(part * static_cast<double>(buckets));
    }
  }
  return numbers;
}

// Returns the ratio of sums and its standard error (Cochran, Sampling Techniques, 6.4).
CurvePoint curve_point(std::span<const GenerationSpan> bucket, std::size_t metric) {
  CurvePoint point;
  double generations = 0.0;
  Ratio all;
  double known = 0.0;
  for (const GenerationSpan& span : bucket) {
    const Ratio& ratio = span.metric_ratios[metric];
    if (!(ratio.denominator > 0)) continue;
    known += 1.0;
    generations += static_cast<double>(span.generation_count);
    point.games += span.games_learned_sum;
    point.seconds += span.training_seconds_sum;
    all.numerator += ratio.numerator;
    all.denominator += ratio.denominator;
  }
  if (known == 0.0) return point;
  point.games /= generations;
  point.seconds /= generations;
  point.value = all.numerator / all.denominator;
  if (known < kMinForError || static_cast<Metric>(metric) == Metric::kLearningRate) return point;
  double squares = 0.0;
  for (const GenerationSpan& span : bucket) {
    const Ratio& ratio = span.metric_ratios[metric];
    const double rest = ratio.numerator - point.value * ratio.denominator;
    if (ratio.denominator > 0) squares += rest * rest;
  }
  point.standard_error = std::sqrt(squares * known / (known - 1.0)) / all.denominator;
  point.degrees_of_freedom = known - 1.0;
  return point;
}

Curve metric_curve(const RunHistory& history, const std::vector<std::size_t>& numbers,
                   std::size_t metric) {
  Curve curve{.metric_name = std::string(kNames[metric]), .points = {}};
  const std::span<const GenerationSpan> spans = history.spans;
  for (std::size_t begin = 0, end = 0; begin < spans.size(); begin = end) {
    while (end < spans.size() && numbers[end] == numbers[begin]) ++end;
    const CurvePoint point = curve_point(spans.subspan(begin, end - begin), metric);
    if (point.games > 0) curve.points.push_back(point);
  }
  return curve;
}

// Averages measurements, weighted by their numbers of pairs. All measurements use the same dice, so
// their errors are added as if fully correlated, which gives an upper bound.
CurvePoint merged_points(std::span<const CurvePoint> points, std::span<const double> pairs) {
  CurvePoint sum{.standard_error = 0.0};
  double weights = 0.0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double weight = std::max(pairs[i], 1.0);
    weights += weight;
    sum.games += weight * points[i].games;
    sum.seconds += weight * points[i].seconds;
    sum.value += weight * points[i].value;
    sum.standard_error += weight * points[i].standard_error;
  }
  return {.games = sum.games / weights,
          .seconds = sum.seconds / weights,
          .value = sum.value / weights,
          .standard_error = sum.standard_error / weights};
}

// Returns how many measurements from `begin` on make one point, such that error bars do not
// overlap.
std::size_t merged_count(std::span<const CurvePoint> points, std::size_t begin,
                         const DownsamplingOptions& rule) {
  if (!rule.has_logarithmic_buckets) {
    return std::min((points.size() + rule.max_test_points - 1) / rule.max_test_points,
                    points.size() - begin);
  }
  constexpr double kRatio = 1.2589254;  // ten points per decade
  std::size_t end = begin + 1;
  while (end < points.size() && points[end].games < kRatio * points[begin].games) ++end;
  return end - begin;
}

void add_strength(const RunHistory& history, const DownsamplingOptions& rule,
                  std::vector<Curve>& curves) {
  struct Measured {
    std::vector<CurvePoint> points;
    std::vector<double> pairs;
  };
  std::map<std::string, Measured> opponents;
  for (const StrengthMeasurement& one : history.strength_measurements) {
    Measured& measured = opponents[one.opponent];
    measured.points.push_back(
        {one.games_learned, one.training_seconds, one.points_per_game, one.standard_error});
    measured.pairs.push_back(one.pair_count);
  }
  for (const auto& [opponent, measured] : opponents) {
    Curve curve{.metric_name = "strength:" + opponent, .points = {}};
    std::size_t length = 0;
    for (std::size_t begin = 0; begin < measured.points.size(); begin += length) {
      length = merged_count(measured.points, begin, rule);
      curve.points.push_back(merged_points(std::span(measured.points).subspan(begin, length),
                                           std::span(measured.pairs).subspan(begin, length)));
    }
    curves.push_back(std::move(curve));
  }
}

// Adds the mean absolute difference between predicted and actual frequencies.
void add_calibration_errors(const RunHistory& history, const DownsamplingOptions& rule,
                            std::vector<Curve>& curves) {
  std::vector<CurvePoint> times;  // points without values
  for (const CalibrationMeasurement& one : history.calibrations) {
    times.push_back({.games = one.games_learned, .seconds = one.training_seconds});
  }
  std::map<std::string, Curve> outcomes;
  for (std::size_t begin = 0; begin < times.size();) {
    begin += merged_count(times, begin, rule);
    std::map<std::string, Ratio> sums;
    for (const CalibrationMeasurement::Bin& bin : history.calibrations[begin - 1].bins) {
      sums[bin.outcome_name].numerator += std::abs(bin.predicted_sum - bin.event_count);
      sums[bin.outcome_name].denominator += bin.prediction_count;
    }
    for (const auto& [outcome, sum] : sums) {
      if (!(sum.denominator > 0)) continue;
      Curve& curve = outcomes[outcome];
      curve.metric_name = "calibration_error:" + outcome;
      CurvePoint point = times[begin - 1];
      point.value = sum.numerator / sum.denominator;
      curve.points.push_back(point);
    }
  }
  for (auto& [outcome, curve] : outcomes) curves.push_back(std::move(curve));
}

void add_last_calibration(const CalibrationMeasurement& calibration, std::vector<Curve>& curves) {
  std::map<std::string, int> numbers;
  for (const CalibrationMeasurement::Bin& bin : calibration.bins) {
    const std::string end =
        ":" + bin.outcome_name + ":" + std::to_string(numbers[bin.outcome_name]++);
    if (!(bin.prediction_count > 0)) continue;
    const double actual = bin.event_count / bin.prediction_count;
    // Treats positions as independent. Those of one game are not, so the true error is larger.
    const double error = std::sqrt(std::max(actual * (1.0 - actual), 0.0) / bin.prediction_count);
    const auto add = [&](const char* name, double value, double standard_error) {
      curves.push_back({.metric_name = name + end,
                        .points = {{calibration.games_learned, calibration.training_seconds, value,
                                    standard_error}}});
    };
    add("calibration_predicted", bin.predicted_sum / bin.prediction_count, kUnknownStandardError);
    add("calibration_actual", actual, error);
    add("calibration_count", bin.prediction_count, kUnknownStandardError);
  }
}

}  // namespace

const Curve* RunCurves::find_curve(std::string_view metric) const {
  const auto found = std::ranges::find(curves, metric, &Curve::metric_name);
  return found == curves.end() ? nullptr : &*found;
}

std::string_view metric_name(Metric metric) { return kNames[static_cast<std::size_t>(metric)]; }

RunCurves build_curves(const RunHistory& history, const DownsamplingOptions& rule) {
  RunCurves run_curves{.run_name = history.name, .curves = {}};
  const std::vector<std::size_t> numbers = bucket_numbers(history.spans.size(), rule);
  for (std::size_t metric = 0; metric < kMetricCount; ++metric) {
    Curve curve = metric_curve(history, numbers, metric);
    if (!curve.points.empty()) run_curves.curves.push_back(std::move(curve));
  }
  add_strength(history, rule, run_curves.curves);
  add_calibration_errors(history, rule, run_curves.curves);
  if (!history.calibrations.empty()) {
    add_last_calibration(history.calibrations.back(), run_curves.curves);
  }
  return run_curves;
}

std::vector<std::string> metrics_with_prefix(std::span<const RunCurves> runs,
                                             std::string_view prefix) {
  std::vector<std::string> names;
  for (const RunCurves& run : runs) {
    for (const Curve& curve : run.curves) {
      if (!curve.metric_name.starts_with(prefix)) continue;
      if (std::ranges::find(names, curve.metric_name) == names.end())
        names.push_back(curve.metric_name);
    }
  }
  return names;
}

std::string report_csv(std::span<const RunCurves> runs) {
  std::string text = "run,metric,x_games,x_seconds,value,error\n";
  for (const RunCurves& run : runs) {
    for (const Curve& curve : run.curves) {
      const std::string head =
          format_csv_field(run.run_name) + "," + format_csv_field(curve.metric_name);
      for (const CurvePoint& point : curve.points) {
        text += head;
        for (const double value : {point.games, point.seconds, point.value, point.standard_error}) {
          text += "," + format_shortest(value);
        }
        text += "\n";
      }
    }
  }
  return text;
}

std::string report_json_lines(std::span<const RunCurves> runs) {
  std::string text;
  for (const RunCurves& run : runs) {
    for (const Curve& curve : run.curves) {
      for (const CurvePoint& point : curve.points) {
        const nlohmann::ordered_json line = {
            {"run", run.run_name},
            {"metric", curve.metric_name},
            {"x_games", point.games},
            {"x_seconds", point.seconds},
            {"value", point.value},
            {"error", std::isfinite(point.standard_error)
                          ? nlohmann::ordered_json(point.standard_error)
                          : nullptr}};
        text += line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
      }
    }
  }
  return text;
}

}  // namespace gioul
