// Defers Adam steps of first-layer rows. A row that no example of a batch sets has gradient 0, so
// its step depends on its moments alone. Many such steps are taken together when the row is next
// set; this class counts the steps that each row has missed.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "nn/kernel/kernel.h"

namespace gioul {

/// Counts the Adam steps that each first-layer row has missed, so that several can be taken at
/// once.
class LazyAdam {
 public:
  /// Starts with `rows` rows, all up to date.
  LazyAdam(std::size_t rows, double beta1, double beta2)
      : beta1_(beta1), beta2_(beta2), last_step_by_row_(rows, 0) {}

  /// Counts a step of the optimizer, whose step size includes the bias corrections. Call it after
  /// the rows of this step have been updated and marked.
  void add_step(double step_size) {
    // Per step, a mean m shrinks by beta1 and a square v by beta2, so the n-th step from now is
    // step_size * (beta1 / sqrt(beta2))^n * m / sqrt(v). After kMaxSteps steps it is negligible.
    constexpr std::size_t kMaxSteps = 512;
    const std::size_t first =
        later_step_sums_.size() > kMaxSteps ? later_step_sums_.size() - kMaxSteps : 0;
    for (std::size_t t = first; t < later_step_sums_.size(); ++t) {
      later_step_sums_[t] +=
          step_size * power(powers_of_decay_ratio_, later_step_sums_.size() - t, decay_ratio_);
    }
    later_step_sums_.push_back(0.0);
  }

  /// Marks a row as up to date after the current step, which add_step() has yet to count.
  void mark_up_to_date(std::uint32_t row) { last_step_by_row_[row] = later_step_sums_.size(); }

  /// If `row` has missed steps, appends them to `skipped` for the caller to take. Marks the row as
  /// up to date except for the current step.
  void collect_skipped_steps(std::uint32_t row, std::vector<SkippedSteps>& skipped) {
    const std::size_t last = later_step_sums_.size() - 1;
    const std::size_t steps_behind = last - last_step_by_row_[row];
    if (steps_behind == 0) return;
    skipped.push_back(
        {.row = row,
         .step_size = static_cast<float>(later_step_sums_[last_step_by_row_[row]]),
         .beta1_power = static_cast<float>(power(powers_of_beta1_, steps_behind, beta1_)),
         .beta2_power = static_cast<float>(power(powers_of_beta2_, steps_behind, beta2_))});
    last_step_by_row_[row] = last;
  }

  /// Resets the count of steps; all rows must be up to date.
  void reset_step_count() {
    std::fill(last_step_by_row_.begin(), last_step_by_row_.end(), 0);
    later_step_sums_.assign(1, 0.0);
  }

 private:
  // Returns base^n from `powers`, the list of powers of `base`, which it extends as needed. Uses
  // products, because the results of std::pow() differ between machines.
  static double power(std::vector<double>& powers, std::size_t n, double base) {
    while (powers.size() <= n) powers.push_back(powers.back() * base);
    return powers[n];
  }

  double beta1_;  // decay of the first moment per step
  double beta2_;  // decay of the second moment per step
  // Factor from one skipped step's size to the next.
  double decay_ratio_ = beta1_ / std::sqrt(beta2_);
  // By row: index in later_step_sums_ of the last step taken.
  std::vector<std::size_t> last_step_by_row_;
  // By step: sum of the step sizes after it, scaled as in SkippedSteps.
  std::vector<double> later_step_sums_ = {0.0};
  std::vector<double> powers_of_beta1_ = {1.0};        // element n: beta1_^n, as far as needed
  std::vector<double> powers_of_beta2_ = {1.0};        // element n: beta2_^n
  std::vector<double> powers_of_decay_ratio_ = {1.0};  // element n: decay_ratio_^n
};

}  // namespace gioul
