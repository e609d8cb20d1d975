// `net` and `net:FILE`: the play after which a net likes the position most, at once or after
// looking ahead.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "eval/players/player_name.h"
#include "eval/players/player_spec.h"
#include "eval/search/search.h"

namespace gioul {

struct NetPlayerOptions {
  std::string file;  // empty: the shipped net
  SearchOptions search;
  bool tables = false;  // endgame tables where they apply
  bool floats = false;  // the net in floats, for comparisons
  double noise = 0.0;   // points by which plays may be misjudged; 0: the best is played
};

/// What a name that is_or_begins("net") says. Throws InputError.
NetPlayerOptions net_player_options(const PlayerName& name, std::optional<int> plies);

std::unique_ptr<const PlayerSpec> read_net_player(const PlayerName& name, std::optional<int> plies);

}  // namespace gioul
