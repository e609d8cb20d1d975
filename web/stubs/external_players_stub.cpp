// No external players, since a browser cannot start programs.
#include "eval/players/player_spec.h"

namespace gioul {

std::span<const PlayerKind> foreign_kinds() { return {}; }

}  // namespace gioul
