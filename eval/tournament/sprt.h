// The sequential probability ratio test (Wald 1945) on mirrored pairs of games: plays until the
// data decide between two hypotheses about the strength of a player.
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

/// The two hypotheses of a test, about the player's points per game, and the allowed error rates.
/// On the basis of wins, "points" are wins minus losses.
struct SprtOptions {
  double h0_points_per_game = 0.0;   // expected points per game under H0
  double h1_points_per_game = 0.01;  // expected points per game under H1; greater than under H0
  double alpha = 0.05;               // probability of accepting H1 although H0 is true
  double beta = 0.05;                // probability of accepting H0 although H1 is true
};

/// The hypothesis that the test accepted, if any.
enum class SprtVerdict : std::uint8_t { kUndecided, kAcceptH0, kAcceptH1 };

/// Returns the lower bound of the test, log(beta / (1 - alpha)). H0 is accepted once the
/// log-likelihood ratio is at most this.
double sprt_lower_bound(const SprtOptions& options);
/// Returns the upper bound of the test, log((1 - beta) / alpha). H1 is accepted once the
/// log-likelihood ratio is at least this.
double sprt_upper_bound(const SprtOptions& options);

/// Returns the log-likelihood ratio of H1 against H0 after these pairs of games; 0 while the
/// variance is unknown.
double sprt_log_likelihood_ratio(const SprtOptions& options, const PairScores& pairs);

/// Returns the verdict of the test after these pairs of games.
SprtVerdict sprt_verdict(const SprtOptions& options, const PairScores& pairs);

/// Two hypotheses about the strength of the first player relative to the second, in the user's unit
/// (`h0_value`, `h1_value`) and as the test uses them.
struct SprtHypotheses {
  std::string unit;       // "Elo over points", "Elo over wins" or "points per game"
  double h0_value = 0.0;  // strength under H0, in `unit`; less than `h1_value`
  double h1_value = 0.0;  // strength under H1, in `unit`
  RatingBasis rating_basis = RatingBasis::kByPoints;  // scores that the hypotheses are about
  SprtOptions test_options;                           // hypotheses and error rates of the test
};

/// The games played so far, and the state of the test after them.
struct SprtResult {
  PairingTotals game_totals;          // totals of the games, for the first player
  double log_likelihood_ratio = 0.0;  // log-likelihood ratio of H1 against H0
  SprtVerdict verdict = SprtVerdict::kUndecided;
  /// Number of pairs between two points of `log_likelihood_ratio_curve`.
  std::int64_t pairs_per_curve_point = 1;
  /// The log-likelihood ratio after every `pairs_per_curve_point` pairs; at most 2000 points.
  std::vector<double> log_likelihood_ratio_curve;

  /// Adds a pair of games and applies the test.
  void add(const GamePair& pair, const SprtHypotheses& hypotheses);
};

/// Makes hypotheses from points per game under H0 and H1. Throws InputError unless H1 is greater.
SprtHypotheses hypotheses_in_points(double points0, double points1);
/// Makes hypotheses from Elo differences under H0 and H1, on a rating basis. The test uses them as
/// expected points per game or, on the basis of wins, as expected wins minus losses per game.
/// Throws InputError unless H1 is greater.
SprtHypotheses hypotheses_in_elo(double elo0, double elo1, RatingBasis basis);

/// A test between two named players, and its result.
struct SprtReport {
  SprtHypotheses hypotheses;
  std::vector<TournamentPlayer> players;  // the two players; the hypotheses are about the first
  SprtResult result = {};
  std::int64_t max_pairs = 0;      // number of pairs after which the test stops undecided
  std::int64_t resumed_games = 0;  // games that were already in the database
};

/// The name of the command `sprt`: TournamentOptions::command_name of a test.
inline constexpr const char* kSprtCommand = "sprt";

/// Runs the test between two players on at most `games.pairs_per_pairing` mirrored pairs. Applies
/// it after each pair, in the order of the pair numbers, so that the result does not depend on
/// threads. If a stop is requested, returns the report so far. Calls `progress` after each pair,
/// from one thread at a time. Throws InputError for an unusable player, and the exceptions of
/// TournamentStore.
SprtReport run_sprt(const SprtHypotheses& hypotheses, const TournamentOptions& games,
                    const std::function<void(const SprtReport&)>& progress = {});

/// Returns the name of a verdict: "H0", "H1" or "undecided".
const char* sprt_verdict_name(SprtVerdict verdict);

/// Returns the report as JSON (see docs/tournaments.md).
std::string sprt_json(const SprtReport& report);

/// Returns a self-contained HTML page: the result of the test with the curve of its log-likelihood
/// ratio, followed by the contents of the page of its tournament (tournament_page()). While the
/// test `is_running`, the page reloads itself.
std::string sprt_page(const SprtReport& report, const TournamentOptions& games,
                      bool is_running = false);

/// Returns the verdict of a test as a sentence, such as "H1 accepted after 412 pairs (824 games):
/// +10 rather than +0 Elo over points".
std::string format_sprt_verdict(const SprtReport& report);

}  // namespace gioul
