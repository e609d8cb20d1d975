// Computes Elo ratings from mirrored pairs by the Bradley-Terry model (Zermelo 1929, Bradley and
// Terry 1952). Standard errors treat a pair as one observation.
//
// A player rated d Elo above another has an expected score of 1 / (1 + 10^(-d / 400)) per game. The
// score of a game depends on the basis: by wins, 1 for a win and 1/2 for a tie; by points, (points
// + 2) / 4, so that a gammon counts twice. The ratings are those for which every player's expected
// score equals the actual score. By wins, these maximize the likelihood; by points, they maximize
// the quasi-likelihood of fractions (Papke and Wooldridge 1996), which is valid for any
// distribution of results if the expected score is right.
//
// The two games of a pair share their dice, so likelihood-based standard errors would be wrong.
// These are sandwich estimates (White 1980) with pairs as clusters (Liang and Zeger 1986). The
// variance of scores is measured within each pairing, since the schedule is fixed in advance.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/statistics.h"
#include "eval/tournament/game_pairs.h"

namespace gioul {

/// The scores that Elo ratings are based on: games won, or points won.
enum class RatingBasis : std::uint8_t { kByWins, kByPoints };

/// Returns the name of a rating basis: "wins" or "points".
std::string_view rating_basis_name(RatingBasis basis);
/// Parses the name of a rating basis, "wins" or "points"; throws InputError for any other name.
RatingBasis parse_rating_basis(std::string_view name);

/// Scores of mirrored pairs for one of the two players, on a rating basis. By wins: games won minus
/// lost. By points: points won minus lost, with luck subtracted if it was measured.
struct PairScores {
  IntegerSample sample;  // one score per pair, in multiples of `score_unit`
  /// Largest possible score of a pair without luck (2 wins or 4 points), divided by
  /// `score_unit`.
  int max_pair_score = 0;
  double score_unit = 1.0;  // wins or points per unit of `sample`

  /// Returns the mean score per game, in wins minus losses or in points. If all pairs are equal, as
  /// for a player against itself, the standard error is computed as if one pair differed by 1.
  Estimate mean_per_game() const { return sample.estimate(0.5 * score_unit, 1.0 / score_unit); }

  /// Returns the mean score per game on the basis 0..1 of Elo ratings, where 1/2 means equal
  /// players.
  Estimate mean_elo_score() const;
};
/// Returns the scores of all pairs in `result`, for its first player, on a rating basis.
PairScores pair_scores(const PairingTotals& result, RatingBasis basis);

/// Converts an Elo difference to the expected score per game, 0..1.
double elo_to_score(double elo);

/// The scores of all mirrored pairs between two players.
struct PairingScores {
  /// Index of the player with these scores.
  std::size_t player_index = 0;
  /// Index of the other player.
  std::size_t opponent_index = 0;
  PairScores scores;
};

/// Elo ratings of all players.
struct Ratings {
  /// The rating of each player. Their mean is 0, and standard errors are relative to it.
  std::vector<Estimate> elo;
  /// True if one tied pair was added to each pairing, only for the ratings. This is done if the
  /// results alone give no finite ratings, because a player or group of players lost all games
  /// against the rest or did not play against it.
  bool has_added_tied_pairs = false;
};

/// Computes the Elo ratings of players 0 .. players - 1. The pairings must connect all players,
/// even if they have no games yet.
Ratings compute_ratings(std::size_t players, std::span<const PairingScores> pairings);

}  // namespace gioul
