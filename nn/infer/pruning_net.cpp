#include "nn/infer/pruning_net.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "base/aligned_vector.h"
#include "engine/afterstates.h"
#include "engine/rng.h"
#include "nn/infer/quantize.h"
#include "nn/kernel/kernel.h"

namespace gioul {

namespace {

constexpr std::size_t kUnits = kPruningNetInputCount;
using Units = std::array<double, kUnits>;

// Weighted least squares by the normal equations.
class Fit {
 public:
  void add(const Units& units, double value, double weight) {
    for (std::size_t i = 0; i < kUnits; ++i) {
      const double unit = weight * units[i];
      if (unit == 0.0) continue;
      for (std::size_t j = 0; j <= i; ++j) products_[i][j] += unit * units[j];
      values_[i] += unit * value;
    }
  }

  // Cholesky decomposition by hand: the order of sums in libraries differs between machines.
  Units solve() const {
    // Regularizes units that are rarely active or nearly redundant.
    constexpr double kRidge = 1e-3;
    std::array<Units, kUnits> root{};
    for (std::size_t i = 0; i < kUnits; ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        double left = products_[i][j];
        if (i == j) left += kRidge * left + 1.0;
        for (std::size_t k = 0; k < j; ++k) left -= root[i][k] * root[j][k];
        root[i][j] = i == j ? std::sqrt(left) : left / root[j][j];
      }
    }
    Units solution = values_;
    for (std::size_t i = 0; i < kUnits; ++i) {
      for (std::size_t k = 0; k < i; ++k) solution[i] -= root[i][k] * solution[k];
      solution[i] /= root[i][i];
    }
    for (std::size_t i = kUnits; i-- > 0;) {
      for (std::size_t k = i + 1; k < kUnits; ++k) solution[i] -= root[k][i] * solution[k];
      solution[i] /= root[i][i];
    }
    return solution;
  }

 private:
  std::array<Units, kUnits> products_{};
  Units values_{};
};

// Adds the afterstates of one decision, for the next player, less their mean: only differences
// between plays matter, those between the best plays most.
void add_decision(const PruningNetFitCallbacks& targets, const AfterstateList& list,
                  std::span<const float> equities, Fit& fit) {
  constexpr double kNear = 0.3;  // points behind the best play; measured in docs/inference.md
  const double best = std::ranges::max(equities);
  const double sign = list.mover_acts_next() ? 1.0 : -1.0;
  std::vector<Units> rows;
  std::vector<double> weights;
  Units mean{};
  double mean_value = 0.0;
  double all = 0.0;
  for (const Position& next : list.positions()) {
    const double value = equities[rows.size()];
    const double deficit = (best - value) / kNear;
    const double weight = 1.0 / (1.0 + deficit * deficit);
    std::int16_t units[kUnits];
    targets.compute_inputs(next, units);
    std::copy_n(units, kUnits, rows.emplace_back().begin());
    weights.push_back(weight);
    all += weight;
    mean_value += weight * sign * value;
    for (std::size_t i = 0; i < kUnits; ++i) mean[i] += weight * rows.back()[i];
  }
  for (std::size_t n = 0; n < rows.size(); ++n) {
    for (std::size_t i = 0; i < kUnits; ++i) rows[n][i] -= mean[i] / all;
    fit.add(rows[n], sign * static_cast<double>(equities[n]) - mean_value / all, weights[n] / all);
  }
}

}  // namespace

PruningWeights fit_pruning_net(Game game, int checkers, const PruningNetFitCallbacks& targets) {
  // Per kind. A third is not enough: rarely active units would get random weights.
  const std::array<int, 2> wanted = {2400,
                                     game.variant().doublets == DoubletRule::kChain ? 800 : 0};
  constexpr int kMaxDecisions = 12'000;  // including those not used for the fit
  constexpr int kMaxGameLength = 400;
  std::array<Fit, 2> fits;
  std::array<int, 2> fitted{};
  const auto list = std::make_unique<AfterstateList>();
  CounterRng rng(1, 0, RngStream::kDice);
  Position position = game.start(checkers);
  int in_game = 0;
  for (int played = 0; played < kMaxDecisions && fitted != wanted; ++played) {
    game.generate_afterstates(position, rng.roll_dice(), *list);
    const std::span<const Position> next = list->positions();
    if (next.size() < list->size() || ++in_game > kMaxGameLength) {  // can end, so start a new game
      position = game.start(checkers);
      in_game = 0;
      continue;
    }
    const std::span<const float> equities = targets.compute_equities(position, *list);
    const auto best = std::ranges::max_element(equities) - equities.begin();
    const std::size_t kind = next.front().is_pending() ? 1 : 0;
    if (next.size() > 1 && fitted[kind] < wanted[kind]) {
      add_decision(targets, *list, equities, fits[kind]);
      ++fitted[kind];
    }
    position = next[static_cast<std::size_t>(best)];
  }
  const auto rounded_weights = [](const Fit& fit) {
    const Units weights = fit.solve();
    AlignedVector<std::int16_t> result(kUnits);
    quantize_output_weights(std::vector<float>(weights.begin(), weights.end()).data(),
                            std::vector<float>(kUnits, 1.0f), result.data());
    return result;
  };
  return {.pre_roll_weights = rounded_weights(fits[0]),
          .pending_move_weights = rounded_weights(fits[1])};
}

}  // namespace gioul
