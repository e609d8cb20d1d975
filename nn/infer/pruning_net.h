// The pruning net: a cheap score by which a search discards weak plays before the full evaluation.
// It is linear in the first units of the net's first layer and fitted to the net's own equities. It
// costs a few percent of a full evaluation, and the net's best play is nearly always among its
// first eight (docs/inference.md).
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <span>

#include "engine/afterstates.h"
#include "engine/games/game.h"
#include "engine/position.h"
#include "nn/net/net.h"

namespace gioul {

/// Number of first-layer units from which the pruning net computes its score. The layer begins with
/// the units whose activations are largest.
inline constexpr int kPruningNetInputCount = 128;

/// The functions from which fit_pruning_net() gets the equities to learn and the inputs to learn
/// them from.
struct PruningNetFitCallbacks {
  /// Returns the equity of each position of `list`, in points, for the player who decides at
  /// `before`.
  std::function<std::span<const float>(const Position& before, const AfterstateList& list)>
      compute_equities;
  /// Writes the first kPruningNetInputCount first-layer activations of `position` to `units`.
  std::function<void(const Position& position, std::int16_t* units)> compute_inputs;
};

/// Fits the weights of a pruning net on decisions from games that the net plays against itself. The
/// games are always the same. Takes about 0.25 s and ignores stop requests (base/interrupt.h),
/// since an evaluator fits while decisions are queued.
PruningWeights fit_pruning_net(Game game, int checkers, const PruningNetFitCallbacks& targets);

/// A pruning net that may not be fitted yet. Its weights come from the net's file; if the file has
/// none, they are fitted on first use, since most programs never need them.
class LazyPruningNet {
 public:
  /// Uses the weights from a net's file, unless they are missing.
  explicit LazyPruningNet(const PruningWeights& stored) {
    if (stored.pre_roll_weights.size() != kPruningNetInputCount ||
        stored.pending_move_weights.size() != kPruningNetInputCount)
      return;
    weights_ = stored;
    has_weights_ = true;
  }

  /// Returns the weights; calls fit() if there are none yet.
  template <typename Fit>
  const PruningWeights& get_or_fit(const Fit& fit) {
    if (has_weights_.load(std::memory_order_acquire)) return weights_;
    // Not std::call_once: in libstdc++ an exception leaves it locked on some processors.
    const std::scoped_lock lock(mutex_);
    if (!has_weights_.load(std::memory_order_relaxed)) {
      weights_ = fit();
      has_weights_.store(true, std::memory_order_release);
    }
    return weights_;
  }

 private:
  std::mutex mutex_;                       // locked while the weights are fitted
  std::atomic<bool> has_weights_ = false;  // true once weights_ is set
  PruningWeights weights_;
};

}  // namespace gioul
