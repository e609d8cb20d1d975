// `blocker`: holds as many points as possible, then the longest run of adjacent ones; equals by
// lot. The weakest player who has a plan.
#pragma once

#include <memory>
#include <optional>

#include "eval/players/player_name.h"
#include "eval/players/player_spec.h"

namespace gioul {

std::unique_ptr<const PlayerSpec> read_blocker(const PlayerName& name, std::optional<int> plies);

}  // namespace gioul
