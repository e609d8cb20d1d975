// The sequential probability ratio test (Wald 1945) on mirrored pairs: plays until the data decide
// between two hypotheses about points per game.
//
// The distribution of points is unknown, so the likelihood ratio is that of normal observations
// with the sample variance, as in the generalized test of Michel Van den Bergh (fishtest's GSPRT).
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/statistics.h"
#include "eval/play/player.h"
#include "eval/tournament/game_pairs.h"
#include "eval/tournament/ratings.h"
#include "eval/tournament/tournament_spec.h"

namespace gioul {

/// The two hypotheses and the allowed error rates.
struct SprtOptions {
  double points0 = 0.0;   // expected points per game under H0
  double points1 = 0.01;  // expected points per game under H1, greater than points0
  double alpha = 0.05;    // probability of accepting H1 although H0 is true
  double beta = 0.05;     // probability of accepting H0 although H1 is true
};

/// The accepted hypothesis, if any.
enum class SprtVerdict : std::uint8_t { kUndecided, kAcceptH0, kAcceptH1 };

/// Returns log(beta / (1 - alpha)): at this log-likelihood ratio or below, H0 is accepted.
double sprt_lower_bound(const SprtOptions& options);
/// Returns log((1 - beta) / alpha): at this log-likelihood ratio or above, H1 is accepted.
double sprt_upper_bound(const SprtOptions& options);

/// Returns the log-likelihood ratio of H1 against H0 after these pairs; 0 while the variance is
/// unknown.
double sprt_llr(const SprtOptions& options, const PairScores& pairs);

/// Returns the verdict after these pairs.
SprtVerdict sprt_verdict(const SprtOptions& options, const PairScores& pairs);

/// The games played so far, and the state of the test.
struct SprtResult {
  PairingTotals games;
  double llr = 0.0;  // log-likelihood ratio
  SprtVerdict verdict = SprtVerdict::kUndecided;
};

/// Converts hypotheses in Elo to hypotheses per game about points or, on the scale of wins, about
/// wins minus losses.
SprtOptions sprt_options_from_elo(double elo0, double elo1, RatingScale scale);

/// Plays at most `options.pairs` pairs and applies the test after each, in the order of the pair
/// numbers, so that the result does not depend on threads. `scale` is the scale of the hypotheses.
/// Calls `progress` after each pair, from one thread at a time.
SprtResult play_sprt(const PairOptions& options, const SprtOptions& test, RatingScale scale,
                     const PlayerFactory& player, const PlayerFactory& opponent,
                     const std::function<void(const SprtResult&)>& progress = {},
                     const PairCache& cache = {});

/// Two hypotheses about the strength of the first player relative to the second, in the user's unit
/// and as the test uses them. value0 (H0) is less than value1 (H1).
struct SprtHypotheses {
  std::string unit;  // "Elo over points", "Elo over wins" or "points per game"
  double value0 = 0.0;
  double value1 = 0.0;
  RatingScale scale = RatingScale::kByPoints;
  SprtOptions test;
};

/// Makes hypotheses from points per game.
SprtHypotheses hypotheses_in_points(double points0, double points1);
/// Makes hypotheses from Elo differences on a scale.
SprtHypotheses hypotheses_in_elo(double elo0, double elo1, RatingScale scale);

/// A test between two named players, and its result.
struct SprtReport {
  SprtHypotheses hypotheses;
  std::vector<std::string> players;  // the two names (docs/players.md)
  SprtResult result;
  std::int64_t resumed_games = 0;  // games that were already in the database
};

/// Returns options of a tournament between the two `options.players`; the test uses its games.
/// Unless a work part or a database limits it, the tournament has many more pairs than
/// `options.pairs`, so that the test can be continued later.
TournamentOptions sprt_tournament_options(TournamentOptions options);

/// Runs the test on at most `max_pairs` pairs of the tournament `games`, as play_sprt() does.
/// Throws InputError for an unusable player, and as TournamentStore does.
SprtReport run_sprt(const SprtHypotheses& hypotheses, const TournamentOptions& games,
                    std::int64_t max_pairs,
                    const std::function<void(const SprtResult&)>& progress = {});

/// Returns "H0", "H1" or "undecided".
const char* verdict_name(SprtVerdict verdict);

/// Returns the report as JSON (see docs/tournaments.md).
std::string sprt_json(const SprtReport& report);

/// Returns a self-contained HTML page: the result of the test above the contents of
/// tournament_page().
std::string sprt_page(const SprtReport& report, const TournamentOptions& games);

/// Returns a sentence such as "H1 accepted after 412 pairs (824 games): +10 rather than +0 Elo over
/// points".
std::string format_verdict(const SprtReport& report);

}  // namespace gioul
