#include "eval/tournament/tournament_summary.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "engine/games/game.h"
#include "engine/outcome.h"

namespace gioul {

namespace {

// Points minus luck of a one-sided pairing can have a mean that no game has, for which there is no
// rating: then without the adjustment.
PairScores rated_scores(const PairingTotals& pairing, RatingBasis basis) {
  const PairScores scores = pair_scores(pairing, basis);
  const double score = scores.mean_elo_score().mean;
  if (score > 0.0 && score < 1.0) return scores;
  return {basis == RatingBasis::kByWins ? pairing.pair_wins_minus_losses
                                        : pairing.pair_points.raw_sample(),
          pair_scores({}, basis).max_pair_score};
}

// Totals of a player over all pairings. All games have the same weight; the error of the points is
// that of each pairing's pairs.
struct AllOfPlayer {
  PlayerSummary summary;
  PlayerCounts counts;
  double points = 0.0;
  double variance = 0.0;  // of the points
  double degrees = 0.0;

  void add(const PairingTotals& pairing, bool own) {
    const auto games = static_cast<double>(pairing.game_count());
    const auto share = [&](Outcome outcome) {
      return games * pairing.outcome_share(own ? outcome : flipped(outcome));
    };
    const Estimate per_game = pairing.points_per_game();
    points += (own ? 1.0 : -1.0) * games * per_game.mean;
    variance += games * games * per_game.standard_error * per_game.standard_error;
    degrees += per_game.degrees_of_freedom;
    counts.add(pairing.player_counts[own ? 0 : 1]);
    summary.game_count += pairing.game_count();
    summary.win_share += share(Outcome::kWin1) + share(Outcome::kWin2);
    summary.gammons_won_share += share(Outcome::kWin2);
    summary.gammons_lost_share += share(Outcome::kLose2);
  }

  PlayerSummary finish() && {
    const double games = std::max(1.0, static_cast<double>(summary.game_count));
    summary.points_per_game = {points / games, std::sqrt(variance) / games, degrees, -2.0, 2.0};
    summary.win_share /= games;
    summary.gammons_won_share /= games;
    summary.gammons_lost_share /= games;
    summary.decisions_per_game = static_cast<double>(counts.decision_count) / games;
    if (counts.timed_decision_count > 0) {
      summary.seconds_per_decision = 1e-9 * static_cast<double>(counts.decision_nanoseconds) /
                                     static_cast<double>(counts.timed_decision_count);
    }
    summary.failed_game_count = counts.failed_game_count();
    summary.failures_by_reason = std::move(counts.failures_by_reason);
    return std::move(summary);
  }
};

}  // namespace

TournamentSummary summarize_tournament(const TournamentOptions& options,
                                       const TournamentResult& result, RatingBasis basis) {
  TournamentSummary summary = {
      .options = options,
      .pairs_per_pairing = result.pairs_per_pairing,
      .can_tie = options.game.variant().mother != MotherRule::kNone,
      .rating_basis = basis,
      .rank_of_player = std::vector<std::size_t>(options.player_names.size()),
      .pairings = result.pairings};
  std::vector<PairingScores> scores;
  for (const PairingTotals& pairing : result.pairings) {
    scores.push_back({pairing.player_index, pairing.opponent_index, rated_scores(pairing, basis)});
  }
  const Ratings ratings = compute_ratings(options.player_names.size(), scores);
  summary.has_added_tied_pairs = ratings.has_added_tied_pairs;
  std::vector<AllOfPlayer> all(options.player_names.size());
  for (const PairingTotals& pairing : result.pairings) {
    all[pairing.player_index].add(pairing, true);
    all[pairing.opponent_index].add(pairing, false);
  }
  for (std::size_t player = 0; player < options.player_names.size(); ++player) {
    summary.players.push_back(std::move(all[player]).finish());
    PlayerSummary& last = summary.players.back();
    last.name = last.display_name = options.player_names[player];
    if (player < result.players.size()) {
      last.engine_name = result.players[player].engine_name;
      last.display_name = result.players[player].display_name;
    }
    last.elo = ratings.elo[player];
  }
  summary.players_by_rank.resize(options.player_names.size());
  std::iota(summary.players_by_rank.begin(), summary.players_by_rank.end(), std::size_t{0});
  std::ranges::stable_sort(summary.players_by_rank, std::ranges::greater{},
                           [&](std::size_t player) { return summary.players[player].elo.mean; });
  for (std::size_t i = 0; i < summary.players_by_rank.size(); ++i)
    summary.rank_of_player[summary.players_by_rank[i]] = i + 1;
  return summary;
}

}  // namespace gioul
