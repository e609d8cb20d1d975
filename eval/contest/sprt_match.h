// A match by the sequential probability ratio test: two players play pairs of games until it is
// certain enough which of two statements about them is true.
#pragma once

#include <cstdint>
#include <functional>

#include "eval/contest/pairs.h"
#include "eval/contest/ratings.h"
#include "eval/contest/sprt.h"
#include "eval/play/player.h"

namespace gioul {

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
