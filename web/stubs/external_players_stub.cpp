// No external players, since a browser cannot start programs.
#include "eval/players/player_spec.h"

namespace gioul {

std::span<const PlayerKind> external_player_kinds() { return {}; }

}  // namespace gioul
