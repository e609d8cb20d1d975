// The sequential probability ratio test (Wald 1945) on pairs of games: play until it is certain
// enough which of two statements about points per game is true.
//
// The points of a pair are not of a known distribution, so the likelihood ratio is that of normal
// observations with the variance seen so far, as in the generalized test of Michel Van den Bergh
// (fishtest's "GSPRT").
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/statistics.h"
#include "eval/contest/pairs.h"
#include "eval/contest/ratings.h"
#include "eval/contest/tournament_plan.h"
#include "eval/play/player.h"

namespace gioul {

struct SprtOptions {
  double points0 = 0.0;   // per game, under the hypothesis to be rejected
  double points1 = 0.01;  // under the other; more than points0
  double alpha = 0.05;    // chance to accept points1 where points0 is true
  double beta = 0.05;     // chance to accept points0 where points1 is true
};

enum class SprtVerdict : std::uint8_t { kUndecided, kPoints0, kPoints1 };

/// The bounds between which it goes on: log(beta / (1 - alpha)) and log((1 - beta) / alpha).
double sprt_lower_bound(const SprtOptions& options);
double sprt_upper_bound(const SprtOptions& options);

/// The logarithm of the likelihood ratio after these pairs. 0 before their variance is known.
double sprt_log_ratio(const SprtOptions& options, const PairScores& pairs);

SprtVerdict sprt_verdict(const SprtOptions& options, const PairScores& pairs);

struct SprtResult {
  PairResult games;
  double log_ratio = 0.0;
  SprtVerdict verdict = SprtVerdict::kUndecided;
};

/// The test of two statements in Elo: what they say about points, or wins less losses, per game.
SprtOptions sprt_of_elo(double elo0, double elo1, RatingScale scale);

/// Plays up to `options.pairs` pairs, and looks after each of them, in the order of their numbers:
/// the result depends on no thread. `scale` is what the statements are about. `progress` is told
/// after each pair, by one thread at a time.
SprtResult play_sprt(const PairOptions& options, const SprtOptions& test, RatingScale scale,
                     const PlayerFactory& player, const PlayerFactory& opponent,
                     const std::function<void(const SprtResult&)>& progress = {},
                     const PairMemo& memo = {});

/// Two statements about how much better the first player is, as they are asked, and as the test
/// takes them. Value 0 is less than value 1.
struct SprtStatements {
  std::string unit;  // "Elo over points", "Elo over wins" or "points per game"
  double value0 = 0.0;
  double value1 = 0.0;
  RatingScale scale = RatingScale::kByPoints;
  SprtOptions test;
};

SprtStatements statements_in_points(double points0, double points1);
SprtStatements statements_in_elo(double elo0, double elo1, RatingScale scale);

struct SprtReport {
  SprtStatements statements;
  std::vector<std::string> players;  // two, by name (docs/players.md)
  SprtResult result;
  std::int64_t found = 0;  // of its games, those that the database had
};

/// The games of a test between the two `options.players`: those that a tournament of `options.seed`
/// between them has, at most `options.pairs` pairs. What the database has, if it is there, may be
/// fewer or more than that, as it was begun.
TournamentOptions sprt_games(TournamentOptions options);

/// Plays the test as play_sprt() does, over at most `most` pairs of those games. Throws InputError
/// for a player that can't be had and as TournamentFile does.
SprtReport sprt_report(const SprtStatements& statements, const TournamentOptions& games,
                       std::int64_t most,
                       const std::function<void(const SprtResult&)>& progress = {});

/// "H0", "H1" or "undecided".
const char* verdict_name(SprtVerdict verdict);

/// JSON; docs/tournaments.md has its fields.
std::string sprt_json(const SprtReport& report);

/// One self-contained HTML page: what the test came to, above what tournament_page() says of its
/// games.
std::string sprt_page(const SprtReport& report, const TournamentOptions& games);

/// "H1 accepted after 412 pairs (824 games): +10 rather than +0 Elo over points".
std::string verdict_text(const SprtReport& report);

}  // namespace gioul
