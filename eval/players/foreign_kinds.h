// The kinds of players for whom other programs choose, where programs can be started at all: in a
// browser they can't, and web/alone has none of them.
#pragma once

#include <span>

#include "eval/players/player_spec.h"

namespace gioul {

std::span<const PlayerKind> foreign_kinds();

}  // namespace gioul
