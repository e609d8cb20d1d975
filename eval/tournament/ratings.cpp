#include "eval/tournament/ratings.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "base/error.h"

namespace gioul {

namespace {

constexpr double kEloPerLogit = 400.0 / 2.302585092994046;  // 400 / log 10

using Matrix = Eigen::MatrixXd;  // symmetric, with one row and column per player
using Vector = Eigen::VectorXd;

// Adds weight * x x^T, where x is 1 at `a`, -1 at `b` and 0 elsewhere.
void add_difference(Matrix& matrix, std::size_t a, std::size_t b, double weight) {
  const auto i = static_cast<Eigen::Index>(a);
  const auto j = static_cast<Eigen::Index>(b);
  matrix(i, i) += weight;
  matrix(j, j) += weight;
  matrix(i, j) -= weight;
  matrix(j, i) -= weight;
}

// A sum of such differences that connects all players has only the constant vectors as its null
// space. Adding these makes it positive definite; for vectors that sum to 0, the inverse is then
// the pseudo-inverse of the sum.
Eigen::LDLT<Matrix> decomposed(Matrix matrix) {
  const auto n = static_cast<double>(matrix.rows());
  matrix.array() += matrix.trace() / (n * n);
  return matrix.ldlt();
}

// Finite ratings exist if and only if no group of players lost all games against the rest (Ford
// 1957), that is, if from each player a chain of "scored something against" leads to every other
// one. Tests this for the first player, in one direction.
bool reaches_all(std::size_t players, std::span<const PairingScores> pairings, bool backwards) {
  std::vector<std::vector<std::size_t>> next(players);
  for (const auto& [player, opponent, scores] : pairings) {
    const std::int64_t limit = scores.max_pair_score * scores.sample.count();
    const bool player_scored = scores.sample.sum() > -limit;
    const bool opponent_scored = scores.sample.sum() < limit;
    if (backwards ? opponent_scored : player_scored) next[player].push_back(opponent);
    if (backwards ? player_scored : opponent_scored) next[opponent].push_back(player);
  }
  std::vector<int> reached(players);
  std::vector<std::size_t> open = {0};
  reached[0] = 1;
  while (!open.empty()) {
    const std::size_t from = open.back();
    open.pop_back();
    for (const std::size_t to : next[from]) {
      if (reached[to] != 0) continue;
      reached[to] = 1;
      open.push_back(to);
    }
  }
  return std::ranges::count(reached, 0) == 0;
}

// Curvature and gradient of the (quasi-)likelihood, in logits.
struct Slope {
  Matrix curvature;
  Vector gradient;
};

Slope slope_at(const Vector& logits, std::span<const PairingScores> pairings) {
  const Eigen::Index players = logits.size();
  Slope slope{Matrix::Zero(players, players), Vector::Zero(players)};
  for (const auto& [a, b, scores] : pairings) {
    const auto i = static_cast<Eigen::Index>(a);
    const auto j = static_cast<Eigen::Index>(b);
    const double games = 2.0 * static_cast<double>(scores.sample.count());
    const double expected = 1.0 / (1.0 + std::exp(logits[j] - logits[i]));
    const double surplus = games * (scores.mean_elo_score().mean - expected);
    slope.gradient[i] += surplus;
    slope.gradient[j] -= surplus;
    add_difference(slope.curvature, a, b, games * expected * (1.0 - expected));
  }
  return slope;
}

// Maximizes the (quasi-)likelihood, which is concave, by Newton's method. Steps that are too long
// for the quadratic approximation are shortened. Sets `curvature` to that of the last step.
Vector fit(std::size_t players, std::span<const PairingScores> pairings,
           Eigen::LDLT<Matrix>& curvature) {
  constexpr int kMaxSteps = 200;
  constexpr double kMaxStep = 2.0;
  Vector logits = Vector::Zero(static_cast<Eigen::Index>(players));
  for (int step = 0; step < kMaxSteps; ++step) {
    Slope slope = slope_at(logits, pairings);
    curvature = decomposed(std::move(slope.curvature));
    const Vector change = curvature.solve(slope.gradient);
    const double longest = change.lpNorm<Eigen::Infinity>();
    logits += (longest > kMaxStep ? kMaxStep / longest : 1.0) * change;
    if (longest < 1e-10) break;
  }
  return logits;
}

// Returns the variances of the logits: the covariance of the gradient between two inverse
// curvatures (sandwich estimate).
Vector variances(std::size_t players, std::span<const PairingScores> pairings,
                 const Eigen::LDLT<Matrix>& curvature) {
  const auto n = static_cast<Eigen::Index>(players);
  Matrix spread = Matrix::Zero(n, n);  // covariance of the gradient
  for (const auto& [a, b, scores] : pairings) {
    const double error =
        2.0 * static_cast<double>(scores.sample.count()) * scores.mean_elo_score().standard_error;
    add_difference(spread, a, b, error * error);
  }
  const Matrix half = curvature.solve(spread);
  return curvature.solve(half.transpose()).diagonal();
}

}  // namespace

std::string_view rating_basis_name(RatingBasis basis) {
  return basis == RatingBasis::kByWins ? "wins" : "points";
}

RatingBasis parse_rating_basis(std::string_view name) {
  for (const RatingBasis basis : {RatingBasis::kByWins, RatingBasis::kByPoints}) {
    if (name == rating_basis_name(basis)) return basis;
  }
  throw InputError("Elo scale '" + std::string(name) + "': expected wins or points");
}

PairScores pair_scores(const PairingTotals& result, RatingBasis basis) {
  if (basis == RatingBasis::kByWins) return {result.pair_wins_minus_losses, 2};
  if (!result.is_luck_adjusted()) return {result.pair_points.raw_sample(), 4};
  return {result.pair_points.adjusted_sample(), 4 * kLuckUnitsPerPoint, 1.0 / kLuckUnitsPerPoint};
}

Estimate PairScores::mean_elo_score() const {
  // As in LuckAdjustedSample, if all pairs are equal, one is assumed to differ by 2.
  const Estimate per_pair = sample.estimate(0.5 / max_pair_score, 2.0 / score_unit);
  return {0.5 + per_pair.mean, per_pair.standard_error};
}

double elo_to_score(double elo) { return 1.0 / (1.0 + std::exp(-elo / kEloPerLogit)); }

Ratings compute_ratings(std::size_t players, std::span<const PairingScores> pairings) {
  Ratings ratings;
  std::vector<PairingScores> counted(pairings.begin(), pairings.end());
  std::erase_if(counted, [](const PairingScores& met) { return met.scores.sample.count() == 0; });
  if (!reaches_all(players, counted, false) || !reaches_all(players, counted, true)) {
    ratings.has_added_tied_pairs = true;
    counted.assign(pairings.begin(), pairings.end());
    for (PairingScores& pairing : counted) pairing.scores.sample.add(0);
  }
  Eigen::LDLT<Matrix> curvature;
  const Vector logits = fit(players, counted, curvature);
  const Vector variance = variances(players, counted, curvature);
  double degrees = 0.0;
  for (const PairingScores& pairing : counted) {
    degrees += static_cast<double>(pairing.scores.sample.count() - 1);
  }
  for (Eigen::Index i = 0; i < logits.size(); ++i) {
    ratings.elo.push_back(
        {kEloPerLogit * logits[i], kEloPerLogit * std::sqrt(variance[i]), std::max(degrees, 1.0)});
  }
  return ratings;
}

}  // namespace gioul
