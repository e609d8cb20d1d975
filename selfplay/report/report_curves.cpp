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
std::vector<std::size_t> bucket_numbers(std::size_t spans, const Downsampling& rule) {
  const std::size_t small = std::min<std::size_t>(spans, 24);
  const std::size_t buckets = std::clamp(spans / 8, small, std::max(small, rule.max_points));
  std::vector<std::size_t> numbers(spans);
  for (std::size_t i = 0; i < spans; ++i) {
    numbers[i] = i * buckets / spans;
    if (rule.logarithmic) {
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
    const Ratio& ratio = span.ratios[metric];
    if (!(ratio.weight > 0)) continue;
    known += 1.0;
    generations += static_cast<double>(span.generations);
    point.games += span.games_total;
    point.seconds += span.seconds_total;
    all.sum += ratio.sum;
    all.weight += ratio.weight;
  }
  if (known == 0.0) return point;
  point.games /= generations;
  point.seconds /= generations;
  point.value = all.sum / all.weight;
  if (known < kMinForError || static_cast<Metric>(metric) == Metric::kLearningRate) return point;
  double squares = 0.0;
  for (const GenerationSpan& span : bucket) {
    const Ratio& ratio = span.ratios[metric];
    const double rest = ratio.sum - point.value * ratio.weight;
    if (ratio.weight > 0) squares += rest * rest;
  }
  point.standard_error = std::sqrt(squares * known / (known - 1.0)) / all.weight;
  return point;
}

Curve metric_curve(const RunHistory& history, const std::vector<std::size_t>& numbers,
                   std::size_t metric) {
  Curve curve{.metric = std::string(kNames[metric]), .points = {}};
  const std::span<const GenerationSpan> spans = history.spans;
  for (std::size_t begin = 0, end = 0; begin < spans.size(); begin = end) {
    while (end < spans.size() && numbers[end] == numbers[begin]) ++end;
    const CurvePoint point = curve_point(spans.subspan(begin, end - begin), metric);
    if (point.games > 0) curve.points.push_back(point);
  }
  return curve;
}

// Averages measurements, weighted by their numbers of pairs.
CurvePoint merged_points(std::span<const CurvePoint> points, std::span<const double> pairs) {
  CurvePoint sum{.standard_error = 0.0};
  double weights = 0.0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double weight = std::max(pairs[i], 1.0);
    weights += weight;
    sum.games += weight * points[i].games;
    sum.seconds += weight * points[i].seconds;
    sum.value += weight * points[i].value;
    sum.standard_error = std::hypot(sum.standard_error, weight * points[i].standard_error);
  }
  return {.games = sum.games / weights,
          .seconds = sum.seconds / weights,
          .value = sum.value / weights,
          .standard_error = sum.standard_error / weights};
}

// Returns how many measurements from `begin` on make one point, such that error bars do not
// overlap.
std::size_t merged_count(std::span<const CurvePoint> points, std::size_t begin,
                         const Downsampling& rule) {
  if (!rule.logarithmic) {
    return std::min((points.size() + rule.max_marks - 1) / rule.max_marks, points.size() - begin);
  }
  constexpr double kRatio = 1.2589254;  // ten points per decade
  std::size_t end = begin + 1;
  while (end < points.size() && points[end].games < kRatio * points[begin].games) ++end;
  return end - begin;
}

void add_strength(const RunHistory& history, const Downsampling& rule, std::vector<Curve>& curves) {
  struct Measured {
    std::vector<CurvePoint> points;
    std::vector<double> pairs;
  };
  std::map<std::string, Measured> opponents;
  for (const StrengthMeasurement& one : history.strength) {
    Measured& measured = opponents[one.opponent];
    measured.points.push_back({one.games, one.seconds, one.points, one.standard_error});
    measured.pairs.push_back(one.pairs);
  }
  for (const auto& [opponent, measured] : opponents) {
    Curve curve{.metric = "strength:" + opponent, .points = {}};
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
void add_calibration_errors(const RunHistory& history, const Downsampling& rule,
                            std::vector<Curve>& curves) {
  std::vector<CurvePoint> places;
  for (const CalibrationMeasurement& one : history.calibrations) {
    places.push_back({.games = one.games, .seconds = one.seconds});
  }
  std::map<std::string, Curve> outcomes;
  for (std::size_t begin = 0; begin < places.size();) {
    begin += merged_count(places, begin, rule);
    std::map<std::string, Ratio> sums;
    for (const CalibrationMeasurement::Bin& bin : history.calibrations[begin - 1].bins) {
      sums[bin.outcome].sum += std::abs(bin.predicted_sum - bin.actual_sum);
      sums[bin.outcome].weight += bin.count;
    }
    for (const auto& [outcome, sum] : sums) {
      if (!(sum.weight > 0)) continue;
      Curve& curve = outcomes[outcome];
      curve.metric = "calibration_error:" + outcome;
      CurvePoint point = places[begin - 1];
      point.value = sum.sum / sum.weight;
      curve.points.push_back(point);
    }
  }
  for (auto& [outcome, curve] : outcomes) curves.push_back(std::move(curve));
}

void add_last_calibration(const CalibrationMeasurement& calibration, std::vector<Curve>& curves) {
  std::map<std::string, int> numbers;
  for (const CalibrationMeasurement::Bin& bin : calibration.bins) {
    const std::string end = ":" + bin.outcome + ":" + std::to_string(numbers[bin.outcome]++);
    if (!(bin.count > 0)) continue;
    const double actual = bin.actual_sum / bin.count;
    // Treats positions as independent. Those of one game are not, so the true error is larger.
    const double error = std::sqrt(std::max(actual * (1.0 - actual), 0.0) / bin.count);
    const auto add = [&](const char* name, double value, double standard_error) {
      curves.push_back(
          {.metric = name + end,
           .points = {{calibration.games, calibration.seconds, value, standard_error}}});
    };
    add("calibration_predicted", bin.predicted_sum / bin.count, kUnknownError);
    add("calibration_actual", actual, error);
    add("calibration_count", bin.count, kUnknownError);
  }
}

}  // namespace

const Curve* RunCurves::find(std::string_view metric) const {
  const auto found = std::ranges::find(curves, metric, &Curve::metric);
  return found == curves.end() ? nullptr : &*found;
}

std::string_view metric_name(Metric metric) { return kNames[static_cast<std::size_t>(metric)]; }

RunCurves build_curves(const RunHistory& history, const Downsampling& rule) {
  RunCurves run_curves{.run = history.name, .curves = {}};
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
      if (!curve.metric.starts_with(prefix)) continue;
      if (std::ranges::find(names, curve.metric) == names.end()) names.push_back(curve.metric);
    }
  }
  return names;
}

std::string report_csv(std::span<const RunCurves> runs) {
  std::string text = "run,metric,x_games,x_seconds,value,error\n";
  for (const RunCurves& run : runs) {
    for (const Curve& curve : run.curves) {
      const std::string head = format_csv_field(run.run) + "," + format_csv_field(curve.metric);
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
            {"run", run.run},
            {"metric", curve.metric},
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
