#include "eval/contest/sprt.h"

#include <cmath>

#include "eval/play/player.h"

namespace gioul {

namespace {

// Fewer pairs can be all alike by chance, which would look like certainty.
constexpr std::int64_t kFewestPairs = 30;

}  // namespace

double sprt_lower_bound(const SprtOptions& options) {
  return std::log(options.beta / (1.0 - options.alpha));
}

double sprt_upper_bound(const SprtOptions& options) {
  return std::log((1.0 - options.beta) / options.alpha);
}

double sprt_log_ratio(const SprtOptions& options, const IntegerSample& pair_points) {
  if (pair_points.count() < kFewestPairs) return 0.0;
  const Estimate per_game = pair_points.estimate(0.5);
  double variance_of_mean = per_game.standard_error * per_game.standard_error;
  if (variance_of_mean == 0.0) {
    // All alike, as the pairs of a player with himself are: as if one had differed by a point.
    const auto pairs = static_cast<double>(pair_points.count());
    variance_of_mean = 0.25 / (pairs * pairs);
  }
  const double middle = 0.5 * (options.points0 + options.points1);
  return (options.points1 - options.points0) * (per_game.mean - middle) / variance_of_mean;
}

SprtVerdict sprt_verdict(const SprtOptions& options, const IntegerSample& pair_points) {
  const double ratio = sprt_log_ratio(options, pair_points);
  if (ratio >= sprt_upper_bound(options)) return SprtVerdict::kPoints1;
  if (ratio <= sprt_lower_bound(options)) return SprtVerdict::kPoints0;
  return SprtVerdict::kUndecided;
}

SprtOptions sprt_of_elo(double elo0, double elo1, RatingScale scale) {
  const double span = 2.0 * pair_scores({}, scale).most / 2.0;  // from the worst game to the best
  const auto per_game = [&](double elo) { return span * (score_of_elo(elo) - 0.5); };
  SprtOptions options;
  options.points0 = per_game(elo0);
  options.points1 = per_game(elo1);
  return options;
}

SprtResult play_sprt(const PairOptions& options, const SprtOptions& test, RatingScale scale,
                     const PlayerFactory& player, const PlayerFactory& opponent,
                     const std::function<void(const SprtResult&)>& progress, const PairMemo& memo) {
  SprtResult result;
  const auto take = [&](const PlayedPair& pair) {
    result.games.add(pair);
    const IntegerSample sample = pair_scores(result.games, scale).sample;
    result.log_ratio = sprt_log_ratio(test, sample);
    result.verdict = sprt_verdict(test, sample);
    if (progress) progress(result);
    return result.verdict == SprtVerdict::kUndecided;
  };
  play_pairs_in_order(options, player, opponent, take, memo);
  return result;
}

}  // namespace gioul
