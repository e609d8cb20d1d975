// Steps of Adam that rows of the first layer have yet to take. A row that no example of a batch
// sets has a gradient of 0, so its step follows from its moments alone, and many such steps can be
// taken at once when the row is next set. Which ones a row is behind is counted here.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "nn/kernel/kernel.h"

namespace gioul {

class LazyAdam {
 public:
  LazyAdam(std::size_t rows, double beta1, double beta2)
      : beta1_(beta1), beta2_(beta2), done_(rows, 0) {}

  /// Counts a step, to be called after those of its rows have been taken and marked.
  void add_step(double step_size) {
    // A mean m and a square v shrink by beta1 and beta2 a step, so that the n-th step from there is
    // step_size * (beta1 / sqrt(beta2))^n * m / sqrt(v). After kLongest steps nothing is left of
    // it.
    constexpr std::size_t kLongest = 512;
    const std::size_t first = sums_.size() > kLongest ? sums_.size() - kLongest : 0;
    for (std::size_t t = first; t < sums_.size(); ++t) {
      sums_[t] += step_size * power(powers_of_ratio_, sums_.size() - t, ratio_);
    }
    sums_.push_back(0.0);
  }

  /// Marks a row as up to date when the step that is being taken has been counted.
  void mark(std::uint32_t row) { done_[row] = sums_.size(); }

  /// Appends what `row` is behind, if anything, and marks it as up to date but for the step that is
  /// being taken.
  void catch_up(std::uint32_t row, std::vector<SkippedSteps>& skipped) {
    const std::size_t last = sums_.size() - 1;
    const std::size_t behind = last - done_[row];
    if (behind == 0) return;
    skipped.push_back({.row = row,
                       .step_size = static_cast<float>(sums_[done_[row]]),
                       .decay1 = static_cast<float>(power(powers_of_beta1_, behind, beta1_)),
                       .decay2 = static_cast<float>(power(powers_of_beta2_, behind, beta2_))});
    done_[row] = last;
  }

  /// Forgets all steps; every row must be up to date.
  void restart() {
    std::fill(done_.begin(), done_.end(), 0);
    sums_.assign(1, 0.0);
  }

 private:
  // base^n, by products of its own: those of a library are not the same on every machine.
  static double power(std::vector<double>& powers, std::size_t n, double base) {
    while (powers.size() <= n) powers.push_back(powers.back() * base);
    return powers[n];
  }

  double beta1_;
  double beta2_;
  double ratio_ = beta1_ / root(beta2_);
  static double root(double x) { return __builtin_sqrt(x); }
  std::vector<std::size_t> done_;  // by row: the index in sums_ of the last step it has taken
  std::vector<double> sums_ = {
      0.0};  // by step: of the step sizes after it, as the row has to take them
  std::vector<double> powers_of_beta1_ = {1.0};
  std::vector<double> powers_of_beta2_ = {1.0};
  std::vector<double> powers_of_ratio_ = {1.0};
};

}  // namespace gioul
