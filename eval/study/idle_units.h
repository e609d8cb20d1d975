// Which units of a net never act, judged by positions of every kind: good games alone would let a
// unit go that a study position needs.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/games/game.h"
#include "engine/turn.h"
#include "nn/encode/encoder.h"
#include "nn/net/cut_units.h"
#include "nn/net/net.h"

namespace gioul {

struct IdleUnitsOptions {
  Game game = {};
  std::uint64_t positions = 200'000;  // of each kind, a few more
  std::uint64_t seed = 1;
  int threads = 1;  // the result does not depend on it
};

/// Positions of one kind that were looked at.
struct WatchedKind {
  std::string_view name;
  std::uint64_t positions = 0;
  std::vector<int> idle;  // units by hidden layer that act in none of them
};

struct WatchedUnits {
  UnitSet acting;
  std::vector<WatchedKind> kinds;

  std::uint64_t positions() const;
};

/// Looks at what the plays of decisions lead to: of the net's games against itself at 0 plies, with
/// every tenth play by lot, of games played by lot, from few checkers a side wherever they stand,
/// and from `study`, if there is any. The net, which must fit `encoder`, plays them on.
WatchedUnits watch_units(const Net& net, const Encoder& encoder, std::span<const Decision> study,
                         const IdleUnitsOptions& options);

/// What a net's file says of it (TrainingRecord::pruned): "302 of 512 hidden units never acted
/// ...".
std::string pruning_text(const WatchedUnits& watched);

}  // namespace gioul
