#include "eval/tournament/sprt.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "base/error.h"
#include "base/interrupt.h"
#include "eval/play/failures.h"
#include "eval/play/player.h"
#include "eval/render/svg_chart.h"
#include "eval/tournament/tournament.h"
#include "eval/tournament/tournament_store.h"
#include "eval/tournament/tournament_summary.h"

namespace gioul {

namespace {

// Fewer pairs can have equal results by chance, which would look like certainty.
constexpr std::int64_t kMinPairs = 30;

// Returns the curve of the log-likelihood ratio between its bounds.
std::string llr_chart(const SprtReport& report) {
  const SprtResult& result = report.result;
  const SprtOptions& test = report.hypotheses.test;
  const auto pairs = static_cast<double>(result.games.pair_points.count());
  if (pairs == 0.0) return {};
  const auto bound = [&](std::string name, int style, double value) {
    return ChartSeries{
        .name = std::move(name),
        .style = style,
        .points = {{.x = 0.0, .y = value, .tooltip = {}}, {.x = pairs, .y = value, .tooltip = {}}}};
  };
  ChartSeries curve{.name = "LLR", .style = 0, .points = {{.x = 0.0, .y = 0.0, .tooltip = {}}}};
  for (std::size_t i = 0; i < result.curve.size(); ++i) {
    curve.points.push_back(
        {.x = static_cast<double>(result.curve_step) * static_cast<double>(i + 1),
         .y = result.curve[i],
         .tooltip = {}});
  }
  curve.points.push_back({.x = pairs, .y = result.llr, .tooltip = {}});
  return svg_chart({.alt_text = "Log-likelihood ratio after each pair of games",
                    .x_axis = {.label = "pairs of games"},
                    .y_axis = {.label = "log-likelihood ratio"},
                    .series = {bound("accept H1", 2, sprt_upper_bound(test)), std::move(curve),
                               bound("accept H0", 1, sprt_lower_bound(test))}});
}

}  // namespace

double sprt_lower_bound(const SprtOptions& options) {
  return std::log(options.beta / (1.0 - options.alpha));
}

double sprt_upper_bound(const SprtOptions& options) {
  return std::log((1.0 - options.beta) / options.alpha);
}

double sprt_llr(const SprtOptions& options, const PairScores& pairs) {
  const std::int64_t count = pairs.sample.count();
  if (count < kMinPairs) return 0.0;
  const Estimate per_game = pairs.per_game();
  double variance_of_mean = per_game.standard_error * per_game.standard_error;
  if (variance_of_mean == 0.0) {
    // All pairs are equal, as for a player against itself: assumes that one differed by a point.
    variance_of_mean = 0.25 / (static_cast<double>(count) * static_cast<double>(count));
  }
  const double middle = 0.5 * (options.points0 + options.points1);
  return (options.points1 - options.points0) * (per_game.mean - middle) / variance_of_mean;
}

SprtVerdict sprt_verdict(const SprtOptions& options, const PairScores& pairs) {
  const double ratio = sprt_llr(options, pairs);
  if (ratio >= sprt_upper_bound(options)) return SprtVerdict::kAcceptH1;
  if (ratio <= sprt_lower_bound(options)) return SprtVerdict::kAcceptH0;
  return SprtVerdict::kUndecided;
}

SprtOptions sprt_options_from_elo(double elo0, double elo1, RatingScale scale) {
  const double span =
      2.0 * pair_scores({}, scale).max_score / 2.0;  // from the worst game to the best
  const auto per_game = [&](double elo) { return span * (elo_to_score(elo) - 0.5); };
  SprtOptions options;
  options.points0 = per_game(elo0);
  options.points1 = per_game(elo1);
  return options;
}

void SprtResult::add(const GamePair& pair, const SprtHypotheses& hypotheses) {
  constexpr std::size_t kMaxPoints = 2000;
  games.add(pair);
  const PairScores scores = pair_scores(games, hypotheses.scale);
  llr = sprt_llr(hypotheses.test, scores);
  verdict = sprt_verdict(hypotheses.test, scores);
  const std::int64_t pairs = games.pair_points.count();
  if (pairs % curve_step != 0) return;
  curve.push_back(llr);
  if (curve.size() < kMaxPoints) return;
  for (std::size_t i = 0; i < kMaxPoints / 2; ++i) curve[i] = curve[2 * i + 1];
  curve.resize(kMaxPoints / 2);
  curve_step *= 2;
}

namespace {

void check_order(double h0, double h1) {
  if (h0 < h1) return;
  throw InputError(fmt::format("H1 must be greater than H0; got {} and {}", h1, h0));
}

}  // namespace

SprtHypotheses hypotheses_in_points(double points0, double points1) {
  check_order(points0, points1);
  SprtHypotheses hypotheses{
      .unit = "points per game", .value0 = points0, .value1 = points1, .test = {}};
  hypotheses.test.points0 = points0;
  hypotheses.test.points1 = points1;
  return hypotheses;
}

SprtHypotheses hypotheses_in_elo(double elo0, double elo1, RatingScale scale) {
  check_order(elo0, elo1);
  return {.unit = "Elo over " + std::string(rating_scale_name(scale)),
          .value0 = elo0,
          .value1 = elo1,
          .scale = scale,
          .test = sprt_options_from_elo(elo0, elo1, scale)};
}

SprtReport run_sprt(const SprtHypotheses& hypotheses, const TournamentOptions& games,
                    const std::function<void(const SprtReport&)>& progress) {
  std::vector<PlayerFactory> players;
  for (const std::string& name : games.players) {
    players.push_back(find_player_factory(games, name));
  }
  TournamentSpec spec = make_tournament_spec(games);
  SprtReport report{
      .hypotheses = hypotheses, .players = spec.players, .result = {}, .max_pairs = games.pairs};
  std::unique_ptr<TournamentStore> file;
  std::vector<bool> known;
  PairCache cache;
  if (!games.results_database.empty()) {
    file = std::make_unique<TournamentStore>(
        games.results_database, spec, games.record_moves ? RecordMoves::kYes : RecordMoves::kNo);
    spec = file->spec();
    file->read([&](std::size_t, const GamePair& pair) {
      known.resize(std::max(known.size(), static_cast<std::size_t>(pair.number + 1)));
      known[static_cast<std::size_t>(pair.number)] = true;
    });
    report.resumed_games = 2 * std::ranges::count(known, true);
    cache.find = [&](std::int64_t pair) -> std::optional<GamePair> {
      if (std::cmp_greater_equal(pair, known.size()) || !known[static_cast<std::size_t>(pair)]) {
        return {};
      }
      return file->find(0, pair);
    };
    cache.store = [&](const GamePair& pair) { file->add(0, pair); };
    cache.record_moves = file->records_moves() ? RecordMoves::kYes : RecordMoves::kNo;
  }
  const PairOptions options = {
      .game = games.game,
      .checkers = games.checkers,
      .seed = spec.pairings.front().seed,
      .pairs = games.pairs,
      .threads = games.threads,
      .starts = spec.starts,
      .luck_evaluators = make_luck_evaluator_factory(spec.game, spec.luck_method)};
  const auto take = [&](const GamePair& pair) {
    report.result.add(pair, hypotheses);
    if (progress) progress(report);
    return report.result.verdict == SprtVerdict::kUndecided;
  };
  try {
    play_pairs_in_order(options, players[0], players[1], take, cache);
  } catch (const Interrupted&) {  // the report has the pairs so far
  }
  if (file) file->finish_writing();
  return report;
}

const char* verdict_name(SprtVerdict verdict) {
  switch (verdict) {
    case SprtVerdict::kAcceptH0:
      return "H0";
    case SprtVerdict::kAcceptH1:
      return "H1";
    default:
      return "undecided";
  }
}

std::string sprt_json(const SprtReport& report) {
  using nlohmann::ordered_json;
  const SprtHypotheses& hypotheses = report.hypotheses;
  const PairingTotals& games = report.result.games;
  const Estimate points = games.points_per_game();
  ordered_json json = {
      {"players", {report.players[0].name, report.players[1].name}},
      {"names", {report.players[0].display_name, report.players[1].display_name}},
      {"unit", hypotheses.unit},
      {"h0", hypotheses.value0},
      {"h1", hypotheses.value1},
      {"alpha", hypotheses.test.alpha},
      {"beta", hypotheses.test.beta},
      {"verdict", verdict_name(report.result.verdict)},
      {"log_ratio", report.result.llr},
      {"bounds", {sprt_lower_bound(hypotheses.test), sprt_upper_bound(hypotheses.test)}},
      {"pairs", games.pair_points.count()},
      {"games", games.games()},
      {"points_per_game", points.mean},
      {"standard_error", points.standard_error},
      {"outcomes", games.outcomes},
      {"failures", {games.counts[0].failed_games(), games.counts[1].failed_games()}},
      {"failure_examples", ordered_json::array()}};
  for (const PlayerCounts& counts : games.counts) {
    json["failure_examples"].push_back(failure_examples(counts.failures));
  }
  if (games.is_luck_adjusted()) {
    for (const auto& [name, number] : luck_numbers(games)) json["luck_adjusted"][name] = number;
  }
  return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

std::string format_verdict(const SprtReport& report) {
  const SprtHypotheses& asked = report.hypotheses;
  const SprtVerdict verdict = report.result.verdict;
  const std::int64_t pairs = report.result.games.pair_points.count();
  if (verdict == SprtVerdict::kUndecided) {
    return fmt::format("undecided after {} pairs ({} games){}", pairs, 2 * pairs,
                       pairs < report.max_pairs ? " so far" : ": reached --max-pairs");
  }
  const bool first = verdict == SprtVerdict::kAcceptH1;
  return fmt::format("{} accepted after {} pairs ({} games): {:+g} rather than {:+g} {}",
                     verdict_name(verdict), pairs, 2 * pairs, first ? asked.value1 : asked.value0,
                     first ? asked.value0 : asked.value1, asked.unit);
}

std::string sprt_page(const SprtReport& report, const TournamentOptions& games, bool is_running) {
  const SprtHypotheses& asked = report.hypotheses;
  TournamentResult result{.players = report.players, .pairings = {report.result.games}};
  result.pairs = report.result.games.pair_points.count();
  result.pairings.back().opponent = 1;
  TournamentSummary summary = summarize_tournament(games, result, asked.scale);
  summary.is_running = is_running;
  summary.command = kSprtCommand;
  summary.title = fmt::format("SPRT of {}: {} against {}", games.game.name(),
                              report.players[0].display_name, report.players[1].display_name);
  summary.notes = {
      (is_running ? "Running: " : "") + format_verdict(report) + ".",
      fmt::format(
          "{}: H0 {:+g}, H1 {:+g}; log-likelihood ratio {:+.3f}, bounds {:+.3f} and "
          "{:+.3f} (alpha {:g}, beta {:g}). The intervals below are those of a test of fixed "
          "length.",
          asked.unit, asked.value0, asked.value1, report.result.llr, sprt_lower_bound(asked.test),
          sprt_upper_bound(asked.test), asked.test.alpha, asked.test.beta)};
  summary.chart = llr_chart(report);
  return tournament_page(summary);
}

}  // namespace gioul
