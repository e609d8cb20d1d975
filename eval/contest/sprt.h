// The sequential probability ratio test (Wald 1945) on pairs of games: play until it is certain
// enough which of two statements about points per game is true.
//
// The points of a pair are not of a known distribution, so the likelihood ratio is that of normal
// observations with the variance seen so far, as in the generalized test of Michel Van den Bergh
// (fishtest's "GSPRT").
#pragma once

#include <cstdint>
#include <functional>

#include "base/statistics.h"
#include "eval/contest/pairs.h"
#include "eval/contest/ratings.h"
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

/// The logarithm of the likelihood ratio after these pairs, whose points are those of both games.
/// 0 before the variance can be told.
double sprt_log_ratio(const SprtOptions& options, const IntegerSample& pair_points);

SprtVerdict sprt_verdict(const SprtOptions& options, const IntegerSample& pair_points);

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

}  // namespace gioul
