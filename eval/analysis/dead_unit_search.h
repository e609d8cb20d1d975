// Finds dead hidden units of a network on several kinds of sample positions. Self-play alone is not
// enough: units may be needed in unusual positions.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/game_state.h"
#include "engine/games/game.h"
#include "nn/encode/encoder.h"
#include "nn/net/dead_units.h"
#include "nn/net/net.h"

namespace gioul {

/// The options of a search for dead units.
struct DeadUnitOptions {
  Game game = {};
  std::uint64_t positions = 200'000;  // minimum number of sample positions of each kind
  std::uint64_t seed = 1;
  int threads = 1;  // does not affect the result
};

/// The sample positions of one kind, such as random play.
struct SampledKind {
  std::string_view name;
  std::uint64_t positions = 0;  // number of positions sampled
  std::vector<int> dead;        // number of units of each hidden layer that were never active
};

/// The hidden units that were active in at least one sample position.
struct ActiveUnits {
  UnitMask active;
  std::vector<SampledKind> kinds;

  /// Returns the number of sample positions of all kinds.
  std::uint64_t positions() const;
};

/// Finds the hidden units that are active in afterstates of these games: the net against itself at
/// 0 plies, the same with every tenth play at random, random play, endings with few checkers on any
/// points, and games that continue the `study` decisions, if any. `net` must fit `encoder`.
ActiveUnits find_active_units(const Net& net, const Encoder& encoder,
                              std::span<const Decision> study, const DeadUnitOptions& options);

/// Returns the text that the file of a pruned net has about it (TrainingProvenance::pruned): "302
/// of 512 hidden units never acted ...".
std::string describe_pruning(const ActiveUnits& active_units);

}  // namespace gioul
