#include "eval/contest/sprt_match.h"

#include "eval/play/player.h"

namespace gioul {

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
