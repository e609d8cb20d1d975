// Elo ratings of any number of players from the pairs of games between them: the model of Zermelo
// (1929) and Bradley and Terry (1952), with errors that take a whole pair of games as one
// observation.
//
// A player rated d Elo above another is expected to score 1 / (1 + 10^(-d / 400)) a game. What a
// game's score is depends on the scale: by wins 1, 1/2 for a tie and 0; by points (points + 2) / 4,
// so that a gammon counts twice. The ratings are those for which every player's expected score is
// the one he has. That maximises the likelihood of wins, and by points the quasi-likelihood of
// shares (Papke and Wooldridge 1996), which is right if the expected score is, whatever the
// distribution of results.
//
// Errors: the two games of a pair share their dice, so those of the likelihood would be wrong. They
// are the sandwich of White (1980) with pairs as the clusters (Liang and Zeger 1986); how scores
// vary is measured inside each pairing, as who meets whom how often is fixed beforehand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/statistics.h"
#include "eval/contest/pairs.h"

namespace gioul {

enum class RatingScale : std::uint8_t { kByWins, kByPoints };

/// "wins" or "points".
std::string_view scale_name(RatingScale scale);
/// The scale of that name; throws InputError for another.
RatingScale parse_scale(std::string_view name);

/// What of a pair counts on a scale, for the player: its observations are from -most to most, or
/// about there if they are points less luck.
struct PairScores {
  IntegerSample sample;
  int most = 0;       // 2 wins or 4 points, in units
  double unit = 1.0;  // wins or points that a 1 in `sample` stands for

  /// Wins less losses, or points, per game.
  Estimate per_game() const { return sample.estimate(0.5 * unit); }

  /// The score of a game, 0..1.
  Estimate score_per_game() const;
};
PairScores pair_scores(const PairResult& result, RatingScale scale);

/// The score of a game that a player rated so much higher is expected to make, and its inverse.
double score_of_elo(double elo);
double elo_of_score(double score);

struct Meeting {
  std::size_t player = 0;  // whose scores they are
  std::size_t opponent = 0;
  PairScores scores;
};

struct Ratings {
  std::vector<Estimate> elo;  // of each player; their mean is 0, and errors are from that mean
  /// True if the results alone give no finite ratings (somebody, or some group, lost all games with
  /// the rest, or did not meet it). Then each two players of a meeting have, in the ratings alone,
  /// one more pair that neither won.
  bool has_drawn_pairs = false;
};

/// The ratings of players 0 .. players - 1, whom the meetings connect, played or not.
Ratings rate(std::size_t players, std::span<const Meeting> meetings);

}  // namespace gioul
