#include "eval/tournament/sprt.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
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
  const SprtOptions& test = report.hypotheses.test_options;
  const auto pairs = static_cast<double>(result.game_totals.pair_points.pair_count());
  if (pairs == 0.0) return {};
  const auto bound = [&](std::string name, int style, double value) {
    return ChartSeries{.name = std::move(name),
                       .style = style,
                       .points = {{.x = 0.0, .y = value}, {.x = pairs, .y = value}}};
  };
  ChartSeries curve{.name = "LLR", .style = 0, .points = {{.x = 0.0, .y = 0.0}}};
  for (std::size_t i = 0; i < result.log_likelihood_ratio_curve.size(); ++i) {
    curve.points.push_back(
        {.x = static_cast<double>(result.pairs_per_curve_point) * static_cast<double>(i + 1),
         .y = result.log_likelihood_ratio_curve[i]});
  }
  curve.points.push_back({.x = pairs, .y = result.log_likelihood_ratio});
  return svg_chart({.alt_text = "Log-likelihood ratio after each pair of games",
                    .x_axis = {.label = "pairs of games"},
                    .y_axis = {.label = "log-likelihood ratio"},
                    .series = {bound("accept H1", 2, sprt_upper_bound(test)), std::move(curve),
                               bound("accept H0", 1, sprt_lower_bound(test))}});
}

void check_order(double h0, double h1) {
  if (h0 < h1) return;
  throw InputError(fmt::format("H1 must be greater than H0; got {} and {}", h1, h0));
}

}  // namespace

double sprt_lower_bound(const SprtOptions& options) {
  return std::log(options.beta / (1.0 - options.alpha));
}

double sprt_upper_bound(const SprtOptions& options) {
  return std::log((1.0 - options.beta) / options.alpha);
}

double sprt_log_likelihood_ratio(const SprtOptions& options, const PairScores& pairs) {
  if (pairs.sample.count() < kMinPairs) return 0.0;
  const Estimate per_game = pairs.mean_per_game();
  const double variance_of_mean = per_game.standard_error * per_game.standard_error;
  const double middle = 0.5 * (options.h0_points_per_game + options.h1_points_per_game);
  return (options.h1_points_per_game - options.h0_points_per_game) * (per_game.mean - middle) /
         variance_of_mean;
}

SprtVerdict sprt_verdict(const SprtOptions& options, const PairScores& pairs) {
  const double ratio = sprt_log_likelihood_ratio(options, pairs);
  if (ratio >= sprt_upper_bound(options)) return SprtVerdict::kAcceptH1;
  if (ratio <= sprt_lower_bound(options)) return SprtVerdict::kAcceptH0;
  return SprtVerdict::kUndecided;
}

void SprtResult::add(const GamePair& pair, const SprtHypotheses& hypotheses) {
  constexpr std::size_t kMaxPoints = 2000;
  game_totals.add(pair);
  const PairScores scores = pair_scores(game_totals, hypotheses.rating_basis);
  log_likelihood_ratio = sprt_log_likelihood_ratio(hypotheses.test_options, scores);
  verdict = sprt_verdict(hypotheses.test_options, scores);
  const std::int64_t pairs = game_totals.pair_points.pair_count();
  if (pairs % pairs_per_curve_point != 0) return;
  log_likelihood_ratio_curve.push_back(log_likelihood_ratio);
  if (log_likelihood_ratio_curve.size() < kMaxPoints) return;
  for (std::size_t i = 0; i < kMaxPoints / 2; ++i)
    log_likelihood_ratio_curve[i] = log_likelihood_ratio_curve[2 * i + 1];
  log_likelihood_ratio_curve.resize(kMaxPoints / 2);
  pairs_per_curve_point *= 2;
}

SprtHypotheses hypotheses_in_points(double points0, double points1) {
  check_order(points0, points1);
  return {.unit = "points per game",
          .h0_value = points0,
          .h1_value = points1,
          .test_options = {.h0_points_per_game = points0, .h1_points_per_game = points1}};
}

SprtHypotheses hypotheses_in_elo(double elo0, double elo1, RatingBasis basis) {
  check_order(elo0, elo1);
  // From the worst game to the best.
  const double span = pair_scores({}, basis).max_pair_score;
  const auto per_game = [&](double elo) { return span * (elo_to_score(elo) - 0.5); };
  return {
      .unit = "Elo over " + std::string(rating_basis_name(basis)),
      .h0_value = elo0,
      .h1_value = elo1,
      .rating_basis = basis,
      .test_options = {.h0_points_per_game = per_game(elo0), .h1_points_per_game = per_game(elo1)}};
}

SprtReport run_sprt(const SprtHypotheses& hypotheses, const TournamentOptions& games,
                    const std::function<void(const SprtReport&)>& progress) {
  std::vector<PlayerFactory> players;
  for (const std::string& name : games.player_names) {
    players.push_back(find_player_factory(games, name));
  }
  TournamentSpec spec = make_tournament_spec(games);
  SprtReport report{
      .hypotheses = hypotheses, .players = spec.players, .max_pairs = games.pairs_per_pairing};
  std::unique_ptr<TournamentStore> file;
  std::vector<bool> known;
  PairCache cache;
  if (!games.results_database.empty()) {
    file = std::make_unique<TournamentStore>(
        games.results_database, spec, games.record_moves ? RecordMoves::kYes : RecordMoves::kNo);
    spec = file->spec();
    file->for_each_pair([&](std::size_t, const GamePair& pair) {
      known.resize(std::max(known.size(), static_cast<std::size_t>(pair.pair_number + 1)));
      known[static_cast<std::size_t>(pair.pair_number)] = true;
    });
    report.resumed_games = 2 * std::ranges::count(known, true);
    cache.find = [&](std::int64_t pair) -> std::optional<GamePair> {
      if (std::cmp_greater_equal(pair, known.size()) || !known[static_cast<std::size_t>(pair)]) {
        return {};
      }
      return file->find_pair(0, pair);
    };
    cache.store = [&](const GamePair& pair) { file->add(0, pair); };
    cache.record_moves = file->record_moves();
  }
  const PairOptions options = {
      .game = games.game,
      .checkers = games.checkers,
      .seed = spec.pairings.front().seed,
      .pair_count = games.pairs_per_pairing,
      .threads = games.threads,
      .start_positions = spec.start_positions,
      .luck_evaluator_factory = make_luck_evaluator_factory(spec.game, spec.luck_method)};
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

const char* sprt_verdict_name(SprtVerdict verdict) {
  constexpr std::array kNames = {"undecided", "H0", "H1"};
  return kNames[static_cast<std::size_t>(verdict)];
}

std::string sprt_json(const SprtReport& report) {
  using nlohmann::ordered_json;
  const SprtHypotheses& hypotheses = report.hypotheses;
  const PairingTotals& games = report.result.game_totals;
  const Estimate points = games.points_per_game();
  ordered_json json = {
      {"players", {report.players[0].name, report.players[1].name}},
      {"names", {report.players[0].display_name, report.players[1].display_name}},
      {"unit", hypotheses.unit},
      {"h0", hypotheses.h0_value},
      {"h1", hypotheses.h1_value},
      {"alpha", hypotheses.test_options.alpha},
      {"beta", hypotheses.test_options.beta},
      {"verdict", sprt_verdict_name(report.result.verdict)},
      {"log_ratio", report.result.log_likelihood_ratio},
      {"bounds",
       {sprt_lower_bound(hypotheses.test_options), sprt_upper_bound(hypotheses.test_options)}},
      {"pairs", games.pair_points.pair_count()},
      {"games", games.game_count()},
      {"points_per_game", points.mean},
      {"standard_error", points.standard_error},
      {"outcomes", games.outcome_counts},
      {"failures",
       {games.player_counts[0].failed_game_count(), games.player_counts[1].failed_game_count()}},
      {"failure_examples", ordered_json::array()}};
  for (const PlayerCounts& counts : games.player_counts) {
    json["failure_examples"].push_back(failure_examples_by_kind(counts.failures_by_reason));
  }
  if (games.is_luck_adjusted()) {
    for (const auto& [name, number] : luck_json_numbers(games))
      json["luck_adjusted"][name] = number;
  }
  return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

std::string format_sprt_verdict(const SprtReport& report) {
  const SprtHypotheses& asked = report.hypotheses;
  const SprtVerdict verdict = report.result.verdict;
  const std::int64_t pairs = report.result.game_totals.pair_points.pair_count();
  if (verdict == SprtVerdict::kUndecided) {
    return fmt::format("undecided after {} pairs ({} games){}", pairs, 2 * pairs,
                       pairs < report.max_pairs ? " so far" : ": reached --max-pairs");
  }
  const bool first = verdict == SprtVerdict::kAcceptH1;
  return fmt::format("{} accepted after {} pairs ({} games): {:+g} rather than {:+g} {}",
                     sprt_verdict_name(verdict), pairs, 2 * pairs,
                     first ? asked.h1_value : asked.h0_value,
                     first ? asked.h0_value : asked.h1_value, asked.unit);
}

std::string sprt_page(const SprtReport& report, const TournamentOptions& games, bool is_running) {
  const SprtHypotheses& asked = report.hypotheses;
  TournamentResult result{.players = report.players, .pairings = {report.result.game_totals}};
  result.pairs_per_pairing = report.result.game_totals.pair_points.pair_count();
  result.pairings.back().opponent_index = 1;
  TournamentSummary summary = summarize_tournament(games, result, asked.rating_basis);
  summary.is_running = is_running;
  summary.page_subcommand = kSprtCommand;
  summary.page_title = fmt::format("SPRT of {}: {} against {}", games.game.name(),
                                   report.players[0].display_name, report.players[1].display_name);
  summary.page_notes = {
      (is_running ? "Running: " : "") + format_sprt_verdict(report) + ".",
      fmt::format(
          "{}: H0 {:+g}, H1 {:+g}; log-likelihood ratio {:+.3f}, bounds {:+.3f} and "
          "{:+.3f} (alpha {:g}, beta {:g}). The intervals below are those of a test of fixed "
          "length.",
          asked.unit, asked.h0_value, asked.h1_value, report.result.log_likelihood_ratio,
          sprt_lower_bound(asked.test_options), sprt_upper_bound(asked.test_options),
          asked.test_options.alpha, asked.test_options.beta)};
  summary.page_chart = llr_chart(report);
  return tournament_page(summary);
}

}  // namespace gioul
