// Which plays of a decision a net may think best, at a glance: a linear reading of the first units
// of its first layer, learned from the net's own values. It takes a few percent of
// what the net takes, and the net's best play is nearly always among the first eight
// (docs/inference.md).
#pragma once

#include <cstdint>
#include <mutex>

#include "base/aligned_vector.h"
#include "engine/games/game.h"

namespace gioul {

class CompiledNet;

/// Of a CompiledNet's first layer, which begins with the units that get largest.
inline constexpr int kGlanceUnits = 128;

/// As the output of a KernelNet, which orders positions by what they are worth to their player to
/// act: one for those to roll, and one for pending ones, of which other rows say what can be done
/// with each number.
struct Glance {
  AlignedVector<std::int16_t> to_roll;  // [kGlanceUnits]
  AlignedVector<std::int16_t> pending;  // the same
};

/// Learned from what `net` says in games against itself, the same for each call.
Glance learn_glance(const CompiledNet& net, Game game, int checkers);

/// Learned when it is first asked for: most who load a net never do.
class LazyGlance {
 public:
  LazyGlance(Game game, int checkers) : game_(game), checkers_(checkers) {}

  const Glance& of(const CompiledNet& net) {
    std::call_once(once_, [&] { glance_ = learn_glance(net, game_, checkers_); });
    return glance_;
  }

 private:
  Game game_;
  int checkers_;
  std::once_flag once_;
  Glance glance_;
};

}  // namespace gioul
