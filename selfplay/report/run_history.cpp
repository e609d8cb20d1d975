#include "selfplay/report/run_history.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <optional>

#include "base/error.h"
#include "base/json_object.h"
#include "base/text.h"
#include "engine/outcome.h"
#include "nn/net/net_file.h"

namespace gioul {

namespace {

constexpr std::size_t kMaxLine = 1 << 20;
constexpr double kMaxNumber = 1e15;  // sums of such numbers stay finite, and integers exact

// Reads a number that may be missing or null, as a loss that is not finite is.
std::optional<double> number(const JsonObject& line, const char* key, double low = -kMaxNumber) {
  if (!line.has_value(key)) return std::nullopt;
  return line.get_number(key, low, kMaxNumber);
}
// Like number(), but throws InputError for a negative number.
std::optional<double> amount(const JsonObject& line, const char* key) {
  return number(line, key, 0.0);
}

double needed_amount(const JsonObject& line, const char* key) {
  return line.get_number(key, 0.0, kMaxNumber);
}

std::string needed_text(const JsonObject& line, const char* key) {
  return to_printable_line(line.get_string(key));
}

void add(GenerationSpan& to, const GenerationSpan& more) {
  to.generation_count += more.generation_count;
  to.games_learned_sum += more.games_learned_sum;
  to.training_seconds_sum += more.training_seconds_sum;
  for (std::size_t i = 0; i < kMetricCount; ++i) {
    to.metric_ratios[i].numerator += more.metric_ratios[i].numerator;
    to.metric_ratios[i].denominator += more.metric_ratios[i].denominator;
  }
}

class HistoryReader {
 public:
  HistoryReader(RunHistory& history, std::size_t max_spans)
      : history_(history), max_spans_(max_spans) {}

  void read_line(const JsonObject& fields) {
    if (!fields.has_value("event")) {
      throw InputError("was written by an older version (expected an \"event\")");
    }
    const std::string event = needed_text(fields, "event");
    if (event == "begin") read_changes(fields);
    if (event == "generation") read_generation(fields);
    if (event == "strength") read_strength(fields);
    if (event == "calibration") read_calibration(fields);
  }

 private:
  void read_changes(const JsonObject& fields) {
    if (!fields.has_value("changes")) return;
    for (const JsonObject& change : fields.get_objects("changes")) {
      history_.setting_changes.push_back({.games_learned = needed_amount(fields, "games"),
                                          .key = needed_text(change, "key"),
                                          .old_value = needed_text(change, "before"),
                                          .new_value = needed_text(change, "after")});
    }
  }

  void read_generation(const JsonObject& fields) {
    const double games = needed_amount(fields, "games");
    const double seconds = amount(fields, "seconds").value_or(history_.training_seconds);
    const auto before = static_cast<double>(history_.games_learned);
    if (games <= before) {
      throw InputError("games: " + std::to_string(std::llround(games)) + " after " +
                       std::to_string(history_.games_learned) + ", expected an increase");
    }
    if (seconds < history_.training_seconds)
      throw InputError("seconds: less than in the previous generation");
    const double played = amount(fields, "generation_games").value_or(games - before);

    GenerationSpan span{.generation_count = 1,
                        .games_learned_sum = games,
                        .training_seconds_sum = seconds,
                        .metric_ratios = {}};
    const auto set = [&](Metric metric, const std::optional<double>& sum, double weight) {
      if (sum && weight > 0) span.metric_ratios[static_cast<std::size_t>(metric)] = {*sum, weight};
    };
    const double duration = seconds - history_.training_seconds;
    set(Metric::kLoss, number(fields, "loss"), 1.0);
    set(Metric::kLearningRate, amount(fields, "learning_rate"), 1.0);
    set(Metric::kGamesPerSecond, games - before, duration);
    set(Metric::kEvaluationsPerSecond, amount(fields, "evaluations"), duration);
    const auto decisions = number(fields, "decisions");
    set(Metric::kDecisionsPerGame, decisions, played);
    set(Metric::kGammonShare, number(fields, "gammons"), played);
    set(Metric::kForfeitShare, amount(fields, "forfeits"), decisions.value_or(0.0));
    set(Metric::kFirstMoverWinShare, amount(fields, "first_wins"), played);
    set(Metric::kFirstMoverPoints, number(fields, "first_points"), played);
    if (fields.has_value("loss_by_outcome")) {
      const auto parts =
          fields.get_numbers("loss_by_outcome", kOutcomeCount, -kMaxNumber, kMaxNumber);
      for (std::size_t i = 0; i < kOutcomeCount; ++i) {
        if (std::isnan(parts[i])) continue;
        set(static_cast<Metric>(static_cast<std::size_t>(Metric::kLossLose2) + i), parts[i], 1.0);
      }
    }
    history_.generation_count += 1;
    history_.games_learned = std::llround(games);
    history_.training_seconds = seconds;
    append(span);
  }

  // All spans but the last have `generations_per_span_` generations. It doubles when there are too
  // many spans.
  void append(const GenerationSpan& generation) {
    auto& spans = history_.spans;
    if (!spans.empty() && spans.back().generation_count < generations_per_span_) {
      add(spans.back(), generation);
      return;
    }
    if (spans.size() == max_spans_) {
      for (std::size_t i = 0; i < max_spans_ / 2; ++i) {
        GenerationSpan pair = spans[2 * i];
        add(pair, spans[2 * i + 1]);
        spans[i] = pair;
      }
      spans.resize(max_spans_ / 2);
      generations_per_span_ *= 2;
    }
    spans.push_back(generation);
  }

  void read_strength(const JsonObject& fields) {
    history_.strength_measurements.push_back(
        {.games_learned = needed_amount(fields, "games"),
         .training_seconds = amount(fields, "seconds").value_or(history_.training_seconds),
         .opponent = needed_text(fields, "opponent"),
         .points_per_game = fields.get_number("points", -kMaxNumber, kMaxNumber),
         .standard_error = amount(fields, "error").value_or(0.0),
         .pair_count = amount(fields, "pairs").value_or(0.0)});
  }

  void read_calibration(const JsonObject& fields) {
    CalibrationMeasurement calibration{
        .games_learned = needed_amount(fields, "games"),
        .training_seconds = amount(fields, "seconds").value_or(history_.training_seconds),
        .bins = {}};
    for (const JsonObject& bin : fields.get_objects("bins")) {
      calibration.bins.push_back({.outcome_name = needed_text(bin, "outcome"),
                                  .prediction_count = needed_amount(bin, "count"),
                                  .predicted_sum = needed_amount(bin, "predicted_sum"),
                                  .event_count = needed_amount(bin, "actual_sum")});
    }
    history_.calibrations.push_back(std::move(calibration));
  }

  RunHistory& history_;
  std::size_t max_spans_;
  std::int64_t generations_per_span_ = 1;
};

// Reads a line; returns false if it is incomplete. Stops early in a line that is too long.
bool read_line(std::istream& in, std::string& line) {
  line.clear();
  for (char character = 0; in.get(character);) {
    if (character == '\n') return true;
    line += character;
    if (line.size() > kMaxLine) return true;
  }
  return false;
}

}  // namespace

namespace fs = std::filesystem;

RunHistory read_run_history(const fs::path& folder) {
  const fs::path config = folder / "config.toml";
  if (!fs::exists(config))
    throw InputError(folder.string() + ": not a run directory (no config.toml)");
  RunHistory history;
  const fs::path whole = fs::absolute(folder).lexically_normal();
  history.name =
      to_printable_line((whole.has_filename() ? whole : whole.parent_path()).filename().string());
  history.config = load_config(config.string());
  // A run writes its config first.
  if (const fs::path metrics = folder / "metrics.jsonl"; fs::exists(metrics)) {
    std::ifstream in(metrics, std::ios::binary);
    if (!in || fs::is_directory(metrics)) {
      throw InputError(metrics.string() +
                       (in ? ": is a directory, not a file" : ": cannot be opened"));
    }
    read_metrics(in, metrics.string(), history);
  }
  const fs::path net_file = folder / "net.safetensors";
  if (fs::exists(net_file)) {
    try {
      const Net net = load_net(net_file);
      history.net_checksum = format_checksum(net);
      history.net_program_version = net.provenance.program_version;
    } catch (const InputError& error) {  // still show the rest
      history.net_problem = error.what();
    }
  }
  return history;
}

void read_metrics(std::istream& in, const std::string& name, RunHistory& history,
                  std::size_t max_spans) {
  HistoryReader reader(history, max_spans);
  std::string line;
  for (std::int64_t number = 1;; ++number) {
    const bool at_end = !read_line(in, line);
    const auto skip = [&](const std::string& problem) {
      if (history.skipped_line_count++ > 0) return;
      history.first_skipped_line_problem = name + ":" + std::to_string(number) + ": " + problem;
    };
    if (in.bad()) throw std::runtime_error(name + ": cannot be read");
    if (at_end && line.empty()) return;
    if (line.size() > kMaxLine) {
      skip("line too long");
      in.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
      continue;
    }
    try {
      reader.read_line(JsonObject(line));
    } catch (const JsonSyntaxError&) {
      if (at_end) {
        history.is_last_line_incomplete = true;
      } else {
        skip("is not a JSON object: corrupted, or not the metrics of a training run");
      }
    } catch (const InputError& error) {
      skip(error.what());
    }
    if (at_end) return;
  }
}

}  // namespace gioul
