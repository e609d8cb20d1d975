// `random`: any lawful play, all equally likely.
#pragma once

#include <memory>
#include <optional>

#include "eval/players/player_name.h"
#include "eval/players/player_spec.h"

namespace gioul {

std::unique_ptr<const PlayerSpec> read_random_player(const PlayerName& name,
                                                     std::optional<int> plies);

}  // namespace gioul
