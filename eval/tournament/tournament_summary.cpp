#include "eval/tournament/tournament_summary.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "engine/games/game.h"
#include "engine/outcome.h"

namespace gioul {

namespace {

// Points of a player over several pairings. All games have the same weight; errors are those of
// each pairing's pairs.
struct PointsOfAll {
  double points = 0.0;
  double variance = 0.0;
  double degrees = 0.0;

  void add(const PairingTotals& pairing, double sign) {
    const Estimate per_game = pairing.points_per_game();
    const auto games = static_cast<double>(pairing.games());
    points += sign * games * per_game.mean;
    variance += games * games * per_game.standard_error * per_game.standard_error;
    degrees += per_game.degrees_of_freedom;
  }
};

// Points minus luck of a one-sided pairing can have a mean that no game has, for which there is no
// rating: then without the adjustment.
PairScores rated_scores(const PairingTotals& pairing, RatingScale scale) {
  const PairScores scores = pair_scores(pairing, scale);
  const double score = scores.score_per_game().mean;
  if (score > 0.0 && score < 1.0) return scores;
  return {scale == RatingScale::kByWins ? pairing.pair_wins : pairing.pair_points.raw_sample(),
          pair_scores({}, scale).max_score};
}

// Totals of a player over all pairings.
struct AllOfPlayer {
  PlayerSummary summary;
  PointsOfAll points;
  PlayerCounts counts;
  double wins = 0.0;

  void add(const PairingTotals& pairing, bool own) {
    const auto games = static_cast<double>(pairing.games());
    const auto share = [&](Outcome outcome) {
      return games * pairing.share(own ? outcome : flipped(outcome));
    };
    summary.games += pairing.games();
    points.add(pairing, own ? 1.0 : -1.0);
    counts.add(pairing.counts[own ? 0 : 1]);
    wins += share(Outcome::kWin1) + share(Outcome::kWin2);
    summary.gammons_won += share(Outcome::kWin2);
    summary.gammons_lost += share(Outcome::kLose2);
  }

  PlayerSummary finish() && {
    const double games = std::max(1.0, static_cast<double>(summary.games));
    summary.points_per_game = {points.points / games, std::sqrt(points.variance) / games,
                               points.degrees, -2.0, 2.0};
    summary.win_share = wins / games;
    summary.gammons_won /= games;
    summary.gammons_lost /= games;
    summary.decisions_per_game = static_cast<double>(counts.decisions) / games;
    if (counts.timed_decisions > 0) {
      summary.seconds_per_decision = 1e-9 * static_cast<double>(counts.decision_nanoseconds) /
                                     static_cast<double>(counts.timed_decisions);
    }
    summary.failed_games = counts.failed_games();
    summary.failures = std::move(counts.failures);
    return std::move(summary);
  }
};

}  // namespace

TournamentSummary summarize_tournament(const TournamentOptions& options,
                                       const TournamentResult& result, RatingScale scale) {
  Game game = options.game;
  TournamentSummary summary = {.game = game,
                               .checkers = options.checkers,
                               .mode = options.mode,
                               .pairs = result.pairs,
                               .target_error = options.target_error,
                               .seed = options.seed,
                               .start_position_file = options.start_position_file,
                               .can_tie = game.variant().mother != MotherRule::kNone,
                               .scale = scale,
                               .players = {},
                               .ranking = {},
                               .ranks = std::vector<std::size_t>(options.players.size()),
                               .pairings = result.pairings};
  std::vector<PairingScores> scores;
  for (const PairingTotals& pairing : result.pairings) {
    scores.push_back({pairing.player, pairing.opponent, rated_scores(pairing, scale)});
  }
  const Ratings ratings = compute_ratings(options.players.size(), scores);
  summary.added_tied_pairs = ratings.added_tied_pairs;
  std::vector<AllOfPlayer> all(options.players.size());
  for (const PairingTotals& pairing : result.pairings) {
    all[pairing.player].add(pairing, true);
    all[pairing.opponent].add(pairing, false);
  }
  for (std::size_t player = 0; player < options.players.size(); ++player) {
    summary.players.push_back(std::move(all[player]).finish());
    PlayerSummary& last = summary.players.back();
    last.name = last.display_name = options.players[player];
    if (player < result.players.size()) {
      last.engine_name = result.players[player].engine_name;
      last.display_name = result.players[player].display_name;
    }
    last.elo = ratings.elo[player];
  }
  summary.ranking.resize(options.players.size());
  std::iota(summary.ranking.begin(), summary.ranking.end(), std::size_t{0});
  std::ranges::stable_sort(summary.ranking, std::ranges::greater{},
                           [&](std::size_t player) { return summary.players[player].elo.mean; });
  for (std::size_t i = 0; i < summary.ranking.size(); ++i)
    summary.ranks[summary.ranking[i]] = i + 1;
  return summary;
}

}  // namespace gioul
