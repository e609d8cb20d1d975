// Which plays of a decision a net may think best, at a glance: a linear reading of the first units
// of its first layer, learned from the net's own values. It takes a few percent of
// what the net takes, and the net's best play is nearly always among the first eight
// (docs/inference.md).
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <span>

#include "base/aligned_vector.h"
#include "engine/afterstates.h"
#include "engine/games/game.h"
#include "engine/position.h"
#include "nn/net/net.h"

namespace gioul {

/// Of a net's first layer, which begins with the units that get largest.
inline constexpr int kGlanceUnits = 128;

/// As the output of a KernelNet, which orders positions by what they are worth to their player to
/// act: one for those to roll, and one for pending ones, of which other rows say what can be done
/// with each number.
struct Glance {
  AlignedVector<std::int16_t> to_roll;  // [kGlanceUnits]
  AlignedVector<std::int16_t> pending;  // the same
};

/// What a glance is learned from.
struct GlanceTeacher {
  /// The equity of each position of a decision's list for the player who decides.
  std::function<std::span<const float>(const Position& before, const AfterstateList& list)>
      equities;
  /// Writes the first kGlanceUnits units of the first layer to `units`.
  std::function<void(const Position& position, std::int16_t* units)> units;
};

/// Learned from the decisions of games that the net plays against itself, the same for each call.
/// Throws Interrupted.
Glance learn_glance(Game game, int checkers, const GlanceTeacher& teacher);

/// The weights of a net's file, or else learned when they are first asked for: most programs that
/// load a net never do.
class LazyGlance {
 public:
  explicit LazyGlance(const PruningWeights& stored) {
    if (stored.to_roll.size() != kGlanceUnits || stored.pending.size() != kGlanceUnits) return;
    glance_.to_roll.assign(stored.to_roll.begin(), stored.to_roll.end());
    glance_.pending.assign(stored.pending.begin(), stored.pending.end());
    is_known_ = true;
  }

  /// Throws Interrupted (base/interrupt.h), and then learns again when it is next asked.
  template <typename Learn>
  const Glance& get(const Learn& learn) {
    if (is_known_.load(std::memory_order_acquire)) return glance_;
    // Not std::call_once: with GCC's library an exception leaves it locked on some processors.
    const std::scoped_lock lock(mutex_);
    if (!is_known_.load(std::memory_order_relaxed)) {
      glance_ = learn();
      is_known_.store(true, std::memory_order_release);
    }
    return glance_;
  }

 private:
  std::mutex mutex_;
  std::atomic<bool> is_known_ = false;
  Glance glance_;
};

}  // namespace gioul
