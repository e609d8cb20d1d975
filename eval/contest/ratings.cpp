#include "eval/contest/ratings.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "base/error.h"

namespace gioul {

namespace {

constexpr double kEloPerLogit = 400.0 / 2.302585092994046;  // 400 / log 10

// A symmetric matrix of one row and column a player.
class Matrix {
 public:
  explicit Matrix(std::size_t size) : size_(size), cells_(size * size) {}

  double& at(std::size_t row, std::size_t column) { return cells_[row * size_ + column]; }
  double at(std::size_t row, std::size_t column) const { return cells_[row * size_ + column]; }

  /// Adds weight * x x^T for the x that is 1 at `a`, -1 at `b` and else 0.
  void add_difference(std::size_t a, std::size_t b, double weight) {
    at(a, a) += weight;
    at(b, b) += weight;
    at(a, b) -= weight;
    at(b, a) -= weight;
  }

 private:
  std::size_t size_;
  std::vector<double> cells_;
};

// The pseudo-inverse of a sum of differences that connects all players: its null space is the
// vectors of equal numbers, so adding them makes it invertible, and taking them off the inverse
// again gives it back.
Matrix pseudo_inverse(Matrix matrix, std::size_t size) {
  const auto n = static_cast<double>(size);
  double scale = 0.0;
  for (std::size_t i = 0; i < size; ++i) scale += matrix.at(i, i) / n;
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) matrix.at(i, j) += scale / n;
  }
  // Gauss and Jordan, in place; a positive definite matrix needs no pivots.
  for (std::size_t k = 0; k < size; ++k) {
    const double pivot = 1.0 / matrix.at(k, k);
    matrix.at(k, k) = 1.0;
    for (std::size_t j = 0; j < size; ++j) matrix.at(k, j) *= pivot;
    for (std::size_t i = 0; i < size; ++i) {
      if (i == k) continue;
      const double factor = std::exchange(matrix.at(i, k), 0.0);
      for (std::size_t j = 0; j < size; ++j) matrix.at(i, j) -= factor * matrix.at(k, j);
    }
  }
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) matrix.at(i, j) -= 1.0 / (scale * n);
  }
  return matrix;
}

// Finite ratings exist if and only if no group of players lost every game with the rest (Ford
// 1957): from each player a chain of "scored something against" leads to each other.
bool reaches_all(std::size_t players, std::span<const Meeting> meetings, bool backwards) {
  std::vector<int> reached(players);
  std::vector<std::size_t> open = {0};
  reached[0] = 1;
  while (!open.empty()) {
    const std::size_t from = open.back();
    open.pop_back();
    for (const Meeting& meeting : meetings) {
      const auto [sample, most] = meeting.scores;
      const std::int64_t limit = most * sample.count();
      const auto step = [&](std::size_t a, std::size_t b, bool scored) {
        if (a != from || !scored || reached[b] != 0) return;
        reached[b] = 1;
        open.push_back(b);
      };
      const bool player_scored = sample.sum() > -limit;
      const bool opponent_scored = sample.sum() < limit;
      step(meeting.player, meeting.opponent, backwards ? opponent_scored : player_scored);
      step(meeting.opponent, meeting.player, backwards ? player_scored : opponent_scored);
    }
  }
  return std::ranges::count(reached, 0) == 0;
}

// Newton's method on the (quasi-)likelihood, which is concave; steps are cut where they would go
// too far to trust the curvature.
std::vector<double> fit(std::size_t players, std::span<const Meeting> meetings, Matrix& inverse) {
  constexpr int kMostSteps = 200;
  constexpr double kLongestStep = 2.0;
  std::vector<double> logits(players);
  for (int step = 0; step < kMostSteps; ++step) {
    std::vector<double> gradient(players);
    Matrix curvature(players);
    for (const auto& [a, b, scores] : meetings) {
      const double games = 2.0 * static_cast<double>(scores.sample.count());
      const double expected = 1.0 / (1.0 + std::exp(logits[b] - logits[a]));
      const double surplus = games * (scores.score_per_game().mean - expected);
      gradient[a] += surplus;
      gradient[b] -= surplus;
      curvature.add_difference(a, b, games * expected * (1.0 - expected));
    }
    inverse = pseudo_inverse(std::move(curvature), players);
    std::vector<double> change(players);
    double longest = 0.0;
    for (std::size_t i = 0; i < players; ++i) {
      for (std::size_t j = 0; j < players; ++j) change[i] += inverse.at(i, j) * gradient[j];
      longest = std::max(longest, std::abs(change[i]));
    }
    const double part = longest > kLongestStep ? kLongestStep / longest : 1.0;
    for (std::size_t i = 0; i < players; ++i) logits[i] += part * change[i];
    if (longest < 1e-10) break;
  }
  return logits;
}

}  // namespace

std::string_view scale_name(RatingScale scale) {
  return scale == RatingScale::kByWins ? "wins" : "points";
}

RatingScale parse_scale(std::string_view name) {
  for (const RatingScale scale : {RatingScale::kByWins, RatingScale::kByPoints}) {
    if (name == scale_name(scale)) return scale;
  }
  throw InputError("elo '" + std::string(name) + "': expected wins or points");
}

PairScores pair_scores(const PairResult& result, RatingScale scale) {
  if (scale == RatingScale::kByWins) return {result.pair_wins, 2};
  return {result.pair_points, 4};
}

Estimate PairScores::score_per_game() const {
  const Estimate per_pair = sample.estimate(0.5 / most);
  return {0.5 + per_pair.mean, per_pair.standard_error};
}

double score_of_elo(double elo) { return 1.0 / (1.0 + std::exp(-elo / kEloPerLogit)); }

double elo_of_score(double score) { return kEloPerLogit * std::log(score / (1.0 - score)); }

Ratings rate(std::size_t players, std::span<const Meeting> meetings) {
  Ratings ratings;
  std::vector<Meeting> counted(meetings.begin(), meetings.end());
  std::erase_if(counted, [](const Meeting& met) { return met.scores.sample.count() == 0; });
  if (!reaches_all(players, counted, false) || !reaches_all(players, counted, true)) {
    ratings.has_drawn_pairs = true;
    counted.assign(meetings.begin(), meetings.end());
    for (Meeting& meeting : counted) meeting.scores.sample.add(0);
  }
  Matrix inverse(players);
  const std::vector<double> logits = fit(players, counted, inverse);
  Matrix spread(players);  // the covariance of the gradient
  for (const auto& [a, b, scores] : counted) {
    const double error =
        2.0 * static_cast<double>(scores.sample.count()) * scores.score_per_game().standard_error;
    spread.add_difference(a, b, error * error);
  }
  for (std::size_t i = 0; i < players; ++i) {
    double variance = 0.0;
    for (std::size_t j = 0; j < players; ++j) {
      for (std::size_t k = 0; k < players; ++k) {
        variance += inverse.at(i, j) * spread.at(j, k) * inverse.at(k, i);
      }
    }
    ratings.elo.push_back({kEloPerLogit * logits[i], kEloPerLogit * std::sqrt(variance)});
  }
  return ratings;
}

}  // namespace gioul
