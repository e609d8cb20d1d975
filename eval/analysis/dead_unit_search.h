// Finds dead hidden units of a net, which are never active and can be pruned. Units are tested on
// several kinds of sample positions; those of self-play alone are not enough, since units may be
// needed in unusual positions.
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
  std::uint64_t min_positions = 200'000;  // minimum number of sample positions of each kind
  std::uint64_t seed = 1;                 // seed of the random numbers of the sample games
  int threads = 1;                        // number of threads; does not affect the result
};

/// The numbers of sample positions and of dead units for one kind of sample, such as random play.
struct SampleKindResult {
  std::string_view name;             // name of the kind, for display
  std::uint64_t position_count = 0;  // number of positions sampled
  /// For each hidden layer, the number of units that none of these positions activated.
  std::vector<int> dead_unit_counts;
};

/// The hidden units that at least one sample position activated; all others are dead.
struct ActiveUnits {
  UnitMask active_units;                          // the active units of each hidden layer
  std::vector<SampleKindResult> results_by_kind;  // the results of each kind of sample

  /// Returns the number of sample positions of all kinds.
  std::uint64_t position_count() const;
};

/// Finds the hidden units that are active in afterstates of sample games. The kinds of games are:
/// the net against itself at 0 plies; the net against itself with every tenth play at random;
/// random play; endings with few checkers on any points; and, if `extra_decisions` is not empty,
/// games that start at its decisions. `net` must fit `encoder`.
ActiveUnits find_active_units(const Net& net, const Encoder& encoder,
                              std::span<const Decision> extra_decisions,
                              const DeadUnitOptions& options);

/// Returns the note that is stored in the file of a pruned net (TrainingProvenance::pruning_note):
/// "302 of 512 hidden units were dead on 1000000 positions (self-play 200000, ...)".
std::string format_pruning_note(const ActiveUnits& active_units);

}  // namespace gioul
