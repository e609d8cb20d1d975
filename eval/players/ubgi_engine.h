// `ubgi:COMMAND`: somebody else's engine, another program (eval/ubgi/).
#pragma once

#include <memory>
#include <optional>

#include "eval/players/player_name.h"
#include "eval/players/player_spec.h"

namespace gioul {

std::unique_ptr<const PlayerSpec> read_ubgi_engine(const PlayerName& name,
                                                   std::optional<int> plies);

}  // namespace gioul
